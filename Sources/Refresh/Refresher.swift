import Dispatch
import FoundationEssentials
import HTTP
package import Library
package import Signals
import System

/// Fetches, parses and stores many feeds at once.
package final class Refresher: Sendable {
    private let collector: Collector
    let library: Library
    let leases: Leases
    /// Decides with the library which feeds may be fetched, and takes, renews and ends leases. A separate queue,
    /// because all of that waits for the writer, and its order decides who has a lease.
    private let admission = DispatchQueue(label: "lede.refresh.admission")
    /// Waits for room. A separate queue, because its thread waits for most of a refresh: one thread, not one per feed.
    private let feeder = DispatchQueue(label: "lede.refresh.feeder")
    let parsing = Lanes()
    private let deliveries: Deliveries
    private let traffic = Traffic()
    /// The memory of documents, from their first byte until they are stored.
    let budget = MemoryBudget()
    let backlog = ParsedBacklog()
    private let currentSettings: Locked<RefreshSettings>

    package init(library: Library, settings: RefreshSettings) {
        self.library = library
        leases = Leases(in: library, renewedOn: admission)
        deliveries = Deliveries(to: library)
        // Every request has its own options, with another user agent and other limits.
        collector = Collector(client: Client(userAgent: "lede", budget: budget), lanes: parsing)
        currentSettings = Locked(settings)
    }

    /// May be changed at any time. Running fetches continue with the old settings.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set { currentSettings.withLock { $0 = newValue } }
    }

    /// Starts a refresh for each subscriber, and completes when every feed is finished.
    ///
    /// A feed that is already being fetched isn't fetched twice: all of its refreshes get the result. With `insisting`,
    /// feeds are fetched that would otherwise be skipped. Disposing of the subscription stops the refresh: it keeps
    /// what has come and fetches nothing more.
    package func refresh(_ feeds: [Feed], insisting: Bool = false) -> Signal<RefreshEvent, Never> {
        // Those of a server are fetched there.
        let feeds = feeds.filter { $0.account == nil }
        return Signal { [self] observer in
            let run = RefreshRun(feeds, observer) { self.clearFailures($0) }
            admission.async { self.admit(feeds, to: run, insisting: insisting) }
            return ActionDisposable { self.stop(run) }
        }
    }

    /// Clears the failure of these feeds.
    private func clearFailures(_ feeds: [FeedID]) {
        // If the library can't write, they wait longer.
        if !feeds.isEmpty { try? library.clearFailures(feeds, at: Date()) }
    }

    /// Waits until everything that has come is stored. For the end of a program that has stopped its refreshes.
    package func drain() {
        admission.sync {}
        traffic.waitForAsked()
        // Cancelled fetches end their leases there.
        admission.sync {}
    }

    /// Queues the feeds of a run that may be fetched, and reports why others may not.
    private func admit(_ feeds: [Feed], to run: RefreshRun, insisting: Bool) {
        let settings = settings
        let wanted = feeds.filter { feed in
            guard let reason = reason(toLeaveOut: feed, settings, insisting: insisting) else { return true }
            run.leaveOut(feed.id, reason)
            return false
        }
        let (rest, begun) = traffic.join(run, to: wanted)
        for feed in begun { run.begin(feed) }
        let leased = leases.acquire(rest.map(\.id), wantedSince: run.date)
        for feed in rest where !leased.contains(feed.id) { run.leaveOut(feed.id, .anotherLede) }
        // Read only now, since another lede process may have changed the feeds until then. A library that can't be read
        // fails later, when something is stored, and the user is told then.
        let admitted = rest.filter { leased.contains($0.id) }
        let details = (try? library.details(of: admitted)) ?? admitted.map { _ in FeedDetails() }
        traffic.add(zip(admitted, details).map { FeedJob($0, $1, for: run) })
        leases.keep { [weak traffic] in traffic?.feeds ?? [] }
        // The run may have been stopped before it had feeds.
        if run.isOver { stop(run) }
        feeder.async { self.feed() }
    }

    private func reason(toLeaveOut feed: Feed, _ settings: RefreshSettings, insisting: Bool) -> LeftOut? {
        if !insisting, settings.feeds[feed.url]?.isPaused == true { return .paused }
        return switch feed.fetching.holdUp(at: Date()) {
        case .gone: insisting ? nil : .gone
        case .toldToWait(let wait): .toldToWait(wait.description)
        case nil: nil
        }
    }

    func stop(_ run: RefreshRun) {
        run.stop()
        let (feeds, askings) = traffic.leave(run)
        for asking in askings { asking.dispose() }
        endLeases(of: feeds)
    }

    /// Ends the leases of feeds that won't be fetched after all. On the admission queue, since another run may have
    /// joined meanwhile.
    func endLeases(of feeds: [FeedID]) {
        if feeds.isEmpty { return }
        admission.async { self.leases.end(Array(Set(feeds).subtracting(self.traffic.feeds))) }
    }

    /// Starts one fetch after another as soon as there is room, until no feed waits. For a queue whose thread may wait.
    func feed() {
        while let job = traffic.next({ self.settings }) {
            for run in job.runs { run.begin(job.feed.id) }
            fetch(job)
        }
    }

    private func fetch(_ job: FeedJob) {
        let (feed, details) = (job.feed, job.details)
        let settings = settings
        let own = settings.feeds[feed.url]
        let options = own?.request ?? settings.request
        let asking = collector.collect(
            feed, details, isOwn: settings.ownSources?.contains(feed.url) ?? true, options: options, logIn: own?.logIn,
            commandTimeout: settings.commandTimeout
        ) { answer in
            // A document that no server sent is charged only now.
            let charge = answer.charge ?? MemoryCharge(to: self.budget)
            charge.set(to: answer.size)
            self.traffic.receive(feed.id, size: answer.size, isHostFree: !answer.hasFailed)
            self.parse(answer, charge, for: feed, details, askedWith: options)
        }
        // The run may have been stopped before there was a fetch to cancel.
        if !traffic.setHandle(asking, for: feed.id) { asking.dispose() }
    }

    private func parse(
        _ answer: FeedAnswer, _ charge: MemoryCharge, for feed: Feed, _ details: FeedDetails,
        askedWith options: RequestOptions
    ) {
        parsing.async { [self] in
            let isHeldUp = backlog.mustWait { self.parse(answer, charge, for: feed, details, askedWith: options) }
            if !isHeldUp { deliver(answer, charge, for: feed, details, askedWith: options) }
        }
    }

    private func deliver(
        _ answer: FeedAnswer, _ charge: MemoryCharge, for feed: Feed, _ details: FeedDetails,
        askedWith options: RequestOptions
    ) {
        let settings = settings
        let schedule = Schedule(settings.intervals, own: settings.feeds[feed.url]?.interval)
        let fetched = answer.fetched(
            for: feed, details, at: Date(), by: schedule, askedWith: options.fingerprint)
        guard var fetched else {
            traffic.giveUp(feed.id) { endLeases(of: [feed.id]) }
            return feeder.async { self.feed() }
        }
        if let host = fetched.waitingHost, let wait = fetched.wait { leaveOutFeeds(of: host, wait) }
        // Only after the answer's effect on the host's other feeds is known.
        if answer.hasFailed { traffic.freeHost(of: feed.id) }
        fetched.retention = settings.feeds[feed.url]?.retention ?? settings.retention
        let size = answer.size
        let parsedSize = fetched.size
        backlog.add(parsedSize)
        deliveries.deliver(fetched, size: size) { [fetched] result in
            let outcome = FeedOutcome(of: fetched, result)
            self.backlog.remove(parsedSize)
            charge.set(to: 0)
            // Only now, so that documents don't pile up if parsing and storing are slower than the network.
            for run in self.traffic.finish(feed.id, size: size) { run.finish(feed, outcome, of: fetched) }
        }
    }

    /// Skips all waiting feeds of a server that is overloaded.
    private func leaveOutFeeds(of host: FeedHost, _ wait: ServerWait) {
        let jobs = traffic.takeWaiting(for: host)
        for job in jobs {
            for run in job.runs { run.leaveOut(job.feed.id, .toldToWait(wait.description)) }
        }
        endLeases(of: jobs.map(\.feed.id))
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

/// Leases that tell other processes which feeds this one fetches.
final class Leases: Sendable {
    private let library: Library
    private let pause: TimeInterval
    private let holder = LeaseHolder()
    private let queue: DispatchQueue
    private let isKeeping = Locked(false)

    /// Leases are renewed on this queue every `pause` seconds, long before they expire.
    init(
        in library: Library, renewedOn queue: DispatchQueue, every pause: TimeInterval = Library.leaseDuration / 2
    ) {
        self.library = library
        self.queue = queue
        self.pause = pause
    }

    /// Takes leases of feeds, and returns the feeds that no other process has, or has fetched since `date`.
    func acquire(_ feeds: [FeedID], wantedSince date: Date) -> Set<FeedID> {
        // A library that can't be written to is reported when something is stored.
        (try? library.lease(feeds, to: holder, wantedSince: date, at: Date())) ?? Set(feeds)
    }

    func end(_ feeds: [FeedID]) { library.endLeases(of: feeds, by: holder) }

    /// Renews the leases of the running feeds until there are none.
    func keep(_ feeds: @escaping @Sendable () -> [FeedID]) {
        let isFirst = isKeeping.withLock { isKeeping in
            defer { isKeeping = true }
            return !isKeeping
        }
        if isFirst { renewLater(feeds) }
    }

    private func renewLater(_ feeds: @escaping @Sendable () -> [FeedID]) {
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            // Before asking for the feeds, so that feeds added later start the renewal again.
            isKeeping.withLock { $0 = false }
            let left = feeds()
            if left.isEmpty { return }
            library.renewLeases(of: left, by: holder, at: Date())
            keep(feeds)
        }
    }
}
