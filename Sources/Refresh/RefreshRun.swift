import Dispatch
import FoundationEssentials
package import Library
import Signals
import System

/// One refresh of one subscriber, from the given feeds to the last finished one.
final class RefreshRun: Sendable {
    /// The end of a feed's fetch.
    fileprivate struct Ended {
        let feed: FeedID
        var outcome: FeedOutcome
        var fetched: Fetched?
        var host: FeedHost?
    }

    private struct State {
        var left: Set<FeedID>
        /// The feeds being fetched, the earliest first.
        var underWay: [FeedID] = []
        var progress: RefreshProgress
        var reach = Reach<Ended>()
        /// Whether a report of the progress is scheduled.
        var isTelling = false

        /// Returns false if the feed is already finished.
        mutating func end(_ ended: Ended) -> Bool {
            guard left.remove(ended.feed) != nil else { return false }
            underWay.removeAll { $0 == ended.feed }
            progress.count(ended.outcome)
            return true
        }
    }

    /// When the refresh was requested. A later fetch by anybody is recent enough.
    let date = Date()
    private let names: [FeedID: String]
    private let observer: Observer<RefreshEvent, Never>
    private let state: Locked<State>
    /// Entered for every unfinished feed.
    private let feeds = DispatchGroup()
    /// A separate queue, so that progress is reported while feeds wait for the library or the network, and subscribers
    /// delay no feed.
    private let telling = DispatchQueue(label: "lede.refresh.progress")

    /// The pause between reports, no shorter than a user can notice.
    private static let pause = DispatchTimeInterval.milliseconds(50)

    private let isOffline: Bool
    private let hasProxy: Bool
    private let store: @Sendable ([Fetched]) -> Void

    /// `store` is called with failures that were in doubt and count after all.
    init(
        _ feeds: [Feed], _ observer: Observer<RefreshEvent, Never>, isOffline: Bool, hasProxy: Bool,
        store: @escaping @Sendable ([Fetched]) -> Void
    ) {
        (self.isOffline, self.hasProxy, self.store) = (isOffline, hasProxy, store)
        names = Dictionary(feeds.map { ($0.id, $0.name) }) { first, _ in first }
        state = Locked(State(left: Set(names.keys), progress: RefreshProgress(total: names.count)))
        self.observer = observer
        for _ in names { self.feeds.enter() }
        telling.async { self.tellProgress() }
        self.feeds.notify(queue: telling) {
            self.tellProgress()
            observer.send(.completed)
        }
    }

    /// Whether every feed is finished, or the subscriber has left.
    var isOver: Bool { state.withLock { $0.left.isEmpty } }

    /// Whether a server answered.
    var hasReached: Bool { state.withLock { $0.reach.hasReached } }

    /// Records that a feed is being fetched, unless it is already finished: a run that joins late may report this late.
    func begin(_ feed: FeedID) {
        let isNews = change { state in
            guard state.left.contains(feed) else { return false }
            state.underWay.append(feed)
            return true
        }
        if isNews { observer.send(.began(feed)) }
    }

    /// Records the outcome of a feed. While no server could be reached, feeds that couldn't stay unfinished: there may
    /// be no network.
    func finish(_ feed: Feed, _ outcome: FeedOutcome, of fetched: Fetched) {
        let ended = Ended(feed: feed.id, outcome: outcome, fetched: fetched, host: FeedHost(of: feed.url))
        finish { state in
            guard state.left.contains(feed.id) else { return [] }
            state.progress.bytes += fetched.transfer?.received ?? fetched.transfer?.size ?? 0
            if fetched.mayLackNetwork(at: feed.url) { return state.reach.recordUnreached(ended) ? [ended] : [] }
            return (ended.host == nil ? [] : state.reach.recordReached()) + [ended]
        }
    }

    /// Records why a feed is skipped.
    func leaveOut(_ feed: FeedID, _ reason: LeftOut) {
        finish { _ in [Ended(feed: feed, outcome: .leftOut(reason))] }
    }

    private func finish(_ find: (inout State) -> [Ended]) {
        let ended = change { state in
            var ended = find(&state)
            if state.left.subtracting(ended.map(\.feed)).count == state.reach.unreached.count {
                ended += state.reach.giveUp(isOffline: isOffline, hasProxy: hasProxy)
            }
            return ended.filter { state.end($0) }
        }
        let blamed = ended.filter { $0.outcome != .leftOut(.noNetwork(hasProxy: hasProxy)) }.compactMap(\.fetched)
            .filter(\.isInDoubt)
        if !blamed.isEmpty { store(blamed.map(\.withoutDoubt)) }
        for end in ended {
            if end.fetched?.isLaidOpen == true { observer.send(.noted(end.feed, .laidOpen)) }
            observer.send(.finished(end.feed, end.outcome))
            feeds.leave()
        }
    }

    /// Stops waiting for all feeds.
    func stop() {
        let left = state.withLock { state in
            defer { state.left = [] }
            return state.left
        }
        for _ in left { feeds.leave() }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, isFirst) = state.withLock { state in
            defer { state.isTelling = true }
            return (body(&state), !state.isTelling)
        }
        if isFirst { telling.asyncAfter(deadline: .now() + Self.pause) { self.tellProgress() } }
        return result
    }

    private func tellProgress() {
        let progress = state.withLock { state in
            state.isTelling = false
            var progress = state.progress
            progress.hasReached = state.reach.hasReached
            progress.done += state.reach.unreached.count
            progress.current = state.underWay.prefix(3).compactMap { names[$0] }
            return progress
        }
        observer.send(.progress(progress))
    }
}

/// An event of a refresh.
package enum RefreshEvent: Equatable, Sendable {
    case began(FeedID)
    /// A note on a feed that isn't a failure, before it is finished.
    case noted(FeedID, FeedNote)
    case finished(FeedID, FeedOutcome)
    /// The progress: at the start, several times a second if it changes, and at the end.
    case progress(RefreshProgress)
}

/// A note for the user on a fetched feed.
package enum FeedNote: Equatable, Sendable {
    /// Its URL is secure, and a redirect leads to one that isn't.
    case laidOpen
}

extension FeedNote: CustomStringConvertible {
    package var description: String {
        switch self {
        case .laidOpen: "the server redirects from https to http, so anyone on the way can read and change the feed"
        }
    }
}

/// The result of a refresh for one feed.
package enum FeedOutcome: Equatable, Sendable {
    case fetched(FetchOutcome<Stored>)
    case leftOut(LeftOut)
}

/// The progress of a refresh, and its results so far.
package struct RefreshProgress: Equatable, Sendable {
    /// The number of its feeds, and of the finished ones.
    package var total = 0
    package var done = 0
    /// The number of new items that lists over all feeds show as unread.
    package var newItems = 0
    package var feedsWithNews = 0
    package var failed = 0
    package var leftOut = 0
    /// The number of paused feeds, which the user knows about.
    package var paused = 0
    /// The number of feeds that weren't fetched for a reason that is none of theirs, and the reason.
    package var prevented = 0
    package var obstacle: LeftOut?
    /// The bytes of all documents that have come.
    package var bytes = 0
    /// Whether a server answered.
    package var hasReached = false
    /// The number of feeds of which nothing has come, after the others ended long ago; 0 if no refresh has stalled.
    package var waiting = 0
    /// The titles of some running feeds, the longest-running first.
    package var current: [String] = []

    package init(total: Int = 0) {
        self.total = total
    }

    /// Counts a finished feed. `isNews` says whether its new items count.
    package mutating func count(_ outcome: FeedOutcome, isNews: Bool = true) {
        done += 1
        switch outcome {
        case .fetched(.document(let stored)) where stored.news.listed > 0 && isNews:
            newItems += stored.news.listed
            feedsWithNews += 1
        case .fetched(.failed): failed += 1
        case .fetched: break
        case .leftOut(.paused): paused += 1
        case .leftOut(let reason) where reason.isOfAll: (prevented, obstacle) = (prevented + 1, reason)
        case .leftOut: leftOut += 1
        }
    }

    /// The progress of two refreshes that the user sees as one.
    package static func + (one: RefreshProgress, other: RefreshProgress) -> RefreshProgress {
        var sum = one
        sum.total += other.total
        sum.done += other.done
        sum.newItems += other.newItems
        sum.feedsWithNews += other.feedsWithNews
        sum.failed += other.failed
        sum.leftOut += other.leftOut
        sum.paused += other.paused
        sum.bytes += other.bytes
        sum.hasReached = one.hasReached || other.hasReached
        sum.prevented += other.prevented
        sum.obstacle = other.obstacle ?? one.obstacle
        sum.current += other.current
        return sum
    }

    /// The progress without the feeds that have been counted before.
    package static func - (all: RefreshProgress, before: RefreshProgress) -> RefreshProgress {
        var rest = all
        rest.total -= before.done
        rest.done -= before.done
        rest.newItems -= before.newItems
        rest.feedsWithNews -= before.feedsWithNews
        rest.failed -= before.failed
        rest.leftOut -= before.leftOut
        rest.paused -= before.paused
        rest.bytes -= before.bytes
        rest.prevented -= before.prevented
        if rest.prevented == 0 { rest.obstacle = nil }
        return rest
    }
}

/// The reason why a refresh skipped a feed. It isn't a failure, and the feed stays due.
package enum LeftOut: Equatable, Sendable {
    /// The feed's server asked lede to wait; the words are for the user.
    case toldToWait(String)
    /// The server says that the feed is gone.
    case gone
    /// The user paused the feed.
    case paused
    /// Another process is fetching it, or has just fetched it.
    case anotherLede
    /// No server could be reached, directly or through the user's proxy.
    case noNetwork(hasProxy: Bool)
    /// The library can't be written, for this reason.
    case unwritable(String)

    /// Whether the reason is the same for all feeds, and is said only once.
    package var isOfAll: Bool {
        switch self {
        case .noNetwork, .unwritable: true
        case .toldToWait, .gone, .paused, .anotherLede: false
        }
    }
}

extension LeftOut: CustomStringConvertible {
    package var description: String {
        switch self {
        case .toldToWait(let reason): reason
        case .gone: "its server said it's gone for good"
        case .paused: "it's paused in the urls file"
        case .anotherLede: "another lede is fetching it"
        case .noNetwork(let hasProxy): "no server could be reached: check your network\(hasProxy ? " and proxy" : "")"
        case .unwritable(let reason): reason
        }
    }
}

/// Whether any server could be reached. Until one was, those that couldn't aren't at fault: there may be no network.
struct Reach<Asked: Sendable>: Sendable {
    private(set) var hasReached = false
    /// What couldn't be reached, until something was.
    private(set) var unreached: [Asked] = []

    /// Records that a server answered. Returns what couldn't be reached before, and is at fault.
    @discardableResult
    mutating func recordReached() -> [Asked] {
        defer { (hasReached, unreached) = (true, []) }
        return unreached
    }

    /// Records that a server couldn't be reached. Returns whether it is at fault.
    @discardableResult
    mutating func recordUnreached(_ asked: Asked) -> Bool {
        if !hasReached { unreached.append(asked) }
        return hasReached
    }
}

extension Reach<RefreshRun.Ended> {
    /// Decides about what couldn't be reached. If it is on several servers, there is no network.
    fileprivate mutating func giveUp(isOffline: Bool, hasProxy: Bool) -> [RefreshRun.Ended] {
        let hasNoNetwork = isOffline || Set(unreached.map(\.host)).count >= 2
        defer { unreached = [] }
        return unreached.map { ended in
            var ended = ended
            if hasNoNetwork { ended.outcome = .leftOut(.noNetwork(hasProxy: hasProxy)) }
            return ended
        }
    }
}

extension Fetched {
    /// Whether the network may be at fault.
    func mayLackNetwork(at url: String) -> Bool { outcome.failing == .network && FeedHost(of: url) != nil }

    fileprivate var withoutDoubt: Fetched {
        var fetched = self
        fetched.isInDoubt = false
        return fetched
    }
}
