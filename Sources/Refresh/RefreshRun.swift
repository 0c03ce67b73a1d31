import Dispatch
import FoundationEssentials
import HTTP
import Library
import Locks
import Signals

/// One refresh under way: from the feeds asked for to the last one stored.
final class RefreshRun: Sendable {
    private let collector: Collector
    private let parsing: Lanes
    private let deliveries: Deliveries
    private let observer: Observer<RefreshEvent, Never>
    private let allowance: Allowance
    private let feedsUnderWay = DispatchGroup()
    private let isCancelled = Locked(false)
    private let asked = CompositeDisposable()

    init(
        collector: Collector, parsing: Lanes, deliveries: Deliveries, allowance: Allowance,
        observer: Observer<RefreshEvent, Never>
    ) {
        self.collector = collector
        self.parsing = parsing
        self.deliveries = deliveries
        self.allowance = allowance
        self.observer = observer
    }

    /// Starts a transfer whenever there is room for one: for a queue whose thread may wait.
    func feed(_ feeds: [Feed]) {
        for feed in feeds {
            allowance.enter()
            guard !isCancelled.withLock({ $0 }) else {
                allowance.receive(0)
                allowance.leave(0)
                break
            }
            feedsUnderWay.enter()
            observer.send(.began(feed.id))
            fetch(feed)
        }
        feedsUnderWay.notify(queue: parsing.next) { self.observer.send(.completed) }
    }

    func cancel() {
        isCancelled.withLock { $0 = true }
        asked.dispose()
    }

    private func fetch(_ feed: Feed) {
        let asking = collector.collect(feed, commandTimeout: .seconds(30)) { answer in
            self.allowance.receive(answer.size)
            self.parsing.async { self.deliver(answer, for: feed) }
        }
        asked.add(asking)
    }

    private func deliver(_ answer: FeedAnswer, for feed: Feed) {
        let size = answer.size
        guard let fetched = answer.fetched(for: feed, at: Date()) else { return finish(feed, size, nil) }
        deliveries.deliver(fetched, size: size) { result in
            self.finish(feed, size, FeedOutcome(of: fetched, result))
        }
    }

    /// Ends with a feed; without an outcome where the person stopped the refresh, which is no failing of the feed.
    private func finish(_ feed: Feed, _ size: Int, _ outcome: FeedOutcome?) {
        if let outcome { observer.send(.finished(feed.id, outcome)) }
        // Only now, so that documents don't pile up where parsing and storing are slower than the network.
        allowance.leave(size)
        feedsUnderWay.leave()
    }
}

extension FeedOutcome {
    /// What the library can't write is this feed's failure, and the others go on.
    fileprivate init(of fetched: Fetched, _ result: Result<Stored, LibraryFailure>) {
        switch (result, fetched.answer) {
        case (.failure(let failure), _): self = .failed(failure.description)
        case (.success(let stored), .document): self = .stored(stored)
        case (.success, .unchanged): self = .unchanged
        case (.success, .failed(let reason)): self = .failed(reason)
        }
    }
}
