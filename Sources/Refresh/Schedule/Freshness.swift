import FeedParser
import FoundationEssentials

/// For how long an answer holds by the words of its server (RFC 9111, 4.2).
///
/// What shared caches are told (`s-maxage`) is nothing to us, and that an answer may not be kept (`no-store`) or not be
/// used unasked (`no-cache`) says nothing of when to ask the next time.
struct Freshness {
    /// Nil where the server says nothing, or that it holds no longer.
    let seconds: Double?

    /// `header` finds the value of a header by its name in lower case.
    init(at now: Date, header: (String) -> String?) {
        let lifetime = Self.maxAge(header("cache-control")) ?? Self.untilExpiry(now, header)
        // A cache on the way may have kept it for a while.
        let age = header("age").flatMap(Self.deltaSeconds) ?? 0
        seconds = lifetime.flatMap { $0 > age ? $0 - age : nil }
    }

    private static func maxAge(_ cacheControl: String?) -> Double? {
        for directive in cacheControl?.split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2, parts[0].lowercased() == "max-age" else { continue }
            // One that makes no sense means that it is stale, and so does a negative one.
            return deltaSeconds(String(parts[1].filter { $0 != "\"" })) ?? 0
        }
        return nil
    }

    private static func untilExpiry(_ now: Date, _ header: (String) -> String?) -> Double? {
        guard let expires = header("expires").flatMap({ Date(inFeed: $0) }) else { return nil }
        // By the server's clock, which may not be ours.
        let date = header("date").flatMap { Date(inFeed: $0) } ?? now
        return max(0, expires.timeIntervalSince(date))
    }

    /// Seconds in digits; of more digits than any number has, as many as there can be (RFC 9111, 1.2.2).
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
