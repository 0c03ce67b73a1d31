import Dispatch
import FoundationEssentials
import Library
import Locks

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
