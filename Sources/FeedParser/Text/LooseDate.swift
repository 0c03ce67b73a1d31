import FoundationEssentials
import System

/// Dates written by people and their templates: a day, a month, a year, and perhaps a time and a zone, in any order and
/// language.
struct LooseDate {
    /// Reads "Thu, 5 Nov 2026 9:30 AM EST", "Nov 5, 2026", "Thu Nov  5 09:30:00 2026", "5.11.2026", "2026年11月5日".
    static func read(_ text: String) -> Date? {
        let text = text.lowercased().replacing("a.m.", with: "am").replacing("p.m.", with: "pm")
        guard let tokens = DateToken.all(in: text) else { return nil }
        var date = LooseDate()
        for token in tokens {
            guard date.add(token) else { return nil }
        }
        return date.moment
    }

    private struct Number {
        var value: Int
        var digits: Int
        var separator: UInt8?
    }

    /// The numbers without a unit.
    private var numbers: [Number] = []
    private var units: [DateWord.Unit: Int] = [:]
    private var month: Int?
    private var monthOrWeekday: Int?
    private var clock: (hour: Int, minute: Int, second: Double)?
    private var isAfterNoon: Bool?
    private var offset: Int?
    private var namedOffset: Int?
    private var impliedOffset: Int?

    /// Adds a token; returns false if it is invalid at this position.
    private mutating func add(_ token: DateToken) -> Bool {
        switch token {
        case .number(let value, let digits, let separator):
            numbers.append(Number(value: value, digits: digits, separator: separator))
        case .clock(let hour, let minute, let second):
            guard clock == nil else { return false }
            clock = (hour, minute, second)
        case .offset(let minutes):
            guard offset == nil else { return false }
            offset = minutes
        case .word(let word):
            return add(word: word)
        }
        return true
    }

    private mutating func add(word: String) -> Bool {
        if impliedOffset == nil { impliedOffset = DateWord.offset(impliedBy: word) }
        switch DateWord.meaning(of: word) {
        case .month(let number):
            guard month == nil || month == number else { return false }
            month = number
        case .monthOrWeekday(let number):
            if monthOrWeekday == nil || numbers.isEmpty == false { monthOrWeekday = number }
        case .beforeNoon: isAfterNoon = false
        case .afterNoon: isAfterNoon = true
        case .unit(let unit):
            guard let number = numbers.popLast() else { return false }
            units[unit] = number.value
        case .weekday, .filler: break
        case nil:
            // After a time of day, any name may be a zone's.
            guard
                let zone = ZoneName.offset(of: word, unknownIsUTC: clock != nil && offset == nil && namedOffset == nil)
            else { return false }
            namedOffset = namedOffset ?? zone
        }
        return true
    }

    private var moment: Date? {
        guard let day, let time, let zone else { return nil }
        return Date(day, time, offset: zone)
    }

    private var zone: Int? {
        guard let offset else { return namedOffset ?? impliedOffset ?? 0 }
        // "GMT+2" and "-0500 EST" have one meaning, "EST+0200" has none.
        if let namedOffset, namedOffset != 0, namedOffset != offset { return nil }
        return offset
    }

    private var time: TimeOfDay? {
        guard let (hour, minute, second) = clock ?? clockOfUnits else { return .midnight }
        let hourOfDay =
            switch isAfterNoon {
            case true where hour < 12: hour + 12
            case false where hour == 12: 0
            default: hour
            }
        return TimeOfDay(hour: hourOfDay, minute: minute, second: second)
    }

    private var clockOfUnits: (hour: Int, minute: Int, second: Double)? {
        units[.hour].map { ($0, units[.minute] ?? 0, Double(units[.second] ?? 0)) }
    }

    private var day: CivilDay? {
        if let year = units[.year], let month = units[.month], numbers.isEmpty {
            return CivilDay(year: year, month: month, day: units[.day] ?? 1)
        }
        guard units[.year] == nil, units[.month] == nil, units[.day] == nil else { return nil }
        if let month = month ?? monthOrWeekday { return day(in: month) }
        return dayInNumbers
    }

    /// Returns the day of a named month. The size tells day and year apart; in doubt the day comes first.
    private func day(in month: Int) -> CivilDay? {
        switch numbers.count {
        case 1: numbers[0].digits == 4 ? CivilDay(year: numbers[0].value, month: month, day: 1) : nil
        case 2:
            if numbers[0].digits == 4 || numbers[0].value > 31 {
                day(numbers[1], month, of: numbers[0])
            } else {
                day(numbers[0], month, of: numbers[1])
            }
        default: nil
        }
    }

    /// Returns the day from three numbers. The year has four digits; the order of day and month isn't guessed.
    private var dayInNumbers: CivilDay? {
        guard numbers.count == 3 else { return nil }
        let (first, second, third) = (numbers[0], numbers[1], numbers[2])
        if first.digits == 4 { return day(third, second.value, of: first) }
        guard third.digits == 4 || third.separator != UInt8(ascii: "-") else { return nil }
        switch third.separator {
        case UInt8(ascii: "."), UInt8(ascii: "-"): return day(first, second.value, of: third)
        default:
            // Americans, and writers of AM and PM, write the month first; most others write the day first.
            if first.value > 12 || first.value == second.value { return day(first, second.value, of: third) }
            if second.value > 12 || isAfterNoon != nil { return day(second, first.value, of: third) }
            return nil
        }
    }

    private func day(_ day: Number, _ month: Int, of year: Number) -> CivilDay? {
        guard day.digits <= 2, let year = Self.year(year) else { return nil }
        return CivilDay(year: year, month: month, day: day.value)
    }

    // The meaning of years with two and three digits (RFC 5322, section 4.3).
    private static func year(_ number: Number) -> Int? {
        switch number.digits {
        case 2: number.value < 50 ? 2000 + number.value : 1900 + number.value
        case 3: 1900 + number.value
        case 4: number.value
        default: nil
        }
    }
}

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

/// A part of a date written for people: a number, a word, or a time of day.
private enum DateToken: Equatable {
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

/// The meaning of a word in a date.
private enum DateWord: Equatable {
    case month(Int)
    /// A day of the week, which is ignored: if it is wrong, the date is right.
    case weekday
    /// Ambiguous, such as "mar" in French.
    case monthOrWeekday(Int)
    case beforeNoon
    case afterNoon
    /// The unit of the number before it.
    case unit(Unit)
    /// A word without a meaning, such as "at" or "de", or the ending of "5th".
    case filler

    enum Unit {
        case year, month, day, hour, minute, second
    }

    /// Returns the meaning of a word in lower case.
    static func meaning(of word: String) -> DateWord? {
        particles[word] ?? names[word]
    }

    static func isUnit(_ word: String) -> Bool {
        if case .unit = particles[word] { true } else { false }
    }

    /// Returns the zone of the only country that uses this word, since its feeds leave the zone out.
    static func offset(impliedBy word: String) -> Int? {
        ["년", "오전", "오후"].contains(word) || ["午前", "午後"].contains(word) ? 9 * 60 : nil
    }

    private static let particles: [String: DateWord] = {
        var words: [String: DateWord] = [
            "年": .unit(.year), "년": .unit(.year), "月": .unit(.month), "월": .unit(.month), "日": .unit(.day),
            "일": .unit(.day), "号": .unit(.day), "号日": .unit(.day), "时": .unit(.hour), "時": .unit(.hour),
            "点": .unit(.hour), "시": .unit(.hour), "分": .unit(.minute), "분": .unit(.minute), "秒": .unit(.second),
            "초": .unit(.second)
        ]
        for word in ["am", "오전", "上午", "午前", "凌晨", "πμ"] { words[word] = .beforeNoon }
        for word in ["pm", "오후", "下午", "午後", "晚上", "μμ"] { words[word] = .afterNoon }
        let fillers =
            "st nd rd th er º t at of the on de del d la le den der el à um uhr kl klo em às as las h hrs г года р"
        for word in fillers.split(separator: " ") { words[String(word)] = .filler }
        return words
    }()

    // Three letters or more of a name are enough, unless another month begins with them, too.
    private static let names: [String: DateWord] = {
        var months: [String: Set<Int>] = [:]
        var weekdays: Set<String> = []
        var isWhole = false
        for line in String(decoding: PackageResources.DateNames_txt, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            switch words[0] {
            case "whole": isWhole = true
            case "months":
                for (number, names) in words.enumerated().dropFirst() {
                    for name in names.split(separator: "/") {
                        for beginning in beginnings(of: name, isWhole) { months[beginning, default: []].insert(number) }
                    }
                }
            case "days":
                for name in words.dropFirst() { weekdays.formUnion(beginnings(of: name, isWhole)) }
                isWhole = false
            default: break
            }
        }
        var words = Dictionary(uniqueKeysWithValues: weekdays.map { ($0, DateWord.weekday) })
        for (name, numbers) in months {
            guard let number = numbers.first, numbers.count == 1 else { continue }
            words[name] = weekdays.contains(name) ? .monthOrWeekday(number) : .month(number)
        }
        return words
    }()

    private static func beginnings(of name: Substring, _ isWhole: Bool) -> [String] {
        name.count <= 3 || isWhole ? [String(name)] : (3...name.count).map { String(name.prefix($0)) }
    }
}
