import Library
import Signals

/// The feeds that wait and those being fetched, each once, even for several refreshes.
struct FeedJobs: Sendable {
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
