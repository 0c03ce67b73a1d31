import FeedParser
import Foundation
import TestSupport

/// A document in `Fixtures`.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        try ProjectFile.bytes("Tests/FeedParserTests/Fixtures/\(name)")
    }

    static func feed(_ name: String, baseURL: String? = nil) throws -> ParsedFeed {
        try FeedParser.parse(bytes(name), baseURL: baseURL)
    }
}

/// An RSS document around `items`, for tests of one detail.
func rss(channel: String = "", item: String = "", attributes: String = "") -> [UInt8] {
    Array("<rss version='2.0' \(attributes)><channel>\(channel)<item>\(item)</item></channel></rss>".utf8)
}

/// The failure for a document, nil if it is a feed.
func failure(_ document: [UInt8], contentType: String? = nil) -> ParseFailure? {
    do throws(ParseFailure) {
        _ = try FeedParser.parse(document, contentType: contentType)
        return nil
    } catch {
        return error
    }
}

extension Date {
    /// Creates a moment from text in UTC, for tests.
    init(utc text: String) throws {
        self = try Date(text, strategy: .iso8601)
    }
}
