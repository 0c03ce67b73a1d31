/// The kind of target in a link's media type.
enum FeedMediaType {
    /// A feed, by its registered type or by one that sites invented.
    case feed
    /// XML or JSON, which feeds may be.
    case xml
    case json
    case other
    case none

    init(_ text: String) {
        let parts = text.lowercased().split(separator: ";", maxSplits: 1).map(\.trimmed)
        switch parts.first ?? "" {
        case "": self = .none
        // A single entry for an editor (RFC 5023, section 12.1).
        case "application/atom+xml" where parts.last?.contains("type=entry") == true: self = .other
        case "application/xml", "text/xml": self = .xml
        case "application/json", "text/json": self = .json
        case let type: self = Self.feeds.contains(type) ? .feed : .other
        }
    }

    private static let feeds: Set<String> = Set(
        ["application/", "text/", "application/x-", "text/x-", "application/x."].flatMap { prefix in
            ["rss+xml", "atom+xml", "rdf+xml", "feed+json", "rss", "atom"].map { prefix + $0 }
        })
}
