/// Reads a date from left to right; what does not match is left where it is.
struct DateScanner {
    private(set) var rest: Substring.UTF8View

    init(_ text: Substring) {
        rest = text.utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// A number of so many digits, no more following.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let run = rest.prefix { $0.isDigit }
        guard digits.contains(run.count), let number = Int(Substring(run)) else { return nil }
        rest = rest.dropFirst(run.count)
        return number
    }

    /// A number of exactly so many digits, whatever follows.
    mutating func number(of count: Int) -> Int? {
        let run = rest.prefix(count)
        guard run.count == count, run.allSatisfy(\.isDigit), let number = Int(Substring(run)) else { return nil }
        rest = rest.dropFirst(count)
        return number
    }

    /// How many digits come next.
    var digits: Int { rest.prefix { $0.isDigit }.count }

    mutating func skip(anyOf characters: String) {
        rest = rest.drop { characters.utf8.contains($0) }
    }

    /// The next character, if it is one of these.
    mutating func take(anyOf characters: String) -> UInt8? {
        guard let next = rest.first, characters.utf8.contains(next) else { return nil }
        rest = rest.dropFirst()
        return next
    }

    /// The digits behind a decimal point or comma as a part of one, nothing if there is no point.
    mutating func fraction() -> Double? {
        guard let point = rest.first, point == UInt8(ascii: ".") || point == UInt8(ascii: ",") else { return 0 }
        let digits = rest.dropFirst().prefix { $0.isDigit }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(1 + digits.count)
        return Double("0." + String(Substring(digits)))
    }

    /// "+01:00", "-0500" or "+1" as minutes ahead of UTC.
    mutating func offset() -> Int? {
        guard let sign = take(anyOf: "+-") else { return nil }
        // Somebody's template wrote a sign before the sign.
        if let doubled = rest.first, doubled == sign { rest = rest.dropFirst() }
        let digits = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(digits.count)
        guard digits.count <= 2, take(anyOf: ":") != nil else { return ZoneOffset.minutes(digits: digits, sign: sign) }
        guard let hours = Int(Substring(digits)), let minutes = number(digits: 2...2) else { return nil }
        // Seconds are nobody's offset today.
        if take(anyOf: ":") != nil, number(digits: 2...2) != 0 { return nil }
        return ZoneOffset.minutes(hours: hours, minutes: minutes, sign: sign)
    }
}
