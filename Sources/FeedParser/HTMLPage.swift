/// A web page where a feed should be, recognised without parsing it.
struct HTMLPage {
    private let title: String?

    /// Nil unless the first thing after comments and processing instructions is HTML.
    init?(_ document: ArraySlice<UInt8>) {
        let first = Self.droppingProlog(document.prefix(Self.reach))
        let openings = ["<!doctype html", "<html", "<head", "<body", "<script", "<meta"]
        guard openings.contains(where: { first.startsIgnoringCase(with: $0) }) else { return nil }
        title = Self.title(in: first)
    }

    /// A page whose root element has said already that it is one.
    init(rootedIn document: [UInt8]) {
        title = Self.title(in: document.prefix(Self.reach))
    }

    /// "an HTML page, titled “Sign in”".
    var description: String {
        title.map { "an HTML page, titled “\($0)”" } ?? "an HTML page"
    }

    /// A page that does not say within so many bytes what it is will do without a title.
    private static let reach = 64 << 10

    private static func droppingProlog(_ document: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = document.drop { $0.isSpace }
        while true {
            let end: String
            if rest.startsIgnoringCase(with: "<!--") {
                end = "-->"
            } else if rest.startsIgnoringCase(with: "<?") {
                end = "?>"
            } else {
                return rest
            }
            guard let after = rest.indexAfter(end) else { return rest }
            rest = rest[after...].drop { $0.isSpace }
        }
    }

    private static func title(in document: ArraySlice<UInt8>) -> String? {
        guard let tag = document.indexAfter("<title"),
            let start = document[tag...].indexAfter(">"),
            let end = document[start...].firstIndex(of: UInt8(ascii: "<"))
        else { return nil }
        let text = PlainText.of(html: String(decoding: document[start..<end], as: UTF8.self))
        guard !text.isEmpty else { return nil }
        return text.count > 80 ? text.prefix(79) + "…" : text
    }
}

extension ArraySlice<UInt8> {
    fileprivate func startsIgnoringCase(with word: String) -> Bool {
        starts(with: word.utf8) { $0.lowercased == $1 }
    }

    fileprivate func indexAfter(_ word: String) -> Index? {
        var at = startIndex
        while let start = self[at...].firstIndex(where: { $0.lowercased == word.utf8.first }) {
            if self[start...].startsIgnoringCase(with: word) { return start + word.utf8.count }
            at = start + 1
        }
        return nil
    }
}
