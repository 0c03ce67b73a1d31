import FeedParser
import FoundationEssentials
import Library

extension Rhythm {
    /// What the dates of a document's latest items tell; nil where they are too few to tell anything.
    init?(of document: ParsedFeed, at now: Date) {
        // A date to come says nothing of how often something came.
        let dates = document.items.compactMap(\.published).filter { $0 <= now }
        let latest = dates.sorted(by: >).prefix(Self.itemsLookedAt)
        guard let newest = latest.first, let oldest = latest.last, latest.count >= Self.itemsNeeded else { return nil }
        let interval = newest.timeIntervalSince(oldest) / Double(latest.count - 1)
        self.init(interval: Int(min(interval, 1e9)), newest: newest)
    }

    private static let itemsLookedAt = 20
    private static let itemsNeeded = 3

    /// For how many seconds there is little to find. A feed that has gone quiet is taken to stay so.
    func wait(at now: Date) -> Double {
        let silence = max(now.timeIntervalSince(newest), 0)
        return max(Double(interval), silence / 4) / Self.requestsPerItem
    }

    /// So often a feed is asked in the time in which it usually brings one item.
    private static let requestsPerItem: Double = 8
}
