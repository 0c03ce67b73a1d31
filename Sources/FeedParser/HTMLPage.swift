/// A web page instead of a feed, recognised without parsing.
struct HTMLPage {
    private let title: String?

    /// Nil unless HTML comes first, after comments, processing instructions and the document type.
    init?(_ document: ArraySlice<UInt8>) {
        let beginning = document.prefix(Self.reach)
        let (root, isDeclared) = Self.droppingProlog(beginning)
        guard let name = Self.nameOfTag(root), Self.elements.contains(name) || isDeclared && !Self.feeds.contains(name)
        else { return nil }
        title = Self.title(in: beginning)
    }

    /// Creates a page that its root element has identified.
    init(rootedIn document: ArraySlice<UInt8>) {
        title = Self.title(in: document.prefix(Self.reach))
    }

    /// Its description: "an HTML page, titled “Sign in”".
    var description: String {
        title.map { "an HTML page, titled “\($0)”" } ?? "an HTML page"
    }

    /// How many bytes are searched; a page without a title there gets none.
    private static let reach = 64 << 10

    /// Returns the rest after the prolog, and whether it declares an HTML document.
    private static func droppingProlog(_ document: ArraySlice<UInt8>) -> (rest: ArraySlice<UInt8>, isDeclared: Bool) {
        var rest = document.drop { $0.isSpace }
        var isDeclared = false
        while true {
            let end: String
            if rest.startsIgnoringCase(with: "<!--") {
                end = "-->"
            } else if rest.startsIgnoringCase(with: "<?") {
                end = "?>"
            } else if rest.startsIgnoringCase(with: "<!doctype") {
                end = ">"
                isDeclared = rest.startsIgnoringCase(with: "<!doctype html")
            } else {
                return (rest, isDeclared)
            }
            guard let after = rest.index(after: end) else { return (rest, isDeclared) }
            rest = rest[after...].drop { $0.isSpace }
        }
    }

    private static func nameOfTag(_ text: ArraySlice<UInt8>) -> String? {
        guard text.first == UInt8(ascii: "<") else { return nil }
        let name = text.dropFirst().prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: ":") }
        return name.isEmpty ? nil : String(decoding: name.map(\.lowercased), as: UTF8.self)
    }

    // Careless pages begin with one of these; no feed does.
    private static let elements: Set<String> = [
        "a", "b", "base", "body", "br", "center", "div", "font", "form", "frameset", "h1", "h2", "head", "header", "hr",
        "html", "iframe", "img", "main", "meta", "nav", "noscript", "p", "pre", "script", "section", "span", "style",
        "table"
    ]

    // Some feeds are declared as HTML.
    private static let feeds: Set<String> = ["rss", "feed", "rdf:rdf", "channel"]

    private static func title(in document: ArraySlice<UInt8>) -> String? {
        guard let tag = document.index(after: "<title"),
            let start = document[tag...].index(after: ">"),
            let end = document[start...].firstIndex(of: UInt8(ascii: "<"))
        else { return nil }
        let text = PlainText.of(html: String(decoding: document[start..<end], as: UTF8.self))
        guard !text.isEmpty else { return nil }
        return text.abridged(to: 80)
    }
}
