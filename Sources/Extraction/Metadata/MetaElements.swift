import HTML

/// What a page says of itself in `meta` elements: by Dublin Core, Open Graph, Twitter and others.
struct MetaElements {
    /// By name; those of properties come before those of names, which more programs get wrong.
    private var values: [String: [String]] = [:]
    private var count = 0
    private var valuesOfProperties: [String: [String]] = [:]

    mutating func add(_ id: NodeID, of tree: HTMLTree) {
        guard count < Limits.metaElements else { return }
        count += 1
        guard let content = tree.value(.content, of: id)?.decodedOnOneLine else { return }
        if let properties = tree.value(.property, of: id) {
            for property in properties.split(whereSeparator: \.isWhitespace) {
                Self.add(content, to: &valuesOfProperties[Self.key(String(property))])
            }
        }
        if let name = tree.value(.name, of: id) { Self.add(content, to: &values[Self.key(name)]) }
        if let property = tree.value(.itemprop, of: id) {
            Self.add(content, to: &values["itemprop:" + Self.key(property)])
        }
    }

    private static func key(_ name: String) -> String {
        name.lowercased().filter { !$0.isWhitespace }.replacing(".", with: ":")
    }

    private static func add(_ content: String, to values: inout [String]?) {
        if values?.contains(content) != true, values?.count ?? 0 < 20 { values = (values ?? []) + [content] }
    }

    /// The first value of the first of these names.
    subscript(names: String...) -> String? { names.lazy.compactMap { all($0).first }.first }

    private func all(_ name: String) -> [String] { valuesOfProperties[name] ?? values[name] ?? [] }

    private func names(of keys: String...) -> String? {
        keys.lazy.map { all($0).filter { !$0.hasPrefix("http://") && !$0.hasPrefix("https://") } }
            .first { !$0.isEmpty }?.joined(separator: ", ")
    }

    var metadata: PageMetadata {
        var found = PageMetadata()
        found.title =
            self[
                "dc:title", "dcterm:title", "dcterms:title", "og:title", "weibo:article:title", "weibo:webpage:title",
                "title", "twitter:title", "parsely-title"]
        found.byline = names(
            of: "dc:creator", "dcterm:creator", "dcterms:creator", "author", "parsely-author", "article:author",
            "itemprop:author", "sailthru:author")
        found.site = self["og:site_name", "application-name"]
        found.published =
            self[
                "article:published_time", "parsely-pub-date", "itemprop:datepublished", "dc:date", "dc:date:issued",
                "dcterms:created", "dcterms:date", "date", "pubdate", "sailthru:date"]
        found.language = self["og:locale"]?.replacing("_", with: "-")
        found.image = self["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"]
        found.kind = self["og:type"].map { $0.hasPrefix("video") ? "video" : $0 }
        found.forbidsCopies = forbidsCopies
        return found
    }

    /// Each robots element counts; “none” forbids other things.
    private var forbidsCopies: Bool {
        (values["robots"] ?? []).contains { rules in
            rules.lowercased().split { $0 == "," || $0.isWhitespace }.contains("noarchive")
        }
    }
}
