import Configuration
import Library

extension UrlsList {
    /// Returns the limits of feeds that have their own in the urls file.
    func retentions(besides general: Retention) -> [String: Retention] {
        let own = feeds.filter { $0.options?.limitsWhatIsKept == true }.map { feed in
            let days = feed.options?.keepDays.map { $0 > 0 ? $0 : nil } ?? general.days
            let items = feed.options?.maxItems.map { $0 > 0 ? $0 : nil } ?? general.items
            let bytes = feed.options?.maxMegabytes.map { $0.megabytes } ?? general.bytes
            return (feed.url, Retention(days: days, items: items, bytes: bytes))
        }
        return Dictionary(uniqueKeysWithValues: own)
    }

    /// The URLs of feeds whose duplicates are listed separately.
    var unfolded: Set<String> { Set(feeds.filter { $0.options?.foldsCopies == false }.map(\.url)) }
}

extension Config {
    /// The general limits for keeping items.
    var retention: Retention {
        let (days, items) = (number(.keepArticlesDays), number(.maxItems))
        return Retention(
            days: days > 0 ? days : nil, items: items > 0 ? items : nil, bytes: number(.maxMegabytes).megabytes)
    }
}

extension FeedOptions {
    fileprivate var limitsWhatIsKept: Bool { maxItems != nil || keepDays != nil || maxMegabytes != nil }
}

extension Int {
    /// Megabytes as bytes; 0 means no limit.
    fileprivate var megabytes: Int? { self > 0 ? self << 20 : nil }
}
