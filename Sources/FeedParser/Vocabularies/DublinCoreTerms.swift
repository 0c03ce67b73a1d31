import FoundationEssentials

extension Vocabulary {
    /// Dublin Core's later terms. Feeds use the dates.
    static let dublinCoreTerms = Vocabulary(
        uris: ["http://purl.org/dc/terms/"],
        prefix: "dcterms",
        feed: [
            "issued": .text { element, feed in feed.updated.offer(element.date, as: .lastResort) },
            "modified": .text { element, feed in feed.updated.offer(element.date, as: .fallback) }
        ],
        item: [
            "issued": .text { element, item in item.published.offer(element.date, as: .borrowed) },
            "created": .text { element, item in item.published.offer(element.date, as: .fallback) },
            "modified": .text { element, item in item.updated.offer(element.date, as: .borrowed) }
        ])
}
