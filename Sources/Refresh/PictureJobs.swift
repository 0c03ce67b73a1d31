import HTTP
import Library
import Signals
import System

/// A picture that runs wait for.
struct PictureJob: Sendable {
    let url: String
    let host: FeedHost?
    /// The feed with whose settings it is fetched.
    let feedURL: String
    fileprivate(set) var items: [ItemID]
    fileprivate(set) var runs: [PictureRun]
    /// Nil while it waits.
    fileprivate(set) var transfer: TransferID?

    init(url: String, host: FeedHost?, feedURL: String, items: [ItemID], run: PictureRun) {
        (self.url, self.host, self.feedURL, self.items, runs) = (url, host, feedURL, items, [run])
    }

    /// Whether only preloading waits for it.
    var isAhead: Bool { runs.allSatisfy { $0.purpose == .ahead } }
}

/// The pictures to fetch, each once however many runs wait for it.
///
/// What the user looks at has connections of its own, so that it never waits for pictures fetched ahead.
struct PictureJobs: Sendable {
    private struct Entry: Sendable {
        let url: String
        let host: FeedHost?
    }

    private struct Line: Sendable {
        var hosts = HostLines<Entry>()
        var underWay = 0
    }

    /// A transfer that has begun, and its line.
    struct Begun: Sendable {
        let job: PictureJob
        let transfer: TransferID
        fileprivate let isAhead: Bool
    }

    private var jobs: [String: PictureJob] = [:]
    private var (shown, ahead) = (Line(), Line())
    private var hasReached = false
    /// The pictures whose servers couldn't be reached, until another one was.
    private var unreached: [PictureJob] = []

    /// Adds a picture, or a run to those that wait for it.
    mutating func add(_ job: PictureJob) {
        guard let known = jobs[job.url] else {
            jobs[job.url] = job
            return enqueue(job)
        }
        jobs[job.url]?.runs += job.runs
        jobs[job.url]?.items += job.items
        // It stays in the other line, too, until its turn there.
        if known.transfer == nil, known.isAhead, !job.isAhead { enqueue(job) }
    }

    private mutating func enqueue(_ job: PictureJob) {
        let entry = Entry(url: job.url, host: job.host)
        if job.isAhead { ahead.hosts.add(entry, to: job.host) } else { shown.hosts.add(entry, to: job.host) }
    }

    /// Returns the next picture that may be fetched.
    mutating func next(atMost limit: Int, perHost: Int) -> Begun? {
        next(in: \.shown, atMost: limit, perHost: perHost) ?? next(in: \.ahead, atMost: limit, perHost: perHost)
    }

    private mutating func next(
        in line: WritableKeyPath<PictureJobs, Line>, atMost limit: Int, perHost: Int
    ) -> Begun? {
        while self[keyPath: line].underWay < limit, let entry = self[keyPath: line].hosts.next(atMost: perHost) {
            // Nobody may want it any more, or it was in the other line first.
            guard let job = jobs[entry.url], job.transfer == nil else {
                self[keyPath: line].hosts.leave(entry.host)
                continue
            }
            let transfer = TransferID()
            jobs[entry.url]?.transfer = transfer
            self[keyPath: line].underWay += 1
            return Begun(job: job, transfer: transfer, isAhead: line == \.ahead)
        }
        return nil
    }

    /// The picture of a transfer as it is now; nil if nobody waits for it.
    func job(of begun: Begun) -> PictureJob? {
        guard let job = jobs[begun.job.url], job.transfer == begun.transfer else { return nil }
        return job
    }

    /// Frees the line of a transfer that has ended.
    mutating func free(_ begun: Begun) {
        let line: WritableKeyPath<PictureJobs, Line> = begun.isAhead ? \.ahead : \.shown
        self[keyPath: line].underWay -= 1
        self[keyPath: line].hosts.leave(begun.job.host)
    }

    /// Removes a picture, and returns all runs that wait for it, those that joined since, too.
    mutating func remove(_ job: PictureJob) -> [PictureRun] {
        let runs = jobs.removeValue(forKey: job.url)?.runs ?? []
        if jobs.isEmpty { (hasReached, unreached) = (false, []) }
        return job.runs + runs.filter { run in !job.runs.contains { $0 === run } }
    }

    /// Lets a picture wait once more.
    mutating func putBack(_ job: PictureJob) {
        jobs[job.url]?.transfer = nil
        enqueue(job)
    }

    /// Removes and returns the pictures that wait for a host.
    mutating func takeWaiting(for host: FeedHost) -> [PictureJob] {
        let waiting = jobs.values.filter { $0.host == host && $0.transfer == nil }
        for job in waiting { jobs[job.url] = nil }
        return waiting
    }

    /// Removes a run from all pictures, and returns the transfers that nobody waits for any more.
    mutating func leave(_ run: PictureRun) -> [TransferID] {
        var transfers: [TransferID] = []
        for url in run.urls {
            guard var job = jobs[url], job.runs.contains(where: { $0 === run }) else { continue }
            job.runs.removeAll { $0 === run }
            jobs[url] = job.runs.isEmpty ? nil : job
            if job.runs.isEmpty, let transfer = job.transfer { transfers.append(transfer) }
        }
        return transfers
    }

    /// Notes that a server answered. Returns the pictures whose servers couldn't be reached before: those are at fault,
    /// and not the network.
    mutating func recordReached() -> [PictureJob] {
        defer { (hasReached, unreached) = (true, []) }
        return unreached
    }

    /// Notes that a server couldn't be reached. Returns whether it is at fault.
    mutating func recordUnreached(_ job: PictureJob) -> Bool {
        if !hasReached { unreached.append(job) }
        return hasReached
    }
}

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
