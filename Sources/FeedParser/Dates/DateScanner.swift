/// Reads a date from left to right; what does not match is left where it is.
struct DateScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// A number of so many digits, no more following.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let run = rest.prefix { $0.isDigit }
        guard digits.contains(run.count), let number = Int(Substring(run)) else { return nil }
        rest = rest.dropFirst(run.count)
        return number
    }

    mutating func word() -> String? {
        let run = rest.prefix { $0.isLetter }
        guard !run.isEmpty else { return nil }
        rest = rest.dropFirst(run.count)
        return String(Substring(run))
    }

    mutating func skip(anyOf characters: String) {
        rest = rest.drop { characters.utf8.contains($0) }
    }

    /// The next character, if it is one of these.
    mutating func take(anyOf characters: String) -> Unicode.Scalar? {
        guard let next = rest.first, characters.utf8.contains(next) else { return nil }
        rest = rest.dropFirst()
        return Unicode.Scalar(next)
    }

    /// The digits behind a decimal point as a part of one, nothing if there is no point.
    mutating func fraction() -> Double? {
        guard take(anyOf: ".,") != nil else { return 0 }
        let digits = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(digits.count)
        return Double("0." + String(Substring(digits)))
    }

    /// "+01:00", "-0500" or "+1" as minutes ahead of UTC.
    mutating func numericOffset() -> Int? {
        guard let sign = take(anyOf: "+-") else { return nil }
        let digits = rest.prefix { $0.isDigit }.count
        guard let number = number(digits: 1...4) else { return nil }
        var minutes = number * 60
        if digits > 2 {
            minutes = number / 100 * 60 + number % 100
            guard number % 100 < 60 else { return nil }
        } else if take(anyOf: ":") != nil {
            guard let rest = self.number(digits: 2...2), rest < 60 else { return nil }
            minutes += rest
        }
        return sign == "-" ? -minutes : minutes
    }
}
