import FeedParser
package import FoundationEssentials

/// How long an answer stays fresh, according to its server (RFC 9111, 4.2).
///
/// lede ignores `s-maxage`, which is for shared caches. `no-store` and `no-cache` don't say when to ask again.
package struct Freshness {
    /// Nil if the server doesn't say, or if the answer is already stale.
    package let seconds: Double?

    /// `header` returns the value of a header by its name in lower case.
    package init(at now: Date, header: (String) -> String?) {
        let lifetime = Self.maxAge(header("cache-control")) ?? Self.untilExpiry(now, header)
        // A cache on the way may have kept the answer for a while.
        let age = header("age").flatMap(Self.deltaSeconds) ?? 0
        seconds = lifetime.flatMap { $0 > age ? $0 - age : nil }
    }

    private static func maxAge(_ cacheControl: String?) -> Double? {
        for directive in cacheControl?.split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2, parts[0].lowercased() == "max-age" else { continue }
            // An invalid or negative value means that the answer is stale.
            return deltaSeconds(String(parts[1].filter { $0 != "\"" })) ?? 0
        }
        return nil
    }

    private static func untilExpiry(_ now: Date, _ header: (String) -> String?) -> Double? {
        guard let expires = header("expires").flatMap({ Date(inFeed: $0) }) else { return nil }
        // By the server's clock, which may differ from ours.
        let date = header("date").flatMap { Date(inFeed: $0) } ?? now
        return max(0, expires.timeIntervalSince(date))
    }

    /// Seconds in decimal. A number that is too large becomes the largest (RFC 9111, 1.2.2).
    static func deltaSeconds(_ text: String) -> Double? {
        let digits = text[...].trimmed
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(Int(digits) ?? Int.max).clamped
    }
}

extension Double {
    fileprivate var clamped: Double { Swift.min(self, 0x8000_0000) }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
