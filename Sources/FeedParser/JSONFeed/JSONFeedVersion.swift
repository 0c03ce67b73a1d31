/// The version that a JSON document says it has, where JSON Feed has such a one.
struct JSONFeedVersion {
    let format: FeedFormat
    /// Whether it is the address of a specification, which nothing but a feed has; many documents have a number.
    let isAddress: Bool

    /// Reads the address, whatever its scheme and host, or the bare number that some have in its place.
    init?(_ text: String) {
        // No specification is longer, and a long text is not worth looking at.
        guard text.utf8.count <= 200 else { return nil }
        let parts = text.trimmed.lowercased().split(separator: "/")
        guard let number = parts.last else { return nil }
        isAddress = parts.dropLast().last == "version"
        switch number {
        case "1", "1.0": format = .jsonFeed10
        case "1.1": format = .jsonFeed11
        // Minor versions to come will only add to this one.
        case _ where isAddress && number.hasPrefix("1."): format = .jsonFeed11
        default: return nil
        }
    }
}
