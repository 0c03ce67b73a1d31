import Dispatch
package import Library
import Refresh
package import Signals
import System

/// The running refresh and its results. A refresh that starts meanwhile becomes part of it.
@MainActor package final class RefreshModel {
    /// The progress of a refresh, for a screen that doesn't know how feeds are fetched.
    package struct Progress: Equatable, Sendable {
        package var total: Int
        package var done = 0
        package var newItems = 0
        package var feedsWithNews = 0
        package var failed = 0
        /// The number of skipped feeds.
        package var leftOut = 0
        package var paused = 0
        /// The size of the fetched documents in bytes.
        package var bytes = 0
        /// Whether a server answered.
        package var hasReached = false
        /// Whether several servers were asked, and none answered.
        package var isNowhere = false
        /// The names of some feeds that are being fetched.
        package var current: [String] = []
    }

    /// Nil when no refresh runs.
    @Published package internal(set) var progress: Progress?
    /// The feeds that have been fetched for long enough to show it; signs for shorter fetches would flicker.
    @Published package internal(set) var fetching: Set<FeedID> = []
    /// The feeds that this or the last refresh skipped, with the reasons in words.
    @Published package internal(set) var leftOut: [FeedID: String] = [:]
    /// The number of new items in each feed that has some.
    @Published package internal(set) var news: [FeedID: Int] = [:]

    private let refresher: Refresher
    private let finishedSubject = Subject<Progress, Never>()
    private var parts: [RefreshPart] = []
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
    package var finished: Signal<Progress, Never> { finishedSubject.signal }

    package var isRunning: Bool { progress != nil }

    /// The settings for fetching.
    var settings: RefreshSettings { refresher.settings }

    /// The queue of all that the reader fetches.
    var fetchQueue: FetchQueue { refresher.fetchQueue }

    /// Refreshes feeds. With `insisting`, also fetches those that would be skipped.
    func start(_ feeds: [Feed], insisting: Bool = false) {
        if !isRunning { (leftOut, news) = ([:], [:]) }
        let feeds = feeds.filter { !left.contains($0.id) }
        left.formUnion(feeds.map(\.id))
        let part = RefreshPart(total: feeds.count)
        parts.append(part)
        tell()
        part.run = refresher.refresh(feeds, insisting: insisting).deliver(on: .main).subscribe { [weak self] event in
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

    private static let patience = DispatchTimeInterval.milliseconds(200)

    /// Checks after a while which fetches still run, and again while there are some.
    private func watchBegun() {
        if isWatching || begun.isEmpty { return }
        isWatching = true
        MainQueue.async(after: Self.patience) { [weak self] in
            self?.isWatching = false
            self?.updateSlow()
            self?.watchBegun()
        }
    }

    private func updateSlow() {
        let now = DispatchTime.now()
        let slow = Set(begun.filter { $0.value + Self.patience <= now }.keys)
        if slow != fetching { fetching = slow }
    }

    private func tell() {
        guard !parts.isEmpty else { return }
        progress = sum
        updateSlow()
        tellOutcomes()
    }

    private func tellOutcomes() {
        var (leftOut, news) = (leftOut, news)
        for case (let feed, .leftOut(let reason)) in outcomes where reason != .paused {
            leftOut[feed] = reason.description
        }
        for case (let feed, .fetched(.document(let stored))) in outcomes where stored.news.ofFeed > 0 {
            news[feed, default: 0] += stored.news.ofFeed
        }
        if leftOut != self.leftOut { self.leftOut = leftOut }
        if news != self.news { self.news = news }
        outcomes = []
    }

    private var sum: Progress {
        parts.reduce(into: Progress(total: 0)) { sum, part in
            sum.total += part.progress.total
            sum.done += part.progress.done
            sum.newItems += part.progress.newItems
            sum.feedsWithNews += part.progress.feedsWithNews
            sum.failed += part.progress.failed
            sum.leftOut += part.progress.leftOut
            sum.paused += part.progress.paused
            sum.bytes += part.progress.bytes
            sum.hasReached = sum.hasReached || part.progress.hasReached
            sum.isNowhere = sum.isNowhere || part.progress.isNowhere
            sum.current += part.progress.current
        }
    }

    private func end() {
        guard !parts.isEmpty else { return }
        let last = sum
        tellOutcomes()
        (parts, left, begun) = ([], [], [:])
        progress = nil
        fetching = []
        finishedSubject.send(last)
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

extension Status {
    /// The finish line of a refresh. `failures` is the key that shows the failures; nil if they are on the screen.
    init(_ progress: RefreshModel.Progress, seeing failures: String?) {
        var parts: [String] = []
        if progress.done < progress.total { parts.append("stopped after \(progress.done) of \(progress.total) feeds") }
        parts.append(
            progress.newItems == 0
                ? "nothing new"
                : "\(progress.newItems) new in \(progress.feedsWithNews.counted("feed"))"
        )
        var troubles: [String] = []
        if progress.failed > 0 { troubles.append("\(progress.failed) failed") }
        if progress.leftOut > 0 { troubles.append("\(progress.leftOut) skipped") }
        if !troubles.isEmpty { parts.append(troubles.joined(separator: " · ") + (failures.map { " (\($0))" } ?? "")) }
        let text = parts.joined(separator: " · ")
        self.init(
            text: text.prefix(1).uppercased() + text.dropFirst(), kind: progress.nothingAnswered ? .failed : .done)
    }
}

/// The messages of a refresh: its finish line, what rules and programs reported, and their failures.
struct AfterRefresh {
    /// The last finish line.
    var finishLine: Status?
    /// Messages to append to the finish line of the running refresh.
    var waiting: [Status] = []
    /// The failures of programs, the latest last.
    private(set) var troubles: [String] = []

    /// More would push feeds out of the list of failures.
    private static let mostTroubles = 10

    mutating func add(_ trouble: String) {
        troubles = (troubles.filter { $0 != trouble } + [trouble]).suffix(Self.mostTroubles)
    }
}
