/// Why a document yields no feed.
///
/// Indirect, so that it is thrown as one pointer: of several registers debug builds now and then lost one on the way.
package indirect enum ParseFailure: Error, Equatable {
    /// There is nothing but white space.
    case empty
    /// It is something else, and this is what: "an HTML page, titled “Sign in”", "a PNG image". A page may have feeds.
    case notAFeed(String, feeds: [DiscoveredFeed] = [])
    /// It is not well-formed; the reason is the XML parser's.
    case brokenXML(line: Int, reason: String)
    /// It is a feed as far as it goes, and stops being JSON there.
    case brokenJSON(line: Int, reason: String)
    /// It passes one of our limits, and this is which: "more than 64 MB".
    case tooLarge(String)
    /// The server or the document names an encoding that nobody here knows.
    case unknownEncoding(String)
    /// The XML parser, libxml2, can't be loaded; the reason is the system's.
    case noLibrary(String)
}

extension ParseFailure: CustomStringConvertible {
    /// What went wrong, in words.
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
