extension XMLFormat {
    /// RSS 2.0 and the versions before it that have its elements (https://www.rssboard.org/rss-specification).
    static let rss = XMLFormat(
        item: ElementName(.none, "item"),
        wrappers: [ElementName(.none, "channel")],
        vocabularies: [.rss, .content, .dublinCore, .dublinCoreTerms, .atomInsideOfRSS]
    ) { root in
        root.name == ElementName(.none, "rss") ? rssVersion(root["version"]?.trimmed) : nil
    }

    private static func rssVersion(_ version: String?) -> FeedFormat {
        switch version {
        // "2.0.1", "2.1" and the like never became versions of their own.
        case let version? where version.hasPrefix("2"): .rss20
        case let version?: FeedFormat(rawValue: "rss" + version) ?? .rss
        case nil: .rss
        }
    }
}
