package import Addresses

/// A page as a server sent it.
package struct WebPage: Sendable {
    package let bytes: [UInt8]
    /// As the server named it: `text/html; charset=utf-8`.
    package let contentType: String?
    /// Where the page is, after redirects.
    package let url: WebURL?

    package init(_ bytes: [UInt8], contentType: String? = nil, url: WebURL? = nil) {
        self.bytes = bytes
        self.contentType = contentType
        self.url = url
    }

    /// The most bytes of a page in which lede looks for an article.
    package static let longest = Limits.bytes

    /// The media type in lower case, without parameters.
    var mediaType: String? {
        contentType?.split(separator: ";").first.map { $0.lowercased().filter { !$0.isWhitespace } }
    }

    /// The server's name for the encoding.
    var charset: String? {
        for parameter in contentType?.split(separator: ";").dropFirst() ?? [] {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased().filter({ !$0.isWhitespace }) == "charset" {
                return parts[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
            }
        }
        return nil
    }

    /// Why the answer isn't a page to read; nil if it may be one.
    var refusalByKind: Refusal? {
        if bytes.count > Limits.bytes { return .tooLarge }
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
