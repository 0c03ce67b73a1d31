import Dispatch
import FoundationEssentials
import HTTP
package import Library
package import Signals
import System

/// Fetches, parses and stores many feeds at once.
package final class Refresher: Sendable {
    private let documents: DocumentFetcher
    let library: Library
    package let fetchQueue: FetchQueue
    let leases: Leases
    /// Decides with the library which feeds may be fetched, and takes, renews and ends leases. A separate queue,
    /// because all of that waits for the writer, and its order decides who has a lease.
    private let admission = DispatchQueue(label: "lede.refresh.admission")
    private let parsing = ParsingQueues()
    private let storing: StoringQueue
    /// The memory of documents, from their first byte until they are stored.
    private let budget = MemoryBudget()
    private let currentSettings: Locked<RefreshSettings>

    package init(library: Library, settings: RefreshSettings, queue: FetchQueue = FetchQueue()) {
        self.library = library
        fetchQueue = queue
        leases = Leases(in: library, renewedOn: admission)
        storing = StoringQueue(for: library)
        // Every request has its own options, with another user agent and other limits.
        documents = DocumentFetcher(client: Client(userAgent: "lede", budget: budget), parsing: parsing)
        currentSettings = Locked(settings)
        fetchQueue.limit(to: settings)
    }

    /// May be changed at any time. Running fetches continue with the old settings.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set {
            currentSettings.withLock { $0 = newValue }
            fetchQueue.limit(to: newValue)
        }
    }

    /// Starts a refresh for each subscriber, and completes when every feed is finished.
    ///
    /// A feed that is already being fetched isn't fetched twice: all of its refreshes get the result. With `insisting`,
    /// feeds are fetched that would otherwise be skipped, but those that must wait only with `overridingWaits`. With
    /// `isOffline`, even a single unreachable feed isn't at fault. Disposing of the subscription stops the refresh: it
    /// keeps what has come and fetches nothing more.
    package func refresh(
        _ feeds: [Feed], insisting: Bool = false, overridingWaits: Bool = false, isOffline: Bool = false
    ) -> Signal<RefreshEvent, Never> {
        // Those of a server are fetched there.
        let feeds = feeds.filter { $0.account == nil }
        return Signal { [self] observer in
            let run = RefreshRun(
                feeds, observer, isOffline: isOffline, hasProxy: self.settings.request.proxy.isServer
            ) { _ = self.library.store($0) }
            admission.async { self.admit(feeds, to: run, insisting: insisting, overridingWaits: overridingWaits) }
            return ActionDisposable { self.stop(run) }
        }
    }

    /// Waits until everything that has come is stored. For the end of a program that has stopped its refreshes.
    package func drain() {
        admission.sync {}
        fetchQueue.waitForBegun(.feed)
        // Cancelled fetches end their leases there.
        admission.sync {}
    }

    /// Queues the feeds of a run that may be fetched, and reports why others may not.
    private func admit(_ feeds: [Feed], to run: RefreshRun, insisting: Bool, overridingWaits: Bool) {
        let settings = settings
        let wanted = feeds.filter { feed in
            let reason = reason(toLeaveOut: feed, settings, insisting: insisting, overridingWaits: overridingWaits)
            guard let reason else { return true }
            run.leaveOut(feed.id, reason)
            return false
        }
        let (rest, begun) = fetchQueue.join(wanted.map { FeedFetch($0, for: run, by: self) })
        for job in begun { run.begin(job.feed.id) }
        var (leased, refusal) = ([FeedID: FeedDetails](), LeftOut.anotherLede)
        do throws(LibraryFailure) {
            leased = try leases.acquire(rest.map(\.feed.id), wantedSince: run.date)
        } catch {
            // What came couldn't be stored, either.
            refusal = .unwritable(error.description)
        }
        var admitted: [FeedFetch] = []
        for var job in rest {
            if let details = leased[job.feed.id] {
                job.details = details
                admitted.append(job)
            } else {
                run.leaveOut(job.feed.id, refusal)
            }
        }
        fetchQueue.add(admitted)
        leases.keep { [weak fetchQueue] in fetchQueue?.jobs(FeedFetch.self).map(\.feed.id) ?? [] }
        // The run may have been stopped before it had feeds.
        if run.isOver { stop(run) }
    }

    private func reason(
        toLeaveOut feed: Feed, _ settings: RefreshSettings, insisting: Bool, overridingWaits: Bool
    ) -> LeftOut? {
        if !insisting, settings.feeds[feed.url]?.isPaused == true { return .paused }
        return switch feed.fetching.holdUp(at: Date()) {
        case .gone: insisting ? nil : .gone
        case .toldToWait(let wait): overridingWaits ? nil : .toldToWait(wait.description)
        case nil: nil
        }
    }

    func stop(_ run: RefreshRun) {
        run.stop()
        endLeases(of: fetchQueue.leave(run, FeedFetch.self))
    }

    /// Ends the leases of feeds that won't be fetched after all. On the admission queue, since another run may have
    /// joined meanwhile.
    private func endLeases(of jobs: [FeedFetch]) {
        if jobs.isEmpty { return }
        admission.async { [self] in
            let others = fetchQueue.jobs(FeedFetch.self).map(\.feed.id)
            leases.end(Array(Set(jobs.map(\.feed.id)).subtracting(others)))
        }
    }

    fileprivate func fetch(_ job: FeedFetch) {
        let feed = job.feed
        let settings = settings
        let own = settings.feeds[feed.url]
        let options = own?.request ?? settings.request
        let transfer = documents.fetch(
            feed, job.details, isOwn: settings.ownSources?.contains(feed.url) ?? true, options: options,
            logIn: own?.logIn, commandTimeout: settings.commandTimeout
        ) { [self] answer in
            // A document that no server sent is charged only now.
            let charge = answer.charge ?? MemoryCharge(to: budget)
            charge.set(to: answer.size)
            fetchQueue.receive(job, size: answer.size, isHostFree: !answer.hasFailed)
            parseOnceThereIsRoom(answer, charge, of: job, askedWith: options)
        }
        // The run may have been stopped before there was a fetch to cancel.
        if !fetchQueue.hold(transfer, for: job) { transfer.dispose() }
    }

    private func parseOnceThereIsRoom(
        _ answer: FeedAnswer, _ charge: MemoryCharge, of job: FeedFetch, askedWith options: RequestOptions
    ) {
        parsing.async { [self] in
            let isHeldUp = storing.backlog.mustWait {
                self.parseOnceThereIsRoom(answer, charge, of: job, askedWith: options)
            }
            if !isHeldUp { parseAndStore(answer, charge, of: job, askedWith: options) }
        }
    }

    private func parseAndStore(
        _ answer: FeedAnswer, _ charge: MemoryCharge, of job: FeedFetch, askedWith options: RequestOptions
    ) {
        let settings = settings
        let feed = job.feed
        let schedule = Schedule(settings.intervals, own: settings.feeds[feed.url]?.interval)
        let fetched = answer.parsed(
            for: feed, job.details, at: Date(), by: schedule, askedWith: options.fingerprint)
        guard var fetched else { return fetchQueue.giveUp(job) { endLeases(of: [job]) } }
        if !answer.hasFailed, feed.fetching.wait(at: fetched.date) != nil { fetched.willingHost = job.host }
        if let host = fetched.waitingHost, let wait = fetched.wait { leaveOutFeeds(of: host, wait) }
        // Only after the answer's effect on the host's other feeds is known.
        if answer.hasFailed { fetchQueue.freeHost(of: job) }
        fetched.retention = settings.feeds[feed.url]?.retention ?? settings.retention
        fetched.isInDoubt = fetched.mayLackNetwork(at: feed.url) && !job.runs.contains(where: \.hasReached)
        storing.store(fetched, size: answer.size) { [self, fetched] result in
            let outcome = FeedOutcome(of: fetched, result)
            charge.set(to: 0)
            // Only now, so that documents don't pile up if parsing and storing are slower than the network.
            var told = fetched
            for run in fetchQueue.finish(job) {
                run.finish(feed, outcome, of: told)
                // Only one of them may count the failure.
                told.isInDoubt = false
            }
        }
    }

    /// Skips all waiting feeds of a server that is overloaded.
    private func leaveOutFeeds(of host: FeedHost, _ wait: ServerWait) {
        let jobs: [FeedFetch] = fetchQueue.takeWaiting(for: host)
        for job in jobs {
            for run in job.runs { run.leaveOut(job.feed.id, .toldToWait(wait.description)) }
        }
        endLeases(of: jobs)
    }
}

/// A feed to fetch, and the refreshes that wait for it.
private struct FeedFetch: FetchJob {
    let feed: Feed
    var details = FeedDetails()
    let host: FeedHost?
    var runs: [RefreshRun]
    private let refresher: Refresher

    init(_ feed: Feed, for run: RefreshRun, by refresher: Refresher) {
        self.feed = feed
        self.refresher = refresher
        host = FeedHost(of: feed.url)
        runs = [run]
    }

    var key: FetchKey { .feed(feed.id) }
    var priority: FetchPriority { .feed }

    func start() {
        for run in runs { run.begin(feed.id) }
        refresher.fetch(self)
    }
}

extension FeedAnswer {
    fileprivate var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}

extension FeedOutcome {
    /// If the library can't write, only this feed fails.
    fileprivate init(of fetched: Fetched, _ result: Result<Stored, LibraryFailure>) {
        switch result {
        case .failure(let failure): self = .fetched(.failed(failure.description, .local))
        case .success where fetched.wasToldToWait:
            self = .leftOut(.toldToWait(fetched.wait?.description ?? ""))
        case .success(let stored): self = .fetched(fetched.outcome.map { _ in stored })
        }
    }
}
