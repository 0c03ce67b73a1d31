/// The elements of one namespace, and what they mean in a feed and in an item.
///
/// A further namespace is a further value of this, in a file of its own, listed in `all`.
struct Vocabulary: Sendable {
    /// Every address that the namespace goes by, the right one first. Case, the scheme's `s` and a last slash or hash don't
    /// count.
    let uris: [String]
    /// The prefix that is believed where a document declares none, and that `Element` knows attributes by.
    let prefix: String
    /// Elements that stand around the parts of a feed and are none themselves.
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

    /// A namespace's address without what people get wrong in it.
    static func plain(_ uri: String) -> String {
        var plain = uri.trimmed.lowercased()
        if plain.hasPrefix("https:") { plain = "http:" + plain.dropFirst(6) }
        while let last = plain.last, "/#".contains(last) { plain.removeLast() }
        return plain
    }

    /// Whether this is the namespace with that address.
    func isNamed(_ uri: String?) -> Bool {
        guard let plain = uri.map(Self.plain) else { return false }
        return uris.contains { Self.plain($0) == plain }
    }

    /// All that mean something to us.
    static let all: [Vocabulary] = [
        .rss, .atom, .rdf, .xml, .xhtml, .content, .dublinCore, .dublinCoreTerms, .slash, .commentAPI, .threading,
        .syndication, .media, .itunes, .podcast, .feedBurner, .source, .geoRSS, .basicGeo, .webFeeds
    ]
}

/// How an element is read into the draft of what it stands in.
indirect enum Part<Draft>: Sendable {
    typealias Reader = @Sendable (Element, inout Draft) -> Void

    /// Its text, however deep, markup left out. Read at its end.
    case text(Reader)
    /// Its text as HTML, escaped or inline. Read at its end.
    case body(Reader)
    /// Its attributes alone; what is in it is skipped.
    case attributes(Reader)
    /// The elements of its own namespace that stand in it. It is read when it opens, by its attributes, and when it closes, by
    /// the text that is its own.
    case group([String: Part], opening: Reader = { _, _ in }, closing: Reader = { _, _ in })
}
