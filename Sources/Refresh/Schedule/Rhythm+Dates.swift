import FeedParser
import FoundationEssentials
import Library

extension Rhythm {
    /// The rhythm of a document's latest items; nil if they are too few.
    init?(of document: ParsedFeed, at now: Date) {
        // A date in the future says nothing about the rhythm.
        let dates = document.items.compactMap(\.published).filter { $0 <= now }
        let latest = dates.sorted(by: >).prefix(Self.itemsLookedAt)
        guard let newest = latest.first, let oldest = latest.last, latest.count >= Self.itemsNeeded else { return nil }
        let interval = newest.timeIntervalSince(oldest) / Double(latest.count - 1)
        self.init(interval: Int(min(interval, 1e9)), newest: newest)
    }

    private static let itemsLookedAt = 20
    private static let itemsNeeded = 3

    /// The seconds until an item is likely. A feed that has gone quiet is expected to stay quiet.
    func wait(at now: Date) -> Double {
        let silence = max(now.timeIntervalSince(newest), 0)
        return max(Double(interval), silence / 4) / Self.requestsPerItem
    }

    /// How often a feed is fetched in its average time between items.
    private static let requestsPerItem: Double = 8
}
