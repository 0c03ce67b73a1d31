import Library
import Signals
import System

/// The pictures that one subscriber waits for.
final class PictureRun: Sendable {
    private struct State: Sendable {
        var left: Set<String>
        var unreported: Int
        /// The pictures that another try may bring soon.
        var untried: Set<String> = []
        var bytes = 0
        var isOver = false
    }

    let purpose: PagePurpose
    let pictures: [ItemPictures]
    /// Each once, in order.
    let urls: [String]
    private let observer: Observer<PictureEvent, Never>
    private let state: Locked<State>

    init(_ pictures: [ItemPictures], for purpose: PagePurpose, _ observer: Observer<PictureEvent, Never>) {
        var seen: Set<String> = []
        urls = pictures.flatMap(\.urls).filter { seen.insert($0).inserted }
        self.pictures = pictures
        self.purpose = purpose
        self.observer = observer
        state = Locked(State(left: seen, unreported: seen.count))
    }

    /// The items that show each picture.
    var itemsOfURLs: [String: [ItemID]] {
        var items: [String: [ItemID]] = [:]
        for pictures in pictures {
            for url in Set(pictures.urls) { items[url, default: []].append(pictures.item) }
        }
        return items
    }

    var isOver: Bool { state.withLock { $0.isOver } }
    /// Whether the subscriber has got all outcomes.
    var isFinished: Bool { state.withLock { $0.unreported == 0 } }
    var left: Set<String> { state.withLock { $0.left } }

    /// Reports an outcome, unless there is one for this picture or the run is over. `isTried` is false if another try may
    /// bring the picture.
    func report(_ url: String, _ outcome: PictureOutcome, isTried: Bool = true) {
        let isNews = state.withLock { state in
            guard !state.isOver, state.left.remove(url) != nil else { return false }
            if !isTried { state.untried.insert(url) }
            return true
        }
        guard isNews else { return }
        observer.send(PictureEvent(url: url, outcome: outcome))
        state.withLock { $0.unreported -= 1 }
    }

    /// Counts the bytes of a stored picture, and returns those of all.
    func count(_ bytes: Int) -> Int {
        state.withLock { state in
            state.bytes += bytes
            return state.bytes
        }
    }

    /// Ends the run for its subscriber, once.
    func complete() { if end() { observer.send(.completed) } }

    /// Ends the run, and returns whether it hadn't ended before.
    func end() -> Bool {
        state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
    }

    /// The items of which all pictures have come or can't be had now, and the others.
    var items: (finished: [ItemID], others: [ItemID]) {
        let open = state.withLock { $0.left.union($0.untried) }
        let finished = pictures.filter { open.isDisjoint(with: $0.urls) }.map(\.item)
        return (finished, pictures.filter { !open.isDisjoint(with: $0.urls) }.map(\.item))
    }
}

/// A picture to fetch, and the runs that wait for it.
struct PictureFetch: FetchJob {
    let url: String
    let host: FeedHost?
    /// The feed with whose settings it is fetched.
    let feedURL: String
    private(set) var items: [ItemID]
    var runs: [PictureRun]
    private let fetcher: PictureFetcher

    init(_ url: String, of items: [ItemID], feedURL: String, for run: PictureRun, by fetcher: PictureFetcher) {
        (self.url, self.items, self.feedURL, self.fetcher) = (url, items, feedURL, fetcher)
        (host, runs) = (FeedHost(of: url), [run])
    }

    var key: FetchKey { .picture(url) }
    var priority: FetchPriority { isAhead ? .laterPicture : .shownPicture }

    /// Whether only preloading waits for it.
    var isAhead: Bool { runs.allSatisfy { $0.purpose == .ahead } }

    mutating func join(_ other: PictureFetch) {
        joinRuns(of: other)
        items += other.items
    }

    func start() { fetcher.start(self) }
}
