/// Atom's link: an address and how it relates to what it stands in (RFC 4287, section 4.2.7).
struct AtomLink {
    let element: Element
    /// Nil for the page itself.
    private let relation: Bytes?

    init(_ element: Element) {
        self.element = element
        let relation = element["rel"]?.trimmed ?? Bytes(start: nil, count: 0)
        // A registered relation may also be written as a URL of its registry.
        let registry: StaticString = "http://www.iana.org/assignments/relation/"
        let start = relation.startsCaseless(registry) ? registry.utf8CodeUnitCount : 0
        self.relation = relation.isEmpty ? nil : relation.part(start..<relation.count)
    }

    func isRelated(as name: StaticString) -> Bool { relation?.isCaseless(name) ?? false }

    /// Whether it leads to what the feed or item is about.
    var isAlternate: Bool { relation?.isCaseless("alternate") ?? true }

    // Some write the address where RSS has it.
    var url: String? { element.link("href") ?? element.link }

    /// How good it is as the link to the page: better if it leads to something that a browser reads.
    var rank: Rank {
        isForBrowsers ?? true ? element.rank : .fallback
    }

    /// Whether its type is HTML's or XHTML's; nil if it has none.
    var isForBrowsers: Bool? {
        element["type"].map { $0.containsCaseless("html") }
    }

    var enclosure: ParsedEnclosure? { element.enclosure(at: url) }
}

extension Element {
    /// The enclosure that an element with the attributes `type` and `length` tells of.
    func enclosure(at url: String?) -> ParsedEnclosure? {
        guard let url else { return nil }
        return ParsedEnclosure(url: url, type: string("type"), length: self["length"]?.integer)
    }
}
