import Dispatch
import FoundationEssentials
import HTTP
import Library
import Signals

extension Refresher {
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
