import Dispatch
import FoundationEssentials
import Library
import Signals

extension Refresher {
    /// Queues the feeds of a run that may be fetched, and reports why others may not.
    func admit(_ feeds: [Feed], to run: RefreshRun, insisting: Bool) {
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
}
