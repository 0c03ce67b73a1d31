import Dispatch
import FoundationEssentials
import Library
import Signals

extension Refresher {
    /// Lines up those feeds of a run that may be asked, and says why the others may not.
    func admit(_ feeds: [Feed], to run: RefreshRun, insisting: Bool) {
        let settings = settings
        let wanted = feeds.filter { feed in
            guard let reason = reason(toLeaveOut: feed, settings, insisting: insisting) else { return true }
            run.leaveOut(feed.id, reason)
            return false
        }
        let (rest, begun) = traffic.join(run, to: wanted)
        for feed in begun { run.begin(feed) }
        let leased = leases.take(rest.map(\.id), wantedSince: run.date)
        for feed in rest where !leased.contains(feed.id) { run.leaveOut(feed.id, .anotherLede) }
        // Only now, as another lede may have had them until then. A library that can't be read has nothing stored, either, which
        // is when the person hears of it.
        let admitted = rest.filter { leased.contains($0.id) }
        let details = (try? library.details(of: admitted)) ?? admitted.map { _ in FeedDetails() }
        traffic.add(zip(admitted, details).map { FeedJob($0, $1, for: run) })
        leases.keep { [weak traffic] in traffic?.feeds ?? [] }
        // The stop may have come before there was something to stop.
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

    /// Gives back the leases of feeds that will not be fetched after all: in line with admission, where others may have come
    /// to want them.
    func endLeases(of feeds: [FeedID]) {
        if feeds.isEmpty { return }
        admission.async { self.leases.end(Array(Set(feeds).subtracting(self.traffic.feeds))) }
    }
}
