import Dispatch
import Library
import Signals
import System

/// The waiting and running feeds, shared between threads.
final class Traffic: Sendable {
    private struct State {
        var jobs = FeedJobs()
        var isWaitedFor = false
    }

    private let state = Locked(State())
    /// Signalled at each change, for the feeder.
    private let news = DispatchSemaphore(value: 0)
    /// Entered for every feed whose fetch has begun and isn't finished.
    private let asked = DispatchGroup()

    /// All feeds that wait or are being fetched.
    var feeds: [FeedID] { state.withLock { $0.jobs.feeds } }

    /// Adds a run to those of its feeds that are already in the list. Returns the other feeds, and those whose fetch
    /// has begun.
    func join(_ run: RefreshRun, to feeds: [Feed]) -> (rest: [Feed], begun: [FeedID]) {
        state.withLock { state in
            var (rest, begun): ([Feed], [FeedID]) = ([], [])
            for feed in feeds {
                switch state.jobs.join(run, to: feed.id) {
                case nil: rest.append(feed)
                case true?: begun.append(feed.id)
                case false?: break
                }
            }
            return (rest, begun)
        }
    }

    func add(_ new: [FeedJob]) {
        change { jobs in
            for job in new { jobs.add(job) }
        }
    }

    /// Waits until another feed may be fetched, and returns it; nil if none waits. Only for one thread at a time.
    func next(_ settings: () -> RefreshSettings) -> FeedJob? {
        while true {
            let settings = settings()
            let next = state.withLock { state in
                let next = state.jobs.next(settings)
                switch next {
                case .feed: asked.enter()
                case .later: state.isWaitedFor = true
                case .none: break
                }
                return next
            }
            switch next {
            case .feed(let job): return job
            case .none: return nil
            case .later: news.wait()
            }
        }
    }

    /// Stores the handle that cancels a fetch; returns false if the fetch was already cancelled.
    func setHandle(_ asking: any Disposable, for feed: FeedID) -> Bool {
        state.withLock { $0.jobs.setHandle(asking, for: feed) }
    }

    /// Records the answer for a feed, with a document of this size, and whether its host is free for another.
    func receive(_ feed: FeedID, size: Int, isHostFree: Bool) {
        change { jobs in
            jobs.receive(feed, size: size)
            if isHostFree { jobs.freeHost(of: feed) }
        }
    }

    func freeHost(of feed: FeedID) { change { $0.freeHost(of: feed) } }

    /// Removes a finished feed whose document had this size, and returns the runs that waited for it.
    func finish(_ feed: FeedID, size: Int) -> [RefreshRun] {
        defer { asked.leave() }
        return change { $0.finish(feed, size: size) }
    }

    /// Removes a cancelled feed, or queues it again if another run has joined it since. Waiting for all fetches
    /// includes `then`.
    func giveUp(_ feed: FeedID, then: () -> Void) {
        change { $0.giveUp(feed) }
        then()
        asked.leave()
    }

    /// Removes a run from all feeds. Returns the waiting feeds that are dropped, and the handles that cancel others.
    func leave(_ run: RefreshRun) -> (feeds: [FeedID], askings: [any Disposable]) {
        change { $0.leave(run) }
    }

    /// Removes and returns all feeds that wait for a host.
    func takeWaiting(for host: FeedHost) -> [FeedJob] { change { $0.takeWaiting(for: host) } }

    func waitForAsked() { asked.wait() }

    private func change<Result: Sendable>(_ body: (inout FeedJobs) -> Result) -> Result {
        let (result, isWaitedFor) = state.withLock { state in
            defer { state.isWaitedFor = false }
            return (body(&state.jobs), state.isWaitedFor)
        }
        if isWaitedFor { news.signal() }
        return result
    }
}

/// The feeds that wait and those being fetched, each once, even for several refreshes.
private struct FeedJobs: Sendable {
    enum Next {
        case feed(FeedJob)
        /// None may be fetched before something changes.
        case later
        /// No feed waits.
        case none
    }

    private var jobs: [FeedID: FeedJob] = [:]
    private var lines = HostLines<FeedID>()
    private var allowance = Allowance()
    private var waiting = 0

    /// The feeds that this process fetches or will fetch, so that no other does.
    var feeds: [FeedID] { Array(jobs.keys) }

    /// Adds a run to the waiting ones of a feed. Returns nil if the feed is new, and otherwise whether its fetch has
    /// begun.
    mutating func join(_ run: RefreshRun, to feed: FeedID) -> Bool? {
        guard let job = jobs[feed] else { return nil }
        jobs[feed]?.runs.append(run)
        return !job.isWaiting
    }

    /// Queues a feed that isn't in the list yet.
    mutating func add(_ job: FeedJob) {
        guard jobs[job.feed.id] == nil else { return }
        jobs[job.feed.id] = job
        line(up: job.feed.id)
    }

    /// Removes and returns the next feed that may be fetched.
    mutating func next(_ settings: RefreshSettings) -> Next {
        guard waiting > 0 else { return .none }
        guard allowance.hasRoom(for: settings.transfers), let feed = lines.next(atMost: settings.transfersPerHost)
        else { return .later }
        waiting -= 1
        allowance.ask()
        jobs[feed]?.stage = .asked(nil)
        return jobs[feed].map { .feed($0) } ?? .later
    }

    /// Stores the handle that cancels a fetch; returns false if the fetch was already cancelled.
    mutating func setHandle(_ asking: any Disposable, for feed: FeedID) -> Bool {
        guard let job = jobs[feed], case .asked = job.stage else { return true }
        jobs[feed]?.stage = .asked(asking)
        return !job.runs.isEmpty
    }

    /// Records the answer for a feed, with a document of this size.
    mutating func receive(_ feed: FeedID, size: Int) {
        jobs[feed]?.stage = .answered
        allowance.receive(size)
    }

    /// Lets another feed of the same host be fetched.
    mutating func freeHost(of feed: FeedID) {
        if let job = jobs[feed] { lines.leave(job.host) }
    }

    /// Removes a finished feed whose document had this size, and returns the runs that waited for it.
    mutating func finish(_ feed: FeedID, size: Int) -> [RefreshRun] {
        allowance.leave(size)
        return remove(feed)
    }

    /// Removes a cancelled feed, or queues it again if another run has joined it since.
    mutating func giveUp(_ feed: FeedID) {
        guard let job = jobs[feed] else { return }
        guard !job.runs.isEmpty else { return _ = remove(feed) }
        jobs[feed]?.stage = .waiting
        line(up: feed)
    }

    /// Removes a run from all feeds. Of the feeds that only this run waited for, it returns the waiting ones, which it
    /// also removes, and the handles that cancel the others.
    mutating func leave(_ run: RefreshRun) -> (feeds: [FeedID], askings: [any Disposable]) {
        let forsaken = jobs.values.filter { $0.runs.allSatisfy { $0 === run } && !$0.isAnswered }
        for feed in jobs.keys { jobs[feed]?.runs.removeAll { $0 === run } }
        let waiting = forsaken.filter(\.isWaiting)
        forget(waiting)
        return (waiting.map(\.feed.id), forsaken.compactMap(\.asking))
    }

    /// Removes and returns all feeds that wait for a host.
    mutating func takeWaiting(for host: FeedHost) -> [FeedJob] {
        let taken = jobs.values.filter { $0.host == host && $0.isWaiting }
        forget(taken)
        return taken
    }

    private mutating func forget(_ waiting: [FeedJob]) {
        let feeds = Set(waiting.map(\.feed.id))
        for host in Set(waiting.map(\.host)) { lines.remove(from: host) { feeds.contains($0) } }
        for feed in feeds { jobs[feed] = nil }
        self.waiting -= feeds.count
    }

    private mutating func remove(_ feed: FeedID) -> [RefreshRun] {
        let runs = jobs.removeValue(forKey: feed)?.runs ?? []
        // The next documents may have other lengths.
        if jobs.isEmpty { allowance = Allowance() }
        return runs
    }

    private mutating func line(up feed: FeedID) {
        lines.add(feed, to: jobs[feed]?.host)
        waiting += 1
    }
}

/// A feed to fetch, and the refreshes that wait for it.
struct FeedJob: Sendable {
    enum Stage: Sendable {
        case waiting
        /// With the handle that cancels the fetch, which comes a moment later.
        case asked((any Disposable)?)
        /// The answer has come. It is parsed and stored even if nobody waits for it any more.
        case answered
    }

    let feed: Feed
    let details: FeedDetails
    let host: FeedHost?
    /// Empty if all refreshes that waited for it were stopped.
    var runs: [RefreshRun]
    var stage = Stage.waiting

    init(_ feed: Feed, _ details: FeedDetails, for run: RefreshRun) {
        self.feed = feed
        self.details = details
        self.host = FeedHost(of: feed.url)
        runs = [run]
    }

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }

    fileprivate var isAnswered: Bool { if case .answered = stage { true } else { false } }

    /// The handle that cancels the fetch, while there is one.
    var asking: (any Disposable)? { if case .asked(let asking) = stage { asking } else { nil } }
}

/// A queue for each host, so that a busy host doesn't delay feeds of others.
struct HostLines<Element: Sendable>: Sendable {
    private struct Line: Sendable {
        var waiting: ArraySlice<Element> = []
        var underWay = 0
        /// Whether the host is in `free`.
        var isFree = false
    }

    private var lines: [FeedHost?: Line] = [:]
    /// The hosts with waiting elements that may be used, in turn.
    private var free: ArraySlice<FeedHost?> = []

    /// Elements without a host have their own queue, without a limit.
    mutating func add(_ element: Element, to host: FeedHost?) {
        lines[host, default: Line()].waiting.append(element)
        list(host)
    }

    /// Removes and returns the next element whose host is below the limit.
    mutating func next(atMost limit: Int) -> Element? {
        while let host = free.popFirst() {
            lines[host]?.isFree = false
            guard let line = lines[host], host == nil || line.underWay < limit else { continue }
            guard let element = lines[host]?.waiting.popFirst() else { continue }
            lines[host]?.underWay += 1
            list(host)
            return element
        }
        return nil
    }

    /// Records that a host has finished one element.
    mutating func leave(_ host: FeedHost?) {
        lines[host]?.underWay -= 1
        list(host)
        forgetIfEmpty(host)
    }

    /// Removes the matching elements that wait for a host.
    mutating func remove(from host: FeedHost?, where isMeant: (Element) -> Bool) {
        lines[host]?.waiting.removeAll(where: isMeant)
        forgetIfEmpty(host)
    }

    private mutating func list(_ host: FeedHost?) {
        guard let line = lines[host], !line.isFree, !line.waiting.isEmpty else { return }
        lines[host]?.isFree = true
        free.append(host)
    }

    private mutating func forgetIfEmpty(_ host: FeedHost?) {
        if let line = lines[host], line.waiting.isEmpty, line.underWay == 0 { lines[host] = nil }
    }
}

/// Limits how many feeds are fetched at once, by number and by the bytes that wait to be stored or are still to come.
///
/// The length of a document isn't known before it comes, so each is expected to have the average length so far.
struct Allowance: Sendable {
    /// The most bytes of documents that may wait to be parsed and stored.
    static let bytes = 16 << 20

    /// The number of feeds being fetched.
    private var inFlight = 0
    /// The bytes of documents that have come and aren't stored yet.
    private var held = 0
    // As if a few long documents had already come, so that a refresh doesn't begin with hundreds of long ones.
    private var documents = 4
    private var received = 2 << 20

    private var expected: Int { inFlight * (received / documents) }

    /// Whether another feed may be fetched, with at most `limit` at once.
    func hasRoom(for limit: Int) -> Bool {
        // At least one, or a document above the whole allowance would never be fetched.
        guard inFlight > 0 || held > 0 else { return true }
        return inFlight < limit && held + expected < Self.bytes
    }

    mutating func ask() { inFlight += 1 }

    /// Records that a document of this size has come.
    mutating func receive(_ size: Int) {
        inFlight -= 1
        held += size
        documents += 1
        received += size
    }

    /// Releases the allowance of a document of this size.
    mutating func leave(_ size: Int) { held -= size }
}
