package import Dispatch
package import Library
package import Refresh
package import Signals
import System

/// The running refresh and its results. A refresh that starts meanwhile becomes part of it.
@MainActor package final class RefreshModel {
    /// Nil when no refresh runs, or when it has stalled.
    @Published package internal(set) var progress: RefreshProgress?
    /// The feeds that have been fetched for long enough to show it; signs for shorter fetches would flicker.
    @Published package internal(set) var fetching: Set<FeedID> = []
    /// The feeds that this or the last refresh skipped, with the reasons in words.
    @Published package internal(set) var leftOut: [FeedID: String] = [:]
    /// The number of new items in each feed that has some.
    @Published package internal(set) var news: [FeedID: Int] = [:]

    /// How long no feed may end until a refresh with one half done counts as stalled.
    package var patience = DispatchTimeInterval.seconds(5)
    /// The results so far, as they were when the running refresh stalled: its end then has only the others.
    package private(set) var told: RefreshProgress?

    private let refresher: Refresher
    private let finishedSubject = Subject<RefreshProgress, Never>()
    private let stalledSubject = Subject<RefreshProgress, Never>()
    private var parts: [RefreshPart] = []
    /// The part of the counts that has been told, or that belongs to feeds that were fetched again.
    private var uncounted = RefreshProgress()
    /// The outcomes that count.
    private var ended: [FeedID: FeedOutcome] = [:]
    private var lastNews = DispatchTime.now()
    /// The feeds that hung when the refresh stalled: those that the user asks for later don't wait for them.
    private var hanging: Set<FeedID> = []
    /// Feeds that aren't finished; below, those that were started, with the time.
    private var left: Set<FeedID> = []
    private var begun: [FeedID: DispatchTime] = [:]
    private var isWatching = false
    private var outcomes: [(feed: FeedID, outcome: FeedOutcome)] = []
    private var isTelling = false

    init(_ refresher: Refresher) {
        self.refresher = refresher
    }

    /// The result of each refresh, when it is finished.
    package var finished: Signal<RefreshProgress, Never> { finishedSubject.signal }

    /// The results so far of a refresh that has stalled: all it still does is wait for a few servers, which may take a
    /// minute and more. A refresh stalls once, unless another one becomes part of it.
    package var stalled: Signal<RefreshProgress, Never> { stalledSubject.signal }

    package var isRunning: Bool { !parts.isEmpty }

    /// The settings for fetching.
    var settings: RefreshSettings { refresher.settings }

    /// The queue of all that the reader fetches.
    var fetchQueue: FetchQueue { refresher.fetchQueue }

    /// Refreshes feeds. With `insisting`, also fetches those that would be skipped, with `overridingWaits` all of them.
    func start(_ feeds: [Feed], insisting: Bool = false, overridingWaits: Bool = false, isOffline: Bool = false) {
        if progress == nil { (leftOut, news) = ([:], [:]) }
        let feeds = feeds.filter { !left.contains($0.id) }
        left.formUnion(feeds.map(\.id))
        for outcome in feeds.compactMap({ ended.removeValue(forKey: $0.id) }) {
            uncounted.count(outcome, isNews: false)
        }
        if feeds.isEmpty { hanging = [] }
        let part = RefreshPart(total: feeds.count)
        parts.append(part)
        (told, lastNews) = (nil, .now())
        tell()
        part.run = refresher.refresh(
            feeds, insisting: insisting, overridingWaits: overridingWaits, isOffline: isOffline
        ).deliver(on: .main).subscribe { [weak self] event in
            MainQueue.assume { self?.handle(event, of: part) }
        }
    }

    /// Notes that the user has seen a feed's new items.
    func markSeen(_ feed: FeedID) { news[feed] = nil }

    /// Stops the refresh. Stored items stay.
    package func stop() {
        for part in parts { part.run?.dispose() }
        end()
    }

    private func handle(_ event: Event<RefreshEvent, Never>, of part: RefreshPart) {
        switch event {
        case .next(.began(let feed)):
            begun[feed] = .now()
            watchBegun()
        case .next(.finished(let feed, let outcome)):
            begun[feed] = nil
            left.remove(feed)
            outcomes.append((feed, outcome))
            (ended[feed], lastNews) = (outcome, .now())
        case .next(.noted): break
        case .next(.progress(let progress)): part.progress = progress
        case .completed: part.isOver = true
        }
        if parts.allSatisfy(\.isOver) { end() } else { tellSoon() }
    }

    private static let moment = DispatchTimeInterval.milliseconds(40)

    /// Publishes the results of a moment together, as they may be about a thousand feeds. Each publication paints the
    /// screen, and keys wait for that.
    private func tellSoon() {
        if isTelling { return }
        isTelling = true
        MainQueue.async(after: Self.moment) { [weak self] in
            self?.isTelling = false
            self?.tell()
        }
    }

    private static let slowness = DispatchTimeInterval.milliseconds(200)

    /// Checks after a while which fetches still run, and again while there are some.
    private func watchBegun() {
        if isWatching || begun.isEmpty { return }
        isWatching = true
        MainQueue.async(after: Self.slowness) { [weak self] in
            self?.isWatching = false
            self?.updateSlow()
            self?.tellIfStalled()
            self?.watchBegun()
        }
    }

    private func updateSlow() {
        let now = DispatchTime.now()
        let slow = Set(begun.filter { $0.value + Self.slowness <= now }.keys)
        if slow != fetching { fetching = slow }
    }

    private func tell() {
        guard !parts.isEmpty else { return }
        if told == nil { progress = sum }
        updateSlow()
        tellOutcomes()
    }

    /// Tells the results of a stalled refresh, which goes on.
    private func tellIfStalled() {
        var results = sum
        let open = left.subtracting(hanging).count
        let counted = parts.reduce(-uncounted.done) { $0 + $1.progress.done }
        guard told == nil, !ended.isEmpty, ended.count <= counted,
            open == 0 || open <= ended.count && lastNews + patience <= .now()
        else { return }
        tellOutcomes()
        (results.done, results.total, results.waiting, hanging) = (ended.count, ended.count, left.count, left)
        (progress, ended, uncounted) = (nil, [:], uncounted + results)
        stalledSubject.send(results)
        told = results
    }

    private func tellOutcomes() {
        var (leftOut, news) = (leftOut, news)
        for case (let feed, .leftOut(let reason)) in outcomes where reason != .paused && !reason.isOfAll {
            leftOut[feed] = reason.description
        }
        for case (let feed, .fetched(.document(let stored))) in outcomes where stored.news.ofFeed > 0 {
            news[feed, default: 0] += stored.news.ofFeed
        }
        if leftOut != self.leftOut { self.leftOut = leftOut }
        if news != self.news { self.news = news }
        outcomes = []
    }

    private var sum: RefreshProgress {
        var sum = parts.reduce(RefreshProgress()) { $0 + $1.progress } - uncounted
        // All counts of a part come together, a moment after its events; until then those of feeds that are fetched again
        // are missing.
        sum.total = ended.count + left.subtracting(hanging).count
        sum.done = min(max(sum.done, 0), sum.total)
        return sum
    }

    private func end() {
        guard !parts.isEmpty else { return }
        let last = sum
        tellOutcomes()
        (parts, left, begun, ended, hanging, uncounted) = ([], [], [:], [:], [], RefreshProgress())
        progress = nil
        fetching = []
        finishedSubject.send(last)
        told = nil
    }
}

/// One of several refreshes that the user sees as one.
@MainActor private final class RefreshPart {
    var progress: RefreshProgress
    var run: (any Disposable)?
    var isOver = false

    init(total: Int) {
        progress = RefreshProgress(total: total)
    }
}
