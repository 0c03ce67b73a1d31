/// The kind of a document, by its first bytes.
enum DocumentKind {
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
