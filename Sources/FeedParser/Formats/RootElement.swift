import CLibXML2

/// The outermost element of a document, which tells its format.
struct RootElement {
    /// Its name in lower case.
    let name: String
    /// Its namespace; nil if it has none or its prefix isn't declared.
    let uri: String?
    /// Its format; nil if it isn't a feed's.
    let format: FeedFormat?
    /// Whether it is a single item without a feed.
    var isItem: Bool { name == "entry" }

    /// `namespaces` are the URIs that it declares.
    init(_ root: SAXName, _ attributes: SAXAttributes, namespaces: [String]) {
        name = String(root.local.bytes).lowercased()
        uri = root.uri?.address
        let version = attributes.first { $0.prefix == nil && $0.local == "version" }.map { String($0.value.trimmed) }
        format =
            switch name {
            case "rss", "channel": Self.rss(version: version)
            case "rdf": Self.rdf(namespaces: namespaces)
            case "feed": Self.atom(uri: uri, version: version)
            case "entry": Vocabulary.atom.isNamed(uri) ? Self.atom(uri: uri, version: version) : nil
            default: nil
            }
    }

    /// The document's own vocabulary.
    var vocabulary: Vocabulary { name == "feed" || name == "entry" ? .atom : .rss }

    private static func rss(version: String?) -> FeedFormat {
        switch version {
        // "2.0.1", "2.1" and similar never became separate versions.
        case let version? where version.hasPrefix("2"): .rss20
        case let version?: FeedFormat(rawValue: "rss" + version) ?? .rss
        case nil: .rss
        }
    }

    // RSS 0.90 and 1.0 differ in the namespace of the content, which the root declares.
    private static func rdf(namespaces: [String]) -> FeedFormat {
        namespaces.contains { $0.hasSuffix("netscape.com/rdf/simple/0.9/") } ? .rss090 : .rss10
    }

    private static func atom(uri: String?, version: String?) -> FeedFormat {
        switch uri.map(Vocabulary.plain) {
        case "http://www.w3.org/2005/atom": .atom10
        case "http://purl.org/atom/ns": .atom03
        default: version.flatMap { FeedFormat(rawValue: "atom" + $0) } ?? .atom
        }
    }
}
