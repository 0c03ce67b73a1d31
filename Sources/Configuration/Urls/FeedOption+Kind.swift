import Addresses

extension FeedOption {
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

    /// Sets the value in the options.
    func set(_ value: String, in options: inout FeedOptions) throws(Refusal) {
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
