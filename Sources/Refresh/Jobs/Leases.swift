import Dispatch
import FoundationEssentials
import Library
import Locks

/// The leases by which other processes know what this one fetches.
final class Leases: Sendable {
    private let library: Library
    private let pause: TimeInterval
    private let holder = LeaseHolder()
    private let queue: DispatchQueue
    private let isKeeping = Locked(false)

    /// A lease that is kept is renewed on this queue after a pause of so many seconds, long before it runs out.
    init(
        in library: Library, renewedOn queue: DispatchQueue, every pause: TimeInterval = Library.leaseDuration / 2
    ) {
        self.library = library
        self.queue = queue
        self.pause = pause
    }

    /// Takes leases of feeds that somebody has wanted since a moment; returned are those that are not another's.
    func take(_ feeds: [FeedID], wantedSince date: Date) -> Set<FeedID> {
        // A library that can't be written to is told of when there is something to store.
        (try? library.lease(feeds, to: holder, wantedSince: date, at: Date())) ?? Set(feeds)
    }

    func end(_ feeds: [FeedID]) { library.endLeases(of: feeds, by: holder) }

    /// Renews the leases of the feeds that are said to be under way, until there are none.
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
            // Before the look, so that who brings feeds after it begins to keep them anew.
            isKeeping.withLock { $0 = false }
            let left = feeds()
            if left.isEmpty { return }
            library.renewLeases(of: left, by: holder, at: Date())
            keep(feeds)
        }
    }
}
