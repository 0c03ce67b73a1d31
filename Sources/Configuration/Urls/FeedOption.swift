import URLs

/// An option of a single feed, set in a line such as `#: interval 2h` below its URL. The manual says what each does.
package struct FeedOption: Sendable {
    package let name: String
    let kind: Kind

    private init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

    package static func named(_ name: String) -> FeedOption? { all.first { $0.name == name } }

    package static let all = [
        FeedOption("interval", .duration(\.interval, in: 60...366 * 86_400)),
        FeedOption("refresh", .flag(\.refreshes)),
        FeedOption("timeout", .duration(\.timeout, in: 1...3600, bare: 1)),
        FeedOption("user-agent", .text(\.userAgent)),
        FeedOption("header", .header),
        FeedOption("auth", .authentication),
        FeedOption("user", .text(\.user)),
        FeedOption("password", .text(\.password)),
        FeedOption("password-command", .text(\.passwordCommand)),
        FeedOption("netrc-file", .file(\.netrcFile)),
        FeedOption("proxy", .proxy),
        FeedOption("ca-file", .file(\.caFile)),
        FeedOption("verify", .flag(\.verifies)),
        FeedOption("max-items", .count(\.maxItems, in: 0...1_000_000)),
        FeedOption("keep-days", .count(\.keepDays, in: 0...36_500)),
        FeedOption("max-megabytes", .count(\.maxMegabytes, in: 0...1_000_000)),
        FeedOption("fold-copies", .flag(\.foldsCopies)),
        FeedOption("sort", .order),
        FeedOption("full-page", .fullPage),
        FeedOption("cache-when", .cacheWhen),
        FeedOption("enqueue", .text(\.enqueue))
    ]

    /// The options of an account on a feed server, below its line.
    package static let ofServers =
        ["user", "password", "password-command", "netrc-file"].compactMap(named)
        + [FeedOption("history", .duration(\.history, in: 0...36_500 * 86_400, bare: 86_400))]
        + ["timeout", "header", "proxy", "ca-file", "verify"].compactMap(named)
        + [FeedOption("insecure", .flag(\.mayBeInsecure))]

    package static func ofServer(named name: String) -> FeedOption? { ofServers.first { $0.name == name } }

    /// The kind of value, and where it is stored.
    enum Kind: Sendable {
        typealias Place<Value> = WritableKeyPath<FeedOptions, Value?> & Sendable

        case flag(any Place<Bool>)
        case count(any Place<Int>, in: ClosedRange<Int>)
        /// `bare` is the number of seconds in a unit of a number without one.
        case duration(any Place<Int>, in: ClosedRange<Int>, bare: Int = 60)
        case text(any Place<String>)
        case file(any Place<String>)
        case header
        case proxy
        case authentication
        case order
        case fullPage
        case cacheWhen
    }

    /// The reason why a value is invalid or too large.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    package func set(_ value: String, in options: inout FeedOptions) throws(Refusal) {
        guard kind.read(value, into: &options) else {
            // Messages end up where others see them.
            let shown = name == "password" ? "text with invisible characters" : "“\(value)”"
            let found = value.isEmpty ? "nothing" : shown
            throw Refusal(description: "“\(name)” must be \(kind.value), not \(found)")
        }
    }
}

extension FeedOption.Kind {
    var value: String {
        switch self {
        case .flag: "yes or no"
        case .count(_, let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .duration(_, _, bare: 1): "a time such as 30s or 2m (without a unit, seconds)"
        case .duration(_, _, bare: 86_400): "a time such as 30d or 8w (without a unit, days)"
        case .duration: "a time such as 30m, 2h or 1d (without a unit, minutes)"
        case .text: "text"
        case .file: "the path of a file that begins with / or ~/"
        case .header: "a header such as Accept-Language: de"
        case .proxy: "a URL such as socks5://127.0.0.1:9050, or none"
        case .authentication: "one of " + FeedOptions.Authentication.allCases.map(\.rawValue).joined(separator: ", ")
        case .order: "one of " + FeedOptions.Order.allCases.map(\.rawValue).joined(separator: ", ")
        case .fullPage: "one of " + FullPage.allCases.map(\.rawValue).joined(separator: ", ")
        case .cacheWhen: "one of " + CacheWhen.allCases.map(\.rawValue).joined(separator: ", ")
        }
    }

    /// Returns false if the text isn't such a value.
    fileprivate func read(_ text: String, into options: inout FeedOptions) -> Bool {
        guard !text.isEmpty, !text.holdsInvisible else { return false }
        switch self {
        case .flag(let place): return Self.set(Self.flag(text), at: place, in: &options)
        case .count(let place, let range): return Self.set(Self.number(text, in: range), at: place, in: &options)
        case .duration(let place, let range, let bare):
            return Self.set(Self.seconds(text, in: range, bare: bare), at: place, in: &options)
        case .text(let place): return Self.set(text, at: place, in: &options)
        case .file(let place):
            return Self.set(text.hasPrefix("/") || text.hasPrefix("~/") ? text : nil, at: place, in: &options)
        case .header:
            guard let header = FeedOptions.Header(text), options.headers.count < 50 else { return false }
            options.headers.append(header)
            return true
        case .proxy: return Self.set(Self.proxy(text), at: \.proxy, in: &options)
        case .authentication: return Self.set(.init(rawValue: text), at: \.authentication, in: &options)
        case .order: return Self.set(.init(rawValue: text), at: \.sort, in: &options)
        case .fullPage: return Self.set(.init(rawValue: text), at: \.fullPage, in: &options)
        case .cacheWhen: return Self.set(.init(rawValue: text), at: \.cacheWhen, in: &options)
        }
    }

    private static func set<Value>(
        _ value: Value?, at place: WritableKeyPath<FeedOptions, Value?>, in options: inout FeedOptions
    ) -> Bool {
        guard let value else { return false }
        options[keyPath: place] = value
        return true
    }

    private static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "on": true
        case "no", "false", "off": false
        default: nil
        }
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func seconds(_ text: String, in range: ClosedRange<Int>, bare: Int) -> Int? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text[...] : text.dropLast()) else { return nil }
        let (seconds, overflows) = number.multipliedReportingOverflow(by: unit ?? bare)
        return !overflows && range.contains(seconds) ? seconds : nil
    }

    private static func proxy(_ text: String) -> String? {
        if text == "none" { return "" }
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        guard let scheme = text.scheme, schemes.contains(scheme.lowercased()) else { return nil }
        // Beside the scheme it is made as other addresses are.
        return Address("http\(text[scheme.endIndex...])").map { _ in text }
    }
}

extension FeedOptions.Header {
    /// Nil if the text isn't a header field (RFC 9110, 5.1).
    fileprivate init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        let signs = "!#$%&'*+-.^_`|~"
        name = String(text[..<colon])
        value = String(text[text.index(after: colon)...]).trimmed
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || signs.contains($0)) }) else { return nil }
    }
}

/// The user's options for one feed or feed server, from the lines below its URL; nil where nothing is set.
package struct FeedOptions: Equatable, Sendable {
    /// In seconds.
    package var interval: Int?
    /// False for a paused feed, which is fetched only by name.
    package var refreshes: Bool?
    /// In seconds.
    package var timeout: Int?
    package var userAgent: String?
    package var headers: [Header] = []
    package var authentication: Authentication?
    package var user: String?
    /// The user's password, or a bearer token.
    package var password: String?
    /// The shell command that prints the password, as the user wrote it.
    package var passwordCommand: String?
    package var netrcFile: String?
    /// A URL, or empty for no proxy.
    package var proxy: String?
    package var caFile: String?
    package var verifies: Bool?
    package var maxItems: Int?
    package var keepDays: Int?
    package var maxMegabytes: Int?
    package var foldsCopies: Bool?
    package var sort: Order?
    package var fullPage: FullPage?
    package var cacheWhen: CacheWhen?
    /// Which new items with a file are queued as episodes: “yes”, “no” or a filter.
    package var enqueue: String?
    /// Of a feed server: the age in seconds up to which the first sync takes read items.
    package var history: Int?
    /// Of a feed server: whether the login may go over the network in the clear.
    package var mayBeInsecure: Bool?

    package init() {}

    package struct Header: Equatable, Sendable {
        package let name: String
        package let value: String
    }

    package enum Authentication: String, CaseIterable, Sendable {
        case any, basic, digest, bearer
    }

    package enum Order: String, CaseIterable, Sendable {
        case newest, oldest, unread, title, author
    }
}
