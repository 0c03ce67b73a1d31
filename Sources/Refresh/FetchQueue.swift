import Dispatch
import Library
import Signals
import System

/// The queue of everything that lede fetches: feeds, pages, pictures and episodes.
///
/// A job waits until its host and the limits have room. Then the feeder's thread starts it. Each priority has limits of its
/// own, so that urgent jobs never wait for others.
package final class FetchQueue: Sendable {
    private let state = Locked(FetchJobs())
    /// Signalled at each change, for the feeder.
    private let news = DispatchSemaphore(value: 0)
    /// Waits for room. A separate queue, because its thread waits for most of a refresh: one thread, not one per job.
    private let feeder = DispatchQueue(label: "lede.fetch.feeder")
    /// For each priority, entered for every job that has begun and isn't finished.
    private let begun = FetchPriority.allCases.map { _ in DispatchGroup() }

    package init() {}

    /// Sets the limits of these settings, also for jobs that wait already.
    func limit(to settings: RefreshSettings) {
        change { state in
            state.limits = (settings.transfers, settings.transfersPerHost)
            state.downloadLimits = (settings.downloads.atOnce, 1)
        }
    }

    /// Adds jobs. If a job with the same key is there, it gets the runs instead.
    func add<Job: FetchJob>(_ jobs: [Job]) {
        if jobs.isEmpty { return }
        change { state in
            for job in jobs where state.join(job) == nil { state.insert(job) }
        }
        feed()
    }

    /// Adds the runs of jobs to those with the same keys. Returns the jobs that aren't there, and those that have begun.
    func join<Job: FetchJob>(_ jobs: [Job]) -> (rest: [Job], begun: [Job]) {
        change { state in
            var (rest, begun): ([Job], [Job]) = ([], [])
            for job in jobs {
                switch state.join(job) {
                case nil: rest.append(job)
                case true?: begun.append(job)
                case false?: break
                }
            }
            return (rest, begun)
        }
    }

    /// All jobs of a kind, waiting or begun.
    func jobs<Job: FetchJob>(_: Job.Type) -> [Job] { state.withLock { $0.jobs.values.compactMap { $0.job as? Job } } }

    /// Whether no job of this priority waits or has begun.
    func isEmpty(_ priority: FetchPriority) -> Bool { state.withLock { $0.levels[priority.rawValue].jobs == 0 } }

    /// The job as it is now, with the runs that have joined; nil if nobody waits for it any more.
    func current<Job: FetchJob>(_ job: Job) -> Job? {
        state.withLock { $0.jobs[job.key]?.job as? Job }.flatMap { $0.isWanted ? $0 : nil }
    }

    /// Stores what stops the transfer of a job that has begun. Returns false if nobody waits for it any more.
    func hold(_ transfer: any Disposable, for job: some FetchJob) -> Bool {
        state.withLock { state in
            guard let entry = state.jobs[job.key], case .begun = entry.stage else { return true }
            state.jobs[job.key]?.stage = .begun(transfer)
            return entry.job.isWanted
        }
    }

    /// Records that a document of this size has come, and whether its host is free for another. A job for which this isn't
    /// called takes up its place until it is finished.
    func receive(_ job: some FetchJob, size: Int, isHostFree: Bool) {
        change { state in
            state.receive(job.key, size: size)
            if isHostFree { state.freeHost(of: job.key) }
        }
    }

    func freeHost(of job: some FetchJob) { change { $0.freeHost(of: job.key) } }

    /// Removes a finished job, and returns the runs that waited for it.
    func finish<Job: FetchJob>(_ job: Job) -> [Job.Run] {
        guard let entry = change({ $0.remove(job.key) }) else { return [] }
        defer { begun[entry.priority.rawValue].leave() }
        return (entry.job as? Job)?.runs ?? []
    }

    /// Removes a stopped job, or queues it again if another run has joined it since. Waiting for all jobs includes `then`.
    func giveUp(_ job: some FetchJob, then: () -> Void = {}) {
        guard let entry = change({ $0.giveUp(job.key) }) else { return }
        then()
        begun[entry.priority.rawValue].leave()
        feed()
    }

    /// Removes a run from all jobs of a kind, and stops those that only this run waited for. Returns the waiting ones.
    @discardableResult
    func leave<Job: FetchJob>(_ run: Job.Run, _: Job.Type) -> [Job] {
        let (dropped, transfers) = change { state in
            var (dropped, transfers): ([Job], [any Disposable]) = ([], [])
            for entry in state.jobs.values {
                guard var job = entry.job as? Job, job.runs.contains(where: { $0 === run }) else { continue }
                job.runs.removeAll { $0 === run }
                state.jobs[job.key]?.job = job
                switch entry.stage {
                case .waiting where !job.isWanted: dropped.append(job)
                case .begun(let transfer?) where !job.isWanted: transfers.append(transfer)
                case .waiting, .begun, .received: break
                }
            }
            state.drop(dropped)
            return (dropped, transfers)
        }
        for transfer in transfers { transfer.dispose() }
        return dropped
    }

    /// Removes and returns the jobs of a kind that wait for a host.
    func takeWaiting<Job: FetchJob>(for host: FeedHost, where isMeant: (Job) -> Bool = { _ in true }) -> [Job] {
        change { state in
            let taken = state.jobs.values.filter { $0.isWaiting && $0.job.host == host }
                .compactMap { $0.job as? Job }.filter(isMeant)
            state.drop(taken)
            return taken
        }
    }

    /// Waits until no job of this priority is under way.
    func waitForBegun(_ priority: FetchPriority) { begun[priority.rawValue].wait() }

    /// Starts one job after another as soon as there is room, until none waits.
    private func feed() {
        feeder.async { while let job = self.next() { job.start() } }
    }

    /// Waits until another job may begin, and returns it; nil if none waits. Only for the feeder's thread.
    private func next() -> (any FetchJob)? {
        while true {
            let (next, isOver) = state.withLock { state -> (FetchJobs.Entry?, Bool) in
                let next = state.next()
                if let next { begun[next.priority.rawValue].enter() }
                state.isWaitedFor = next == nil && state.hasWaiting
                return (next, next == nil && !state.hasWaiting)
            }
            if next != nil || isOver { return next?.job }
            news.wait()
        }
    }

    private func change<Result: Sendable>(_ body: (inout FetchJobs) -> Result) -> Result {
        let (result, isWaitedFor) = state.withLock { state in
            defer { state.isWaitedFor = false }
            return (body(&state), state.isWaitedFor)
        }
        if isWaitedFor { news.signal() }
        return result
    }
}

/// The urgency of a job, the most urgent first.
enum FetchPriority: Int, CaseIterable, Sendable {
    /// A page that the user waits for.
    case openedPage
    /// A picture that the user looks at.
    case shownPicture
    case feed
    /// A page or a picture that the user may read later.
    case laterPage, laterPicture
    case download

    /// The most jobs at once, whatever the settings say. A page may take megabytes until its article is stored, and a picture
    /// 20 MB.
    fileprivate var most: Int { self == .feed ? .max : 16 }
}

/// Tells jobs apart. Jobs with the same key are one.
enum FetchKey: Hashable, Sendable {
    case feed(FeedID)
    /// Each run fetches its pages itself, because purposes have different options.
    case page(ItemID, for: ObjectIdentifier)
    case picture(String)
    case episode(ItemID)
}

/// Something to fetch, and the runs that wait for it.
protocol FetchJob: Sendable {
    associatedtype Run: AnyObject, Sendable

    var key: FetchKey { get }
    /// Nil if no server is asked.
    var host: FeedHost? { get }
    /// Another run may make it more urgent.
    var priority: FetchPriority { get }
    /// Empty if all runs that waited for it were stopped.
    var runs: [Run] { get set }

    /// Adds what another job with the same key has.
    mutating func join(_ other: Self)

    /// Begins to fetch. It must not block, since all other jobs wait.
    func start()
}

extension FetchJob {
    mutating func join(_ other: Self) { joinRuns(of: other) }

    mutating func joinRuns(of other: Self) {
        let known = runs
        runs = known + other.runs.filter { run in !known.contains { $0 === run } }
    }

    /// Whether somebody waits for it.
    fileprivate var isWanted: Bool { !runs.isEmpty }
}

/// The waiting and begun jobs, and the limits.
private struct FetchJobs: Sendable {
    struct Entry: Sendable {
        enum Stage: Sendable {
            case waiting
            /// With what stops its transfer, which comes a moment later.
            case begun((any Disposable)?)
            /// A document of this size has come. It is stored even if nobody waits for it any more.
            case received(size: Int)
        }

        var job: any FetchJob
        /// The priority with which it waits or has begun.
        var priority: FetchPriority
        var stage = Stage.waiting
        var occupiesHost = false

        var isWaiting: Bool { if case .waiting = stage { true } else { false } }
    }

    /// The jobs of one priority.
    struct Level: Sendable {
        var waiting = HostQueues()
        var memory = MemoryLimit()
        var jobs = 0
    }

    var jobs: [FetchKey: Entry] = [:]
    private(set) var levels = FetchPriority.allCases.map { _ in Level() }
    var limits = (atOnce: 1, perHost: 1)
    var downloadLimits = (atOnce: 1, perHost: 1)
    /// Whether the feeder waits for a change.
    var isWaitedFor = false

    var hasWaiting: Bool { levels.contains { $0.waiting.count > 0 } }

    /// Adds the runs of a job to a known one. Returns whether that has begun; nil if none is known.
    mutating func join<Job: FetchJob>(_ job: Job) -> Bool? {
        guard let entry = jobs[job.key], var known = entry.job as? Job else { return nil }
        known.join(job)
        jobs[job.key]?.job = known
        guard entry.isWaiting else { return true }
        if known.priority.rawValue < entry.priority.rawValue {
            drop([known])
            insert(known)
        }
        return false
    }

    /// Lets a job wait for its turn.
    mutating func insert(_ job: some FetchJob) {
        jobs[job.key] = Entry(job: job, priority: job.priority)
        levels[job.priority.rawValue].waiting.add(job.key, to: job.host)
        levels[job.priority.rawValue].jobs += 1
    }

    /// Returns the most urgent job that may begin, and lets it begin.
    mutating func next() -> Entry? {
        for priority in FetchPriority.allCases {
            let level = priority.rawValue
            let limits = priority == .download ? downloadLimits : limits
            guard levels[level].memory.hasRoom(for: min(limits.atOnce, priority.most)),
                let key = levels[level].waiting.next(atMost: limits.perHost)
            else { continue }
            levels[level].memory.begin()
            jobs[key]?.stage = .begun(nil)
            jobs[key]?.occupiesHost = true
            return jobs[key]
        }
        return nil
    }

    mutating func receive(_ key: FetchKey, size: Int) {
        guard let entry = jobs[key], case .begun = entry.stage else { return }
        jobs[key]?.stage = .received(size: size)
        levels[entry.priority.rawValue].memory.receive(size)
    }

    mutating func freeHost(of key: FetchKey) {
        guard let entry = jobs[key], entry.occupiesHost else { return }
        jobs[key]?.occupiesHost = false
        levels[entry.priority.rawValue].waiting.leave(entry.job.host)
    }

    /// Removes a job, and frees what it takes up.
    mutating func remove(_ key: FetchKey) -> Entry? {
        receive(key, size: 0)
        freeHost(of: key)
        guard let entry = jobs.removeValue(forKey: key) else { return nil }
        if case .received(let size) = entry.stage { levels[entry.priority.rawValue].memory.leave(size) }
        forget(entry)
        return entry
    }

    /// Removes a job, or lets it wait again if somebody still wants it.
    mutating func giveUp(_ key: FetchKey) -> Entry? {
        let entry = remove(key)
        if let job = entry?.job, job.isWanted { insert(job) }
        return entry
    }

    /// Removes waiting jobs.
    mutating func drop(_ dropped: [some FetchJob]) {
        let keys = Set(dropped.map(\.key))
        for host in Set(dropped.map(\.host)) {
            for level in levels.indices { levels[level].waiting.remove(from: host, where: keys.contains) }
        }
        for key in keys {
            if let entry = jobs.removeValue(forKey: key) { forget(entry) }
        }
    }

    private mutating func forget(_ entry: Entry) {
        let level = entry.priority.rawValue
        levels[level].jobs -= 1
        // The next documents may have other lengths.
        if levels[level].jobs == 0 { levels[level].memory = MemoryLimit() }
    }
}

/// A queue for each host, so that a busy host doesn't delay jobs of others.
private struct HostQueues: Sendable {
    private struct Host: Sendable {
        var waiting: ArraySlice<FetchKey> = []
        var underWay = 0
        /// Whether the host is in `free`.
        var isFree = false
    }

    /// The number of waiting jobs.
    private(set) var count = 0
    private var hosts: [FeedHost?: Host] = [:]
    /// The hosts with waiting jobs that may be used, in turn.
    private var free: ArraySlice<FeedHost?> = []

    /// Jobs without a host have their own queue, without a limit.
    mutating func add(_ key: FetchKey, to host: FeedHost?) {
        hosts[host, default: Host()].waiting.append(key)
        count += 1
        list(host)
    }

    /// Removes and returns the next job whose host is below the limit.
    mutating func next(atMost limit: Int) -> FetchKey? {
        while let host = free.popFirst() {
            hosts[host]?.isFree = false
            guard let queue = hosts[host], host == nil || queue.underWay < limit else { continue }
            guard let key = hosts[host]?.waiting.popFirst() else { continue }
            hosts[host]?.underWay += 1
            count -= 1
            list(host)
            return key
        }
        return nil
    }

    /// Records that a host has finished a job.
    mutating func leave(_ host: FeedHost?) {
        hosts[host]?.underWay -= 1
        list(host)
        forgetIfEmpty(host)
    }

    /// Removes the matching jobs that wait for a host.
    mutating func remove(from host: FeedHost?, where isMeant: (FetchKey) -> Bool) {
        guard let before = hosts[host]?.waiting.count else { return }
        hosts[host]?.waiting.removeAll(where: isMeant)
        count -= before - (hosts[host]?.waiting.count ?? 0)
        forgetIfEmpty(host)
    }

    private mutating func list(_ host: FeedHost?) {
        guard let queue = hosts[host], !queue.isFree, !queue.waiting.isEmpty else { return }
        hosts[host]?.isFree = true
        free.append(host)
    }

    private mutating func forgetIfEmpty(_ host: FeedHost?) {
        if let queue = hosts[host], queue.waiting.isEmpty, queue.underWay == 0 { hosts[host] = nil }
    }
}

/// Limits how many jobs are under way at once, by number and by the bytes that wait to be stored or are still to come.
///
/// The length of a document isn't known before it comes, so each is expected to have the average length so far.
struct MemoryLimit: Sendable {
    /// The most bytes of documents that may wait to be parsed and stored.
    static let bytes = 16 << 20

    /// The number of transfers.
    private var inFlight = 0
    /// The bytes of documents that have come and aren't stored yet.
    private var held = 0
    // As if a few long documents had already come, so that a refresh doesn't begin with hundreds of long ones.
    private var documents = 4
    private var received = 2 << 20

    private var expected: Int { inFlight * (received / documents) }

    /// Whether another job may begin, with at most `limit` at once.
    func hasRoom(for limit: Int) -> Bool {
        // At least one, or a document above the whole limit would never be fetched.
        guard inFlight > 0 || held > 0 else { return true }
        return inFlight < limit && held + expected < Self.bytes
    }

    mutating func begin() { inFlight += 1 }

    /// Records that a document of this size has come.
    mutating func receive(_ size: Int) {
        inFlight -= 1
        held += size
        documents += 1
        received += size
    }

    /// Releases the bytes of a document of this size.
    mutating func leave(_ size: Int) { held -= size }
}
