import HTML
import System
import URLs

/// What a page says of itself outside its text.
struct PageHead {
    private(set) var metadata = PageMetadata()
    /// What relative URLs are relative to.
    private(set) var base: WebURL?
    private(set) var next: WebURL?
    private(set) var scripts = 0
    /// What the page speaks of in the words of schema.org.
    private(set) var types: Set<String> = []
    /// The ingredients and the steps of the recipe that the page describes.
    private(set) var recipe: [String] = []
    /// The program that wrote the page.
    private(set) var generator: String?

    init(of tree: HTMLTree, at url: WebURL?) {
        base = url
        var meta = MetaElements()
        var linkedData: [NodeID] = []
        var title: String?
        var headings: [NodeID] = []
        var nextAddress: String?
        var hasBase = false
        var id: NodeID? = tree.firstChild(of: tree.root)
        while let node = id {
            defer { id = tree.node(after: node, in: tree.root) }
            guard tree.kind(of: node) == .element, tree.namespace(of: node) == .html else { continue }
            switch tree.tag(of: node) {
            case .html: metadata.language = tree.value(.lang, of: node)?.onOneLine.unlessEmpty
            case .title where title == nil:
                title = tree.textContent(of: node).onOneLine.ifShort ?? ""
            case .meta: meta.add(node, of: tree)
            case .h1: headings.append(node)
            case .base where !hasBase:
                guard let address = tree.value(.href, of: node) else { continue }
                hasBase = true
                base = WebURL(address, base: url) ?? url
            case .link, .a:
                guard nextAddress == nil, let rel = tree.utf8(.rel, of: node), rel.count >= 4, rel.hasWord("next")
                else {
                    continue
                }
                nextAddress = tree.value(.href, of: node)
            case .script:
                scripts += 1
                guard let type = tree.utf8(.type, of: node), type.elementsEqual("application/ld+json".utf8) else {
                    continue
                }
                linkedData.append(node)
            default: break
            }
        }
        let heading = headings.count == 1 ? tree.textContent(of: headings[0]).onOneLine.ifShort : nil
        let pageTitle = PageTitle(title ?? "").withoutSite(named: meta.metadata.site, heading: heading)
        let language = metadata.language
        let linked = LinkedData(of: tree, scripts: linkedData, pageTitle: pageTitle)
        types = linked.types
        recipe = linked.recipe
        generator = meta.generator
        metadata = linked.metadata ?? PageMetadata()
        metadata.fill(from: meta.metadata)
        metadata.language = language ?? metadata.language
        if metadata.title == nil { metadata.title = pageTitle.unlessEmpty }
        metadata.image = metadata.image.flatMap { WebURL($0, base: base) }.flatMap { $0.isOnTheWeb ? $0.href : nil }
        next = nextAddress.flatMap { WebURL($0, base: base) }
    }
}

extension String {
    /// Nil if it is too long for a title.
    fileprivate var ifShort: String? { utf8.count <= ExtractionLimits.title ? self : nil }
}

extension ArraySlice<UInt8> {
    fileprivate func hasWord(_ word: String) -> Bool {
        split { $0 <= 0x20 }.contains { $0.lazy.map { $0 | 0x20 }.elementsEqual(word.utf8) }
    }
}

/// What a page says of itself.
package struct PageMetadata: Equatable, Sendable {
    package var title: String?
    /// The authors, separated by commas.
    package var byline: String?
    package var site: String?
    /// The date as the page writes it.
    package var published: String?
    package var language: String?
    /// The URL of the picture that stands for the article.
    package var image: String?
    /// Whether the page asks programs that collect pages to keep no copies of it.
    package var forbidsCopies = false
    /// What kind of thing the page is: “article”, “video”.
    var kind: String?
    /// The article's plain text, if the page has it for search engines.
    var text: String?

    package init() {}

    /// Takes what is missing here from another.
    mutating func fill(from other: PageMetadata) {
        title = title ?? other.title
        byline = byline ?? other.byline
        site = site ?? other.site
        published = published ?? other.published
        language = language ?? other.language
        image = image ?? other.image
        forbidsCopies = forbidsCopies || other.forbidsCopies
        kind = kind ?? other.kind
        text = text ?? other.text
    }
}

/// What a page says of itself in `meta` elements: by Dublin Core, Open Graph, Twitter and others.
private struct MetaElements {
    /// By name; those of properties come before those of names, which more programs get wrong.
    private var values: [String: [String]] = [:]
    private var count = 0
    private var valuesOfProperties: [String: [String]] = [:]

    mutating func add(_ id: NodeID, of tree: HTMLTree) {
        guard count < ExtractionLimits.metaElements else { return }
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

    var generator: String? { self["generator"] }

    /// Each robots element counts; “none” forbids other things.
    private var forbidsCopies: Bool {
        (values["robots"] ?? []).contains { rules in
            rules.lowercased().split { $0 == "," || $0.isWhitespace }.contains("noarchive")
        }
    }
}
