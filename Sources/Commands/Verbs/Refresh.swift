import Configuration
import Dispatch
import Library
import Locks
import Refresh
import Signals

extension Verb {
    static let refresh = Verb(
        name: "refresh", operands: "[FEED…]", summary: "fetch what is new, of all feeds or of those named",
        options: [json]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feeds = try subscriptions.feeds(named: arguments.operands)
        if feeds.isEmpty {
            throw CommandFailure.failed("there are no feeds in \(subscriptions.urls.path): add one with “lede add URL”")
        }
        let report = RefreshReport(feeds, asJSON: arguments.has("--json"))
        let end = DispatchSemaphore(value: 0)
        let refresher = Refresher(library: subscriptions.library, userAgent: Version.userAgent)
        refresher.refresh(feeds).subscribe { event in
            switch event {
            case .next(let event): report.take(event)
            case .completed: end.signal()
            }
        }
        end.wait()
        subscriptions.library.settle()
        return report.close()
    }
}

/// Says what a refresh comes to, feed by feed.
private final class RefreshReport: Sendable {
    private struct Counts: Sendable {
        var done = 0
        var failed = 0
        var new = 0
    }

    private let feeds: [FeedID: Feed]
    private let asJSON: Bool
    private let counts = Locked(Counts())

    init(_ feeds: [Feed], asJSON: Bool) {
        self.feeds = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0) })
        self.asJSON = asJSON
    }

    func take(_ event: RefreshEvent) {
        guard case .finished(let id, let outcome) = event, let feed = feeds[id] else { return }
        let counts = counts.withLock { counts in
            counts.done += 1
            if case .stored(let stored) = outcome { counts.new += stored.new }
            if case .failed = outcome { counts.failed += 1 }
            return counts
        }
        if asJSON {
            Output.line(outcome.json(url: feed.url))
        } else if case .failed(let reason) = outcome {
            Output.progress("")
            Output.complain("\(feed.url): \(reason)")
        }
        Output.progress("\(counts.done)/\(feeds.count) feeds, \(counts.new) new")
    }

    /// Ends the progress line; the exit code says whether every feed was fetched.
    func close() -> Int32 {
        Output.endProgress()
        return counts.withLock { $0.failed == 0 ? 0 : 1 }
    }
}

extension FeedOutcome {
    fileprivate func json(url: String) -> JSON {
        switch self {
        case .stored(let stored):
            .object([
                "url": .string(url), "result": .string("stored"), "new": .integer(stored.new),
                "changed": .integer(stored.changed)
            ])
        case .unchanged: .object(["url": .string(url), "result": .string("unchanged")])
        case .failed(let reason):
            .object(["url": .string(url), "result": .string("failed"), "error": .string(reason)])
        }
    }
}
