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
