/// The elements of a namespace, and their meaning in a feed and in an item.
///
/// To add a namespace, add a value in its own file and list it in `all`.
struct Vocabulary: Sendable {
    /// All URIs of the namespace, the correct one first. Case, the scheme's `s` and a final slash or hash are ignored.
    let uris: [String]
    /// The usual prefix, for documents without a declaration and for `Element`'s attributes.
    let prefix: String
    /// Elements around the parts of a feed that aren't parts themselves.
    let wrappers: Set<String>
    /// Elements that are an item.
    let items: Set<String>
    let feed: [String: Part<FeedDraft>]
    let item: [String: Part<ItemDraft>]

    init(
        uris: [String], prefix: String, wrappers: Set<String> = [], items: Set<String> = [],
        feed: [String: Part<FeedDraft>] = [:], item: [String: Part<ItemDraft>] = [:]
    ) {
        self.uris = uris
        self.prefix = prefix
        self.wrappers = wrappers
        self.items = items
        self.feed = feed
        self.item = item
    }

    /// Returns a namespace's URI without common variations.
    static func plain(_ uri: String) -> String {
        var plain = uri.trimmed.lowercased()
        if plain.hasPrefix("https:") { plain = "http:" + plain.dropFirst(6) }
        while let last = plain.last, "/#".contains(last) { plain.removeLast() }
        return plain
    }

    /// Whether this is the namespace with that URI.
    func isNamed(_ uri: String?) -> Bool {
        guard let plain = uri.map(Self.plain) else { return false }
        return uris.contains { Self.plain($0) == plain }
    }

    /// All known vocabularies.
    static let all: [Vocabulary] = [
        .rss, .atom, .rdf, .xml, .xhtml, .content, .dublinCore, .dublinCoreTerms, .slash, .commentAPI, .threading,
        .syndication, .media, .itunes, .podcast, .feedBurner, .source, .geoRSS, .basicGeo, .webFeeds
    ]
}

/// How to read an element into the draft of its parent.
indirect enum Part<Draft>: Sendable {
    typealias Reader = @Sendable (Element, inout Draft) -> Void

    /// Reads its text of any depth without markup, at its end.
    case text(Reader)
    /// Reads its text as HTML, escaped or inline, at its end.
    case body(Reader)
    /// Reads only its attributes and skips its contents.
    case attributes(Reader)
    /// Reads the elements of its own namespace inside it. Its attributes are read when it opens, and its own text when
    /// it closes.
    case group([String: Part], opening: Reader = { _, _ in }, closing: Reader = { _, _ in })
}
