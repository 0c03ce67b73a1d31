/// A part of a date written for people: a number, a word, or a time of day.
enum DateToken: Equatable {
    /// A number, with a hyphen, slash or full stop before it as separator.
    case number(Int, digits: Int, separator: UInt8?)
    /// A word in lower case, without an abbreviation's full stop.
    case word(String)
    case clock(hour: Int, minute: Int, second: Double)
    /// Minutes ahead of UTC.
    case offset(Int)

    /// Splits a text into tokens; nil if a part can't belong to a date.
    static func all(in text: String) -> [DateToken]? {
        var tokens: [DateToken] = []
        var rest = text[...]
        var separator: UInt8?
        var isBehindNumber = false
        while let next = rest.utf8.first {
            if next == UInt8(ascii: "(") {
                guard let end = endOfComment(in: rest) else { return nil }
                rest = rest[end...]
            } else if next.isDigit {
                guard let token = numberOrClock(&rest, after: separator) else { return nil }
                tokens.append(token)
                separator = nil
                isBehindNumber = true
                continue
            } else if let letter = rest.unicodeScalars.first, letter.properties.isAlphabetic {
                let word = rest.unicodeScalars.prefix { $0.properties.isAlphabetic || $0.properties.isDiacritic }
                rest = rest[word.endIndex...]
                tokens += words(in: Substring(word), behindNumber: isBehindNumber)
                separator = nil
            } else if isOffset(rest), hasTime(tokens), !isBehindNumber || tokens.last?.isClock == true {
                var scanner = DateScanner(rest)
                guard let offset = scanner.offset() else { return nil }
                tokens.append(.offset(offset))
                rest = Substring(scanner.rest)
                separator = nil
            } else {
                guard "-/.,:'’ \t\r\n".unicodeScalars.contains(rest.unicodeScalars[rest.startIndex]),
                    !isNegative(rest, in: text)
                else { return nil }
                if "-/.".utf8.contains(next) { separator = next } else if next == UInt8(ascii: ",") { separator = nil }
                rest.unicodeScalars.removeFirst()
            }
            isBehindNumber = false
        }
        return tokens
    }

    /// Returns the index after a comment, which may contain comments and escaped parentheses (RFC 5322, section 3.2.2).
    private static func endOfComment(in text: Substring) -> Substring.Index? {
        var depth = 0
        var isEscaped = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return text.utf8.index(after: index) }
            default: break
            }
        }
        return nil
    }

    private static func numberOrClock(_ rest: inout Substring, after separator: UInt8?) -> DateToken? {
        var scanner = DateScanner(rest)
        let digits = scanner.digits
        guard let number = scanner.number(digits: 1...4) else { return nil }
        var clock = scanner
        // "9:30", or "9h30" in French.
        if digits <= 2, let sign = clock.read(anyOf: ":hH"), let minute = clock.number(digits: 1...2) {
            var second = 0.0
            if sign == UInt8(ascii: ":"), clock.read(anyOf: ":") != nil, clock.digits > 0 {
                guard let whole = clock.number(digits: 1...2), let part = clock.fraction() else { return nil }
                second = Double(whole) + part
            }
            rest = Substring(clock.rest)
            return .clock(hour: number, minute: minute, second: second)
        }
        rest = Substring(scanner.rest)
        return .number(number, digits: digits, separator: separator)
    }

    // In Chinese and Japanese, units follow numbers without a space, and more may follow: "5日下午".
    private static func words(in run: Substring, behindNumber: Bool) -> [DateToken] {
        if behindNumber, let first = run.first, run.count > 1, DateWord.isUnit(String(first)) {
            return [.word(String(first)), .word(String(run.dropFirst()))]
        }
        return [.word(String(run))]
    }

    private static func hasTime(_ tokens: [DateToken]) -> Bool {
        tokens.contains(where: \.isClock)
    }

    private var isClock: Bool {
        if case .clock = self { true } else { false }
    }

    /// Whether a hyphen comes next that doesn't separate anything from a digit.
    private static func isNegative(_ rest: Substring, in text: String) -> Bool {
        rest.utf8.first == UInt8(ascii: "-") && rest.utf8.dropFirst().first?.isDigit == true
            && text.utf8[..<rest.startIndex].last?.isSpace != false
    }

    /// Whether a sign comes next, perhaps twice, followed by a digit.
    private static func isOffset(_ text: Substring) -> Bool {
        let signs = text.utf8.prefix { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        return (1...2).contains(signs.count) && text.utf8.dropFirst(signs.count).first?.isDigit == true
    }
}
