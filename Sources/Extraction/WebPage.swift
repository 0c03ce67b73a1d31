import HTML
import System
package import URLs

/// A page as a server sent it.
package struct WebPage: Sendable {
    package let bytes: [UInt8]
    /// As the server named it: `text/html; charset=utf-8`.
    let contentType: ContentType
    /// Where the page is, after redirects.
    package let url: WebURL?

    package init(_ bytes: [UInt8], contentType: String? = nil, url: WebURL? = nil) {
        self.bytes = bytes
        self.contentType = ContentType(contentType ?? "")
        self.url = url
    }

    /// The most bytes of a page in which lede looks for an article.
    package static let longest = ExtractionLimits.bytes

    /// Why the answer isn't a page to read; nil if it may be one.
    var refusalByKind: ExtractionRefusal? {
        if bytes.count > ExtractionLimits.bytes { return .tooLarge }
        let mediaType = contentType.mediaType
        if bytes.starts(with: "%PDF-".utf8) || mediaType == "application/pdf" { return .pdf }
        if let mediaType {
            if mediaType.hasPrefix("video/") { return .video }
            if mediaType.hasPrefix("image/") || mediaType.hasPrefix("audio/") || mediaType.hasPrefix("font/") {
                return .notHTML(mediaType)
            }
        }
        let start = bytes.prefix(1024)
        if let element = Self.rootElement(in: start), Self.feedRoots.contains(element) { return .feed }
        let first = start.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        if let mediaType, mediaType.hasSuffix("json") { return .notHTML(mediaType) }
        if first == UInt8(ascii: "{") { return .notHTML("application/json") }
        // A text in UTF-16 has as many zeros, but begins with a mark.
        if start.contains(0), !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) {
            return .notHTML(mediaType ?? "application/octet-stream")
        }
        return nil
    }

    private static let feedRoots: Set = ["rss", "feed", "rdf:rdf"]

    /// The name of the first element, past declarations and comments.
    private static func rootElement(in start: ArraySlice<UInt8>) -> String? {
        var rest = start
        while let bracket = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(bracket + 1)...]
            guard let next = rest.first else { return nil }
            if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { continue }
            let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            return String(decoding: name, as: UTF8.self).lowercased()
        }
        return nil
    }
}

/// What a page may show instead of its article.
struct Obstacle {
    private let tree: HTMLTree
    private let head: PageHead
    /// Whether browsers show a field for a password.
    private let hasPassword: Bool

    init(_ tree: HTMLTree, _ head: PageHead, hasPassword: Bool) {
        self.tree = tree
        self.head = head
        self.hasPassword = hasPassword
    }

    /// What the page shows instead of an article, by the text that was found in its place.
    func refusal(_ found: String) -> ExtractionRefusal? {
        let letters = found.utf8.count
        guard letters < Self.longest else { return nil }
        let words = found.utf8.map(\.lowercased)
        if letters < ArticleSearch.enough, AsideWords.scripts.contains(where: words.holds) { return .needsScripts }
        if AsideWords.consent.contains(where: words.holds) { return .consent }
        guard letters < ExtractionLimits.fewLetters else { return nil }
        if hasPassword, words.isEmpty || asksToLogIn(words) { return .login }
        if head.metadata.kind == "video" { return .video }
        let page = text
        if AsideWords.scripts.contains(where: page.holds) { return .needsScripts }
        if AsideWords.consent.contains(where: page.holds) { return .consent }
        // The frame of an application that fills itself by scripts.
        return head.scripts > 0 && page.count < 200 ? .needsScripts : nil
    }

    /// Whether the text or the title speak of logging in. Many pages have a field for a password at their edge.
    private func asksToLogIn(_ words: [UInt8]) -> Bool {
        let title = (head.metadata.title ?? "").utf8.map(\.lowercased)
        return AsideWords.login.contains { words.holds($0) || title.holds($0) }
    }

    /// Longer texts are articles, whatever they say.
    private static let longest = 1500

    /// The first texts of the page, those for browsers without scripts included.
    private var text: [UInt8] {
        var text: [UInt8] = []
        let body = tree.body
        var next = tree.firstChild(of: body)
        while let id = next, text.count < 20_000 {
            next = tree.node(after: id, in: body)
            switch tree.kind(of: id) {
            case .text: text += tree.utf8(of: id)
            case .element where [.script, .style, .template].contains(tree.tag(of: id)):
                next = tree.nodePast(id, in: body)
            default: break
            }
        }
        return text.onOneLine.utf8.map(\.lowercased)
    }
}

/// How much of a page is read.
enum ExtractionLimits {
    static let bytes = 8 << 20
    /// Elements and texts together. The rest is left out.
    static let nodes = 200_000
    /// The article of a page with more isn't searched for.
    static let nodesToSearch = 100_000
    /// The article of a page with more is searched for once, and with no milder attempt.
    static let nodesToSearchAgain = 30_000
    /// An article with fewer letters may be the empty frame of an application.
    fileprivate static let fewLetters = 200
    /// Values of a page's JSON-LD, and how deep they lie.
    static let jsonValues = 20_000
    static let jsonDepth = 64
    /// The JSON-LD of all scripts together.
    static let jsonBytes = 512 << 10
    /// The scripts together in which texts are looked for.
    static let scriptBytes = 4 << 20
    static let scriptValues = 200_000
    /// URLs of an article that have to be parsed, as few have to. Further ones are left out.
    static let oddURLs = 10_000
    /// The bytes that the page's URL adds to those of the article. Further ones are left out.
    static let addedBytes = 16 << 20
    static let metaElements = 1000
    /// Longer titles and names are something else.
    static let title = 1000
}
