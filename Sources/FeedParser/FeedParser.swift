import CLibXML2
import System

/// The only entry to this module: parses bytes into a feed, on any number of threads.
package enum FeedParser {
    /// Parses a feed in memory. It opens no file and makes no request, whatever the document asks for.
    ///
    /// `contentType` comes from the server, and relative links resolve against `baseURL`, the document's URL.
    package static func parse(
        _ document: [UInt8], contentType: String? = nil, baseURL: String? = nil
    ) throws(ParseFailure) -> ParsedFeed {
        guard document.count <= FeedLimits.documentSize else { throw .tooLarge(FeedLimits.documentSizeInWords) }
        if let file = FileSignature.description(of: document[...]) { throw .notAFeed(file) }
        let text = try DecodedDocument(document, contentType: contentType).bytes
        switch DocumentKind(of: text) {
        case .empty: throw .empty
        case .foreign(let description): throw .notAFeed(description)
        case .page(let page):
            throw .notAFeed(page.description, feeds: FeedDiscovery.feeds(inPage: text, at: baseURL))
        case .json: return try JSONFeedReader.read(text, baseURL: baseURL)
        case .xml: return try parse(text, baseURL: baseURL)
        }
    }

    // libxml2's own recovery loses text. So a broken document is parsed again from a mended copy, and so is one that
    // begins with something else, such as a server's warning.
    private static func parse(_ document: ArraySlice<UInt8>, baseURL: String?) throws(ParseFailure) -> ParsedFeed {
        let library = try LibXML2.loaded.get()
        do throws(ParseFailure) {
            return try SAXParser(library).read(document, baseURL: baseURL)
        } catch {
            if case .tooLarge = error { throw error }
            guard let mended = try MendedDocument(document) else { throw error }
            return try SAXParser(library).read(mended.bytes[...], baseURL: baseURL)
        }
    }
}

/// The reason why a document gives no feed.
///
/// Indirect, so that it is thrown as one pointer: debug builds sometimes lost one of several registers.
package indirect enum ParseFailure: Error, Equatable {
    /// The document is blank.
    case empty
    /// It is something else, such as “an HTML page, titled “Sign in”” or “a PNG image”. A page may have feeds.
    case notAFeed(String, feeds: [DiscoveredFeed] = [])
    /// It isn't well-formed, for the XML parser's reason.
    case brokenXML(line: Int, reason: String)
    /// It begins as a feed and then stops being JSON.
    case brokenJSON(line: Int, reason: String)
    /// It exceeds a limit, such as “more than 64 MB”.
    case tooLarge(String)
    /// The server or the document names an unknown encoding.
    case unknownEncoding(String)
    /// libxml2, the XML parser, can't be loaded, for the system's reason.
    case noLibrary(String)
}

extension ParseFailure: CustomStringConvertible {
    /// The failure in words.
    package var description: String {
        switch self {
        case .empty: "the document is empty"
        case .notAFeed(let what, let feeds): "not a feed but \(what)" + Self.offer(of: feeds)
        case .brokenXML(let line, let reason): "invalid XML in line \(line): \(reason)"
        case .brokenJSON(let line, let reason): "invalid JSON in line \(line): \(reason)"
        case .tooLarge(let what): "too large: \(what)"
        case .unknownEncoding(let name): "unknown encoding “\(name)”"
        case .noLibrary(let reason): "can't load libxml2, which reads feeds: \(reason)"
        }
    }

    private static func offer(of feeds: [DiscoveredFeed]) -> String {
        guard let first = feeds.first else { return "" }
        return feeds.count == 1
            ? "; it links to the feed \(first.url)" : "; it links to \(first.url) and \(feeds.count - 1) more feeds"
    }
}

/// The kind of a document, by its first bytes.
private enum DocumentKind {
    case empty
    case xml
    case json
    case page(HTMLPage)
    /// Something that can't be a feed, described for users.
    case foreign(String)

    init(of document: ArraySlice<UInt8>) {
        if let file = FileSignature.description(of: document) {
            self = .foreign(file)
            return
        }
        // A second program may have added another byte order mark.
        let hasUTF8Mark = document.starts(with: ByteOrderMark.utf8)
        let text = document.dropFirst(hasUTF8Mark ? ByteOrderMark.utf8.count : 0).drop { $0.isSpace }
        switch text.first {
        case nil: self = .empty
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<"): self = HTMLPage(text).map { .page($0) } ?? .xml
        default: self = Self.behindText(text)
        }
    }

    // A server's warning often comes before the document.
    private static func behindText(_ text: ArraySlice<UInt8>) -> DocumentKind {
        let beginning = text.prefix(64 << 10)
        var rest = beginning
        while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[tag...]
            if feeds.contains(where: rest.startsIgnoringCase) { return .xml }
            if pages.contains(where: rest.startsIgnoringCase) {
                guard let page = HTMLPage(text[tag...]) else { break }
                return .page(page)
            }
            rest = rest.dropFirst()
        }
        return .foreign(beginning.contains(0) ? "binary data" : "plain text: “\(firstLine(of: text))”")
    }

    private static let feeds = ["<?xml", "<rss", "<feed", "<rdf:rdf"]
    private static let pages = ["<!doctype html", "<html", "<head", "<body"]

    private static func firstLine(of text: ArraySlice<UInt8>) -> String {
        let line = text.prefix { $0 != UInt8(ascii: "\n") }.prefix(400)
        return String(decoding: line, as: UTF8.self).collapsed.abridged(to: 80)
    }
}

/// The first bytes of file formats that aren't text.
private enum FileSignature {
    /// Returns a file's format, with an article; nil for text and unknown formats.
    static func description(of file: ArraySlice<UInt8>) -> String? {
        all.first { file.dropFirst($0.offset).starts(with: $0.bytes) }?.description
    }

    private struct Signature {
        let bytes: [UInt8]
        let offset: Int
        let description: String

        init(_ bytes: [UInt8], at offset: Int = 0, _ description: String) {
            self.bytes = bytes
            self.offset = offset
            self.description = description
        }

        init(_ text: String, at offset: Int = 0, _ description: String) {
            self.init(Array(text.utf8), at: offset, description)
        }
    }

    // The first match counts.
    private static let all: [Signature] = [
        Signature([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
        Signature([0xFF, 0xD8, 0xFF], "a JPEG image"),
        Signature("GIF8", "a GIF image"),
        Signature("WEBP", at: 8, "a WebP image"),
        Signature([0, 0, 1, 0], "an icon"),
        Signature("II*\0", "a TIFF image"),
        Signature("MM\0*", "a TIFF image"),
        Signature("ftypavif", at: 4, "an AVIF image"),
        Signature("ftyphei", at: 4, "a HEIF image"),
        Signature("ftypM4A", at: 4, "an MPEG-4 sound file"),
        Signature("ftyp", at: 4, "an MPEG-4 film"),
        Signature([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM film"),
        Signature("WAVE", at: 8, "a WAVE sound file"),
        Signature("AVI ", at: 8, "an AVI film"),
        Signature("ID3", "an MP3 file"),
        Signature([0xFF, 0xFB], "an MP3 file"),
        Signature("OggS", "an Ogg file"),
        Signature("fLaC", "a FLAC file"),
        Signature("#EXTM3U", "a playlist"),
        Signature("%PDF", "a PDF document"),
        Signature("%!PS", "a PostScript document"),
        Signature("application/epub+zip", at: 38, "an EPUB book"),
        Signature("PK\u{3}\u{4}", "a ZIP archive"),
        Signature([0x1F, 0x8B], "a gzip archive"),
        Signature("BZh", "a bzip2 archive"),
        Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz archive"),
        Signature([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive"),
        Signature([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive"),
        Signature("Rar!", "a RAR archive"),
        Signature("ustar", at: 257, "a tar archive"),
        Signature([0x7F, 0x45, 0x4C, 0x46], "a program"),
        Signature([0x4D, 0x5A, 0x90, 0], "a program"),
        Signature([0xCF, 0xFA, 0xED, 0xFE], "a program"),
        Signature([0, 0x61, 0x73, 0x6D], "a WebAssembly module"),
        Signature("SQLite format 3\0", "an SQLite database"),
        Signature("wOF", "a font"),
        Signature([0, 1, 0, 0], "a font"),
        Signature("BEGIN:VCALENDAR", "a calendar"),
        Signature("BEGIN:VCARD", "a contact card (vCard)")
    ]
}

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

/// The limits beyond which a document is refused as too large or not made by people.
enum FeedLimits {
    /// The size of a document in bytes, as it came and in UTF-8.
    static let documentSize = 32 << 20
    static let documentSizeInWords = "more than 32 MB"
    /// The size of a mended document in bytes. It grows where ampersands become references.
    static let mendedSize = 64 << 20
    static let mendedSizeInWords = "more than 64 MB once lede has repaired it"
    /// The items of a feed. The world's largest archives have about ten thousand.
    static let items = 100_000
    /// The parts of one item, or of the feed between two items.
    static let parts = 100_000
    /// The categories, authors and files of all items together.
    static let listed = 400_000
    static let listedInWords = "more than 400000 categories, authors and files"
    /// The chapters of one item.
    static let chapters = 2000
    /// The authors of one item or feed, and the bytes of a name: each item may inherit them from its feed.
    static let authors = 100
    static let name = 1000
    /// How many categories of one item or feed keywords may add up to.
    static let keywords = 100
    /// The bytes that the authors of a feed may add to its items.
    static let inheritedAuthors = 16 << 20
    /// The depth of nested elements.
    static let depth = 256
    /// The attributes and namespaces of one element: libxml2 compares each with every other.
    static let attributes = 256
    /// The different names of elements, attributes and entities.
    static let names = 20_000
    /// The bytes of text in one part of a feed.
    static let text = 10 << 20
    static let textInWords = "more than 10 MB of text in one element"
    /// The bytes of a plain text, which is up to six times as long in HTML.
    static let plainText = 2 << 20
    /// The bytes of all items' texts.
    static let texts = 64 << 20
    static let textsInWords = "more than 64 MB of text in all items"
    /// The bytes of a base URL, which every link may get a copy of, and of a link to resolve.
    static let baseURL = 8 << 10
    /// The bytes that base URLs may add to a document's links.
    static let resolvedLinks = 16 << 20
    /// The bytes of a declared entity, and of all its uses together.
    static let entity = 256
    static let entities = 1 << 20
    static let declaredEntities = 1000
}
