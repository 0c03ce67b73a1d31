import Library
import Signals

/// The feeds that wait to be fetched and those that are under way: each once, whoever asked for it.
struct FeedJobs: Sendable {
    enum Next {
        case feed(FeedJob)
        /// None may be asked for before something changes.
        case later
        /// None waits.
        case none
    }

    private var jobs: [FeedID: FeedJob] = [:]
    private var lines = HostLines<FeedID>()
    private var allowance = Allowance()
    private var waiting = 0

    /// Those that this process fetches or will, so that no other should.
    var feeds: [FeedID] { Array(jobs.keys) }

    /// Has a run wait for a feed with others; nil where nobody waits for it yet, else whether it is asked already.
    mutating func join(_ run: RefreshRun, to feed: FeedID) -> Bool? {
        guard let job = jobs[feed] else { return nil }
        jobs[feed]?.runs.append(run)
        return !job.isWaiting
    }

    /// Lines up a feed that nobody waits for yet.
    mutating func add(_ job: FeedJob) {
        guard jobs[job.feed.id] == nil else { return }
        jobs[job.feed.id] = job
        line(up: job.feed.id)
    }

    /// Takes the next that may be asked for.
    mutating func next(_ settings: RefreshSettings) -> Next {
        guard waiting > 0 else { return .none }
        guard allowance.hasRoom(for: settings.transfers), let feed = lines.next(atMost: settings.transfersPerHost)
        else { return .later }
        waiting -= 1
        allowance.ask()
        jobs[feed]?.stage = .asked(nil)
        return jobs[feed].map { .feed($0) } ?? .later
    }

    /// Notes what stops the asking for a feed; false where that is to be stopped already.
    mutating func note(_ asking: any Disposable, for feed: FeedID) -> Bool {
        guard let job = jobs[feed], case .asked = job.stage else { return true }
        jobs[feed]?.stage = .asked(asking)
        return !job.runs.isEmpty
    }

    /// Notes that there is an answer for a feed, with a document of so many bytes.
    mutating func receive(_ feed: FeedID, size: Int) {
        jobs[feed]?.stage = .answered
        allowance.receive(size)
    }

    /// Lets a feed's host be asked for another.
    mutating func freeHost(of feed: FeedID) {
        if let job = jobs[feed] { lines.leave(job.host) }
    }

    /// Ends with a feed whose document of so many bytes has been dealt with; returned is who waited for it.
    mutating func finish(_ feed: FeedID, size: Int) -> [RefreshRun] {
        allowance.leave(size)
        return remove(feed)
    }

    /// Ends with a feed whose asking was stopped, or lines it up again where somebody has come to wait for it since.
    mutating func giveUp(_ feed: FeedID) {
        guard let job = jobs[feed] else { return }
        guard !job.runs.isEmpty else { return _ = remove(feed) }
        jobs[feed]?.stage = .waiting
        line(up: feed)
    }

    /// Has a run wait for nothing any more. Of what nobody else waits for, that which waits is forgotten and returned, as is
    /// what stops the rest.
    mutating func leave(_ run: RefreshRun) -> (feeds: [FeedID], askings: [any Disposable]) {
        let forsaken = jobs.values.filter { $0.runs.allSatisfy { $0 === run } && !$0.isAnswered }
        for feed in jobs.keys { jobs[feed]?.runs.removeAll { $0 === run } }
        let waiting = forsaken.filter(\.isWaiting)
        forget(waiting)
        return (waiting.map(\.feed.id), forsaken.compactMap(\.asking))
    }

    /// Takes out all that waits for a host.
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
        // The next documents may be of another kind.
        if jobs.isEmpty { allowance = Allowance() }
        return runs
    }

    private mutating func line(up feed: FeedID) {
        lines.add(feed, to: jobs[feed]?.host)
        waiting += 1
    }
}
