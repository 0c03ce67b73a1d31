/// Atom's link: an address and how it relates to what it stands in (RFC 4287, section 4.2.7).
struct AtomLink {
    private let element: Element
    let relation: String

    init(_ element: Element) {
        self.element = element
        let relation = (element["rel"]?.trimmed.unlessBlank ?? "alternate").lowercased()
        // A registered relation may also be written as a URL of its registry.
        let registry = "http://www.iana.org/assignments/relation/"
        self.relation = relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
    }

    var url: String? { element.resolve(element["href"]) }

    /// Whether it leads to something to be read in a browser.
    var isPage: Bool {
        element["type"].map { $0.lowercased().contains("html") } ?? true
    }

    var enclosure: ParsedEnclosure? { element.enclosure(at: element["href"]) }
}
