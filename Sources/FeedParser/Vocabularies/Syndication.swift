extension Vocabulary {
    /// How often a feed changes in a period.
    static let syndication = Vocabulary(
        uris: ["http://purl.org/rss/1.0/modules/syndication/"],
        prefix: "sy",
        feed: [
            "updatePeriod": .text { element, feed in feed.updatePeriod = minutes(inPeriod: element.text.trimmed) },
            "updateFrequency": .text { element, feed in feed.updateFrequency = element.integer }
        ])

    private static func minutes(inPeriod name: Bytes) -> Int? {
        let day = 24 * 60
        let periods: [(StaticString, Int)] = [
            ("hourly", 60), ("daily", day), ("weekly", 7 * day), ("monthly", 30 * day), ("yearly", 365 * day)
        ]
        return periods.first { name.isCaseless($0.0) }?.1
    }
}
