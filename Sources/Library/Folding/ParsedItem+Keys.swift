import FeedParser

/// What copies of an article in several feeds have in common.
extension ParsedItem {
    /// Of the canonical link.
    var linkKey: Int64? {
        guard let link, !link.isEmpty else { return nil }
        var hash = StableHash()
        hash.combine(link.withoutVariation)
        return hash.value
    }

    /// Of the text's beginning.
    var textKey: Int64? { nil }
}
