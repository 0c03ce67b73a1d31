/// Atom's link: a URL and its relation to its parent (RFC 4287, section 4.2.7).
struct AtomLink {
    let element: Element
    /// Nil for the page itself.
    private let relation: Bytes?

    init(_ element: Element) {
        self.element = element
        let relation = element["rel"]?.trimmed ?? Bytes(start: nil, count: 0)
        // A registered relation may also be a URL of the registry.
        let registry: StaticString = "http://www.iana.org/assignments/relation/"
        let start = relation.startsCaseless(registry) ? registry.utf8CodeUnitCount : 0
        self.relation = relation.isEmpty ? nil : relation.part(start..<relation.count)
    }

    func isRelated(as name: StaticString) -> Bool { relation?.isCaseless(name) ?? false }

    /// Whether it leads to the subject of the feed or item.
    var isAlternate: Bool { relation?.isCaseless("alternate") ?? true }

    // Some feeds have the URL where RSS has it.
    var url: String? { element.link("href") ?? element.link }

    /// How well it fits as the page's link: better if a browser can show its target.
    var rank: Rank {
        isForBrowsers ?? true ? element.rank : .fallback
    }

    /// Whether its type is HTML or XHTML; nil without a type.
    var isForBrowsers: Bool? {
        element["type"].map { $0.containsCaseless("html") }
    }

    var enclosure: ParsedEnclosure? { element.enclosure(at: url) }
}

extension Element {
    /// Returns the enclosure of an element with the attributes `type` and `length`.
    func enclosure(at url: String?) -> ParsedEnclosure? {
        guard let url else { return nil }
        return ParsedEnclosure(url: url, type: string("type"), length: self["length"]?.integer)
    }
}
