package import Library
import Refresh
package import Signals

/// The refresh that is under way, and what it came to.
@MainActor package final class RefreshModel {
    /// How far a refresh has got.
    package struct Progress: Equatable, Sendable {
        package let total: Int
        package var done = 0
        package var newItems = 0
        package var feedsWithNews = 0
        package var failed = 0
        /// The names of some feeds that are being fetched now.
        package var current: [String] = []
    }

    /// Nil when no refresh runs.
    package let progress = MutableProperty<Progress?>(nil)
    package let fetching = MutableProperty<Set<FeedID>>([])

    private let refresher: Refresher
    private let finishedSubject = Subject<Progress, Never>()
    private var names: [FeedID: String] = [:]
    private var run: (any Disposable)?

    init(_ refresher: Refresher) {
        self.refresher = refresher
    }

    /// What each refresh came to, when it is over.
    var finished: Signal<Progress, Never> { finishedSubject.signal }

    package var isRunning: Bool { progress.value != nil }

    func start(_ feeds: [Feed]) {
        names = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0.name) })
        progress.value = Progress(total: feeds.count)
        run = refresher.refresh(feeds).deliver(on: .main).subscribe { [weak self] event in
            MainActor.assumeIsolated { self?.take(event) }
        }
    }

    /// Stops what is under way; what is stored stays.
    package func stop() {
        run?.dispose()
        end()
    }

    private func take(_ event: Event<RefreshEvent, Never>) {
        switch event {
        case .next(.began(let feed)): fetching.value.insert(feed)
        case .next(.finished(let feed, let outcome)): count(feed, outcome)
        case .completed: end()
        }
        showCurrent()
    }

    private func count(_ feed: FeedID, _ outcome: FeedOutcome) {
        fetching.value.remove(feed)
        guard var progress = progress.value else { return }
        progress.done += 1
        switch outcome {
        case .stored(let stored) where stored.new > 0:
            progress.newItems += stored.new
            progress.feedsWithNews += 1
        case .failed: progress.failed += 1
        case .stored, .unchanged: break
        }
        self.progress.value = progress
    }

    private func showCurrent() {
        guard progress.value != nil else { return }
        progress.value?.current = fetching.value.prefix(3).compactMap { names[$0] }.sorted()
    }

    private func end() {
        run = nil
        guard let last = progress.value else { return }
        progress.value = nil
        fetching.value = []
        finishedSubject.send(last)
    }
}
