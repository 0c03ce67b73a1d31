import FeedParser

/// What must hold for the error about a document that isn't a feed, and for the feeds that it links to.
enum FailurePromises {
    static func broken(by failure: ParseFailure) -> [String] {
        var broken: [String] = []
        if failure.description.utf8.contains(where: { $0 < 0x20 }) { broken.append("words for people are one line") }
        if failure.description.utf8.count > 10_000 { broken.append("words for people are few") }
        if case .notAFeed(_, let feeds) = failure { broken += self.broken(by: feeds) }
        return broken
    }

    static func broken(by feeds: [DiscoveredFeed]) -> [String] {
        var broken: [String] = []
        if Set(feeds.map(\.url)).count != feeds.count { broken.append("no feed is found twice") }
        for feed in feeds {
            let isWeb = feed.url.lowercased().hasPrefix("http://") || feed.url.lowercased().hasPrefix("https://")
            let isClean = feed.url.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.properties.generalCategory != .control
            }
            if !isWeb || !isClean { broken.append("a feed that is found is on the web, and not at “\(feed.url)”") }
        }
        return broken
    }
}
