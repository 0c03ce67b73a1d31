import Dispatch
import FoundationEssentials
import Library
import Locks
import Signals

/// One refresh, as one subscriber asked for it: from the feeds named to the last that was dealt with.
final class RefreshRun: Sendable {
    private struct State {
        var left: Set<FeedID>
        /// Those that are being fetched, the first that began first.
        var underWay: [FeedID] = []
        var progress: RefreshProgress
        var reach = Reach()
        /// Whether the progress is about to be told.
        var isTelling = false
    }

    /// When it was asked for: what is fetched later by whomever is news enough.
    let date = Date()
    private let names: [FeedID: String]
    private let observer: Observer<RefreshEvent, Never>
    private let state: Locked<State>
    /// Every feed that isn't dealt with.
    private let feeds = DispatchGroup()
    /// Its own, so that progress is told while feeds wait for the library or the network, and whoever listens holds up none.
    private let telling = DispatchQueue(label: "lede.refresh.progress")

    /// How often progress is told: no more often than a person can see.
    private static let pause = DispatchTimeInterval.milliseconds(50)

    /// `excuse` is called before the end with those feeds that failed since no server at all could be reached.
    init(
        _ feeds: [Feed], _ observer: Observer<RefreshEvent, Never>, excuse: @escaping @Sendable ([FeedID]) -> Void
    ) {
        names = Dictionary(feeds.map { ($0.id, $0.name) }) { first, _ in first }
        state = Locked(State(left: Set(names.keys), progress: RefreshProgress(total: names.count)))
        self.observer = observer
        for _ in names { self.feeds.enter() }
        telling.async { self.tellProgress() }
        self.feeds.notify(queue: telling) {
            excuse(self.state.withLock { $0.reach.unreached })
            self.tellProgress()
            observer.send(.completed)
        }
    }

    /// Whether everything is dealt with, or nobody wants to hear of it any longer.
    var isOver: Bool { state.withLock { $0.left.isEmpty } }

    /// Notes that a feed is being asked, unless it is dealt with by now: who joins late may come late with that too.
    func begin(_ feed: FeedID) {
        let isNews = change { state in
            guard state.left.contains(feed) else { return false }
            state.underWay.append(feed)
            return true
        }
        if isNews { observer.send(.began(feed)) }
    }

    /// Notes what asking for a feed came to.
    func finish(_ feed: Feed, _ outcome: FeedOutcome, of fetched: Fetched) {
        finish(feed.id, outcome, fetched.isLaidOpen ? .laidOpen : nil) { state in
            state.progress.bytes += fetched.transfer?.received ?? fetched.transfer?.size ?? 0
            if let host = FeedHost(of: feed.url) { state.reach.note(fetched, of: host) }
        }
    }

    /// Notes why a feed is not asked.
    func leaveOut(_ feed: FeedID, _ reason: LeftOut) { finish(feed, .leftOut(reason)) { _ in } }

    private func finish(
        _ feed: FeedID, _ outcome: FeedOutcome, _ told: FeedNote? = nil, note: (inout State) -> Void
    ) {
        let isNews = change { state in
            guard state.left.remove(feed) != nil else { return false }
            if let place = state.underWay.firstIndex(of: feed) { state.underWay.remove(at: place) }
            state.progress.count(outcome)
            note(&state)
            return true
        }
        guard isNews else { return }
        if let told { observer.send(.noted(feed, told)) }
        observer.send(.finished(feed, outcome))
        feeds.leave()
    }

    /// Waits for nothing any more.
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
        let (progress, underWay) = state.withLock { state in
            state.isTelling = false
            return (state.progress, state.underWay.prefix(3))
        }
        var told = progress
        told.current = underWay.compactMap { names[$0] }
        observer.send(.progress(told))
    }
}
