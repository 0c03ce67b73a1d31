import FeedParser
import FoundationEssentials
import HTTP
import Library
import Refresh
import URLs

/// What must hold for the headers of every answer.
package enum HeaderPromises {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let feed = Array("<rss><channel><title>é</title></channel></rss>".utf8)

    /// The broken promises for the lines of a head, in words. A crash counts as one, too.
    package static func broken(by head: [UInt8]) -> [String] {
        var headers = Headers()
        for line in head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            (line + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]).withUnsafeBytes { headers.append(line: $0) }
        }
        var broken: [String] = []
        let names = ["content-type", "etag", "last-modified", "cache-control", "location", "retry-after"]
        for value in names.compactMap({ headers[$0] }) where value.utf8.contains(UInt8(ascii: "\n")) {
            broken.append("a header has one line, and not “\(value)”")
        }
        broken += brokenByTimes(headers)
        for line in Validators(etag: headers["etag"], lastModified: headers["last-modified"]).headers.compactMap(\.line)
        where line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
            broken.append("what is sent back is a header, and not “\(line)”")
        }
        _ = try? FeedParser.parse(feed, contentType: headers["content-type"], baseURL: headers["location"])
        return broken + brokenByRedirects(headers)
    }

    private static func brokenByTimes(_ headers: Headers) -> [String] {
        var broken: [String] = []
        if let seconds = Freshness(at: now, header: { headers[$0] }).seconds, !(0...300_000_000_000).contains(seconds) {
            broken.append("an answer stays fresh for a time, and not for \(seconds) s")
        }
        for status in [301, 404, 429, 503] {
            let wait = ServerWait(
                status: status, retryAfter: headers["retry-after"], date: headers["date"], at: now)
            if let wait, wait.until <= now || wait.until > now + 7 * 24 * 3600 {
                broken.append("a wait lasts up to a week")
            }
        }
        return broken
    }

    /// Each line of a location is a redirect.
    private static func brokenByRedirects(_ headers: Headers) -> [String] {
        var route = RequestRoute(to: "https://user:secret@a.example/feed")
        for location in headers[list: "location"]?.split(separator: ", ") ?? [] {
            guard (try? route.follow(String(location), status: 301)) != nil else { return [] }
            guard let target = route.target, target.isOnTheWeb, !target.hasCredentials, target.href == route.url else {
                return ["a redirect leads to the web, without a password, and not to “\(route.url)”"]
            }
            if route.isAtOrigin, target.host != "a.example" { return ["the origin is one host"] }
            if !route.isSecure, !route.isLaidOpen { return ["what left a secure connection is laid open"] }
        }
        return []
    }
}
