/// The JSON Feed version that a document claims.
struct JSONFeedVersion {
    let format: FeedFormat
    /// Whether it is a specification's URL, which only feeds have. Many documents have a number.
    let isAddress: Bool

    /// Reads the URL, with any scheme and host, or the bare number that some feeds have instead.
    init?(_ text: String) {
        // Every specification's URL is shorter.
        guard text.utf8.count <= 200 else { return nil }
        let parts = text.trimmed.lowercased().split(separator: "/")
        guard let number = parts.last else { return nil }
        isAddress = parts.dropLast().last == "version"
        switch number {
        case "1", "1.0": format = .jsonFeed10
        case "1.1": format = .jsonFeed11
        // Future minor versions will only add to this one.
        case _ where isAddress && number.hasPrefix("1."): format = .jsonFeed11
        default: return nil
        }
    }
}
