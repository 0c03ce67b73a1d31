/// Reads a date from left to right. It leaves what doesn't match.
struct DateScanner {
    private(set) var rest: Substring.UTF8View

    init(_ text: Substring) {
        rest = text.utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number with this many digits that no digit follows.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let run = rest.prefix { $0.isDigit }
        guard digits.contains(run.count), let number = Int(Substring(run)) else { return nil }
        rest = rest.dropFirst(run.count)
        return number
    }

    /// Reads a number with exactly this many digits, whatever follows.
    mutating func number(of count: Int) -> Int? {
        let run = rest.prefix(count)
        guard run.count == count, run.allSatisfy(\.isDigit), let number = Int(Substring(run)) else { return nil }
        rest = rest.dropFirst(count)
        return number
    }

    /// The number of digits that come next.
    var digits: Int { rest.prefix { $0.isDigit }.count }

    mutating func skip(anyOf characters: String) {
        rest = rest.drop { characters.utf8.contains($0) }
    }

    /// Reads the next character if it is one of these.
    mutating func read(anyOf characters: String) -> UInt8? {
        guard let next = rest.first, characters.utf8.contains(next) else { return nil }
        rest = rest.dropFirst()
        return next
    }

    /// Reads the digits after a decimal point or comma as a fraction; 0 without a point.
    mutating func fraction() -> Double? {
        guard let point = rest.first, point == UInt8(ascii: ".") || point == UInt8(ascii: ",") else { return 0 }
        let digits = rest.dropFirst().prefix { $0.isDigit }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(1 + digits.count)
        return Double("0." + String(Substring(digits)))
    }

    /// Reads "+01:00", "-0500" or "+1" as minutes ahead of UTC.
    mutating func offset() -> Int? {
        guard let sign = read(anyOf: "+-") else { return nil }
        // Some templates write the sign twice.
        if let doubled = rest.first, doubled == sign { rest = rest.dropFirst() }
        let digits = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(digits.count)
        guard digits.count <= 2, read(anyOf: ":") != nil else { return ZoneOffset.minutes(digits: digits, sign: sign) }
        guard let hours = Int(Substring(digits)), let minutes = number(digits: 2...2) else { return nil }
        // No current offset has seconds.
        if read(anyOf: ":") != nil, number(digits: 2...2) != 0 { return nil }
        return ZoneOffset.minutes(hours: hours, minutes: minutes, sign: sign)
    }
}
