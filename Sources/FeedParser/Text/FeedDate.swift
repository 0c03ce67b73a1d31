package import FoundationEssentials
import System

extension Date {
    /// Reads a date as feeds write it; nil if it is invalid or doesn't exist, since no date is better than a wrong one.
    ///
    /// Every format is read everywhere, because feeds mix them. Without a zone it is UTC.
    init?(inFeed text: UnsafeBufferPointer<UInt8>) {
        let text = text.trimmed
        // Every date is shorter, and longer texts aren't worth reading.
        guard text.count <= 120, let date = Self.read(text) else { return nil }
        self = date
    }

    /// Reads the date in a string. HTTP's dates have the same formats.
    package init?(inFeed text: String) {
        var text = text
        guard let date = text.withUTF8({ Date(inFeed: $0) }) else { return nil }
        self = date
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
        if let date = CommonDate.read(text.span) { return date }
        let text = String(decoding: text, as: UTF8.self)
        return ISODate.read(text) ?? UnixTime.read(text) ?? LooseDate.read(text)
    }

    /// Creates the moment when a clock that is `offset` minutes ahead of UTC shows this time.
    init(_ day: CivilDay, _ time: TimeOfDay = .midnight, offset: Int = 0) {
        self.init(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 - offset * 60) + time.secondsSinceMidnight)
    }
}

/// The two most common formats of dates, read without creating a string: mail's, as in RFC 822 and RFC 1123, with or
/// without the day of the week, and RFC 3339's.
private enum CommonDate {
    /// Returns nil for many valid dates, too; slower readers handle them.
    static func read(_ text: Span<UInt8>) -> Date? {
        guard text.count >= 20 else { return nil }
        if text[3] == UInt8(ascii: ",") { return text[4] == 0x20 ? mail(text, 5) : nil }
        return text[1] == 0x20 || text[2] == 0x20 ? mail(text, 0) : rfc3339(text)
    }

    /// Reads "Thu, 05 Nov 2026 09:30:00 +0100" from the day of the month on.
    private static func mail(_ text: Span<UInt8>, _ start: Int) -> Date? {
        let dayEnd = start + (text[start + 1].isDigit ? 2 : 1)
        guard text.count >= dayEnd + 22, let day = number(text, start..<dayEnd), text[dayEnd] == 0x20,
            let month = month(text, dayEnd + 1), text[dayEnd + 4] == 0x20,
            let year = number(text, (dayEnd + 5)..<(dayEnd + 9)), text[dayEnd + 9] == 0x20,
            let civilDay = CivilDay(year: year, month: month, day: day),
            let time = time(text, dayEnd + 10), text[dayEnd + 18] == 0x20,
            let offset = mailZone(text, dayEnd + 19)
        else { return nil }
        return Date(civilDay, time, offset: offset)
    }

    /// Reads "2026-11-05T09:30:00+01:00" and "2026-11-05T08:30:00.25Z".
    private static func rfc3339(_ text: Span<UInt8>) -> Date? {
        let zone = zone(text)
        guard let year = number(text, 0..<4), text[4] == UInt8(ascii: "-"), let month = number(text, 5..<7),
            text[7] == UInt8(ascii: "-"), let day = number(text, 8..<10), text[10] == UInt8(ascii: "T"),
            let civilDay = CivilDay(year: year, month: month, day: day), let fraction = fraction(text, 19..<zone),
            let time = time(text, 11, fraction: fraction)
        else { return nil }
        switch (text.count - zone, text[zone]) {
        case (1, UInt8(ascii: "Z")): return Date(civilDay, time)
        case (6, let sign):
            guard text[zone + 3] == UInt8(ascii: ":"),
                let offset = offset(sign, number(text, (zone + 1)..<(zone + 3)), number(text, (zone + 4)..<(zone + 6)))
            else { return nil }
            return Date(civilDay, time, offset: offset)
        default: return nil
        }
    }

    /// Returns the start of the zone, after the seconds and their fraction.
    private static func zone(_ text: Span<UInt8>) -> Int {
        guard text[19] == UInt8(ascii: ".") else { return 19 }
        var index = 20
        while index < text.count - 1, text[index].isDigit { index += 1 }
        return index
    }

    private static func fraction(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
        if range.isEmpty { return 0 }
        // Longer fractions are left to the slower reader.
        guard (2...10).contains(range.count), let digits = number(text, range.dropFirst()) else { return nil }
        return Double(digits) / tens[range.count - 1]
    }

    private static let tens = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    private static func time(_ text: Span<UInt8>, _ start: Int, fraction: Double = 0) -> TimeOfDay? {
        guard let hour = number(text, start..<(start + 2)), text[start + 2] == UInt8(ascii: ":"),
            let minute = number(text, (start + 3)..<(start + 5)), text[start + 5] == UInt8(ascii: ":"),
            let second = number(text, (start + 6)..<(start + 8))
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute, second: Double(second) + fraction)
    }

    private static func mailZone(_ text: Span<UInt8>, _ start: Int) -> Int? {
        switch text.count - start {
        case 3: isWord(text, start, "gmt") || isWord(text, start, "utc") ? 0 : nil
        case 5: offset(text[start], number(text, (start + 1)..<(start + 3)), number(text, (start + 3)..<(start + 5)))
        default: nil
        }
    }

    private static func offset(_ sign: UInt8, _ hours: Int?, _ minutes: Int?) -> Int? {
        guard let hours, let minutes else { return nil }
        return ZoneOffset.minutes(hours: hours, minutes: minutes, sign: sign)
    }

    private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            guard text[index].isDigit else { return nil }
            number = number * 10 + Int(text[index] - UInt8(ascii: "0"))
        }
        return number
    }

    private static func month(_ text: Span<UInt8>, _ start: Int) -> Int? {
        for month in 0..<12 where isWord(text, start, months[month]) { return month + 1 }
        return nil
    }

    /// Whether this word of three lower-case letters is at `start`, in any case.
    private static func isWord(_ text: Span<UInt8>, _ start: Int, _ word: StaticString) -> Bool {
        text[start].lowercased == word.utf8Start[0] && text[start + 1].lowercased == word.utf8Start[1]
            && text[start + 2].lowercased == word.utf8Start[2]
    }

    private static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
    ]
}

/// The dates of ISO 8601, including RFC 3339 and W3C's profile (https://www.w3.org/TR/NOTE-datetime): from "2026" to
/// "2026-W45-4T09:30:00,5+01:00", with and without hyphens and colons.
private enum ISODate {
    static func read(_ text: String) -> Date? {
        var scanner = DateScanner(text[...])
        guard let day = readDay(&scanner) else { return nil }
        if scanner.isAtEnd { return Date(day) }

        scanner.skip(anyOf: " ")
        if scanner.read(anyOf: "Tt") != nil { scanner.skip(anyOf: " ") }
        guard let time = readTime(&scanner) else { return nil }
        scanner.skip(anyOf: " ")
        guard let offset = readZone(&scanner) else { return nil }
        return Date(day, time, offset: offset)
    }

    private static func readDay(_ scanner: inout DateScanner) -> CivilDay? {
        let digits = scanner.digits
        // Without hyphens: 20261105, 2026309, and 20261105093000 from databases.
        guard [4, 7, 8, 14].contains(digits), let year = scanner.number(of: 4) else { return nil }
        if digits == 7 { return scanner.number(of: 3).flatMap { CivilDay(year: year, dayOfYear: $0) } }
        if digits > 7 { return readMonthAndDay(&scanner, of: year, separator: "") }

        let separator = scanner.read(anyOf: "-") == nil ? "" : "-"
        if scanner.read(anyOf: "W") != nil { return readWeek(&scanner, of: year, separator: separator) }
        if separator.isEmpty { return CivilDay(year: year, month: 1, day: 1) }
        if scanner.digits == 3 { return scanner.number(of: 3).flatMap { CivilDay(year: year, dayOfYear: $0) } }
        return readMonthAndDay(&scanner, of: year, separator: separator)
    }

    private static func readMonthAndDay(
        _ scanner: inout DateScanner, of year: Int, separator: String
    ) -> CivilDay? {
        let isShort = separator.isEmpty
        guard let month = isShort ? scanner.number(of: 2) : scanner.number(digits: 1...2) else { return nil }
        if scanner.isAtEnd { return CivilDay(year: year, month: month, day: 1) }
        if !isShort, scanner.read(anyOf: separator) == nil { return nil }
        guard let day = isShort ? scanner.number(of: 2) : scanner.number(digits: 1...2) else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    private static func readWeek(_ scanner: inout DateScanner, of year: Int, separator: String) -> CivilDay? {
        guard let week = scanner.number(of: 2) else { return nil }
        if scanner.isAtEnd { return CivilDay(year: year, week: week, weekday: 1) }
        if !separator.isEmpty, scanner.read(anyOf: separator) == nil { return nil }
        return scanner.number(of: 1).flatMap { CivilDay(year: year, week: week, weekday: $0) }
    }

    private static func readTime(_ scanner: inout DateScanner) -> TimeOfDay? {
        // Hours of one digit occur only before a colon.
        let isShort = scanner.digits > 2
        guard let hour = isShort ? scanner.number(of: 2) : scanner.number(digits: 1...2) else { return nil }
        var minute = 0
        var second = 0.0
        if isShort || scanner.read(anyOf: ":") != nil {
            guard let read = scanner.number(of: 2) else { return nil }
            minute = read
            if isShort ? scanner.digits > 0 : scanner.read(anyOf: ":") != nil {
                guard let whole = scanner.number(of: 2), let part = scanner.fraction() else { return nil }
                second = Double(whole) + part
            }
        }
        return TimeOfDay(hour: hour, minute: minute, second: second)
    }

    /// Reads the zone; UTC if there is none.
    private static func readZone(_ scanner: inout DateScanner) -> Int? {
        if scanner.isAtEnd { return 0 }
        if scanner.read(anyOf: "Zz") != nil { return scanner.isAtEnd ? 0 : nil }
        guard let offset = scanner.offset() else { return nil }
        // Some programs add UTC's letter to any zone.
        _ = scanner.read(anyOf: "Zz")
        return scanner.isAtEnd ? offset : nil
    }
}

/// Seconds or milliseconds since 1970, with so many digits that they can't be a calendar date.
private enum UnixTime {
    static func read(_ text: String) -> Date? {
        guard text.utf8.allSatisfy(\.isDigit), let number = Double(text) else { return nil }
        return switch text.utf8.count {
        case 10: Date(timeIntervalSince1970: number)
        case 13: Date(timeIntervalSince1970: number / 1000)
        default: nil
        }
    }
}

/// An existing day of the Gregorian calendar.
struct CivilDay {
    let daysSince1970: Int

    init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        daysSince1970 = Self.daysSince1970(year: year, month: month, day: day)
    }

    /// Creates the day with this number in the year, from 1.
    init?(year: Int, dayOfYear: Int) {
        guard Self.years.contains(year), (1...(Self.isLeap(year) ? 366 : 365)).contains(dayOfYear) else { return nil }
        daysSince1970 = Self.daysSince1970(year: year, month: 1, day: 1) + dayOfYear - 1
    }

    /// Creates a day of an ISO 8601 week, with Monday as 1. Week 1 contains 4 January.
    init?(year: Int, week: Int, weekday: Int) {
        guard Self.years.contains(year), week >= 1, (1...7).contains(weekday) else { return nil }
        let start = Self.startOfWeeks(year: year) + (week - 1) * 7
        guard start < Self.startOfWeeks(year: year + 1) else { return nil }
        daysSince1970 = start + weekday - 1
    }

    private static let years = 1...9999

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func startOfWeeks(year: Int) -> Int {
        let fourth = daysSince1970(year: year, month: 1, day: 4)
        // 1 January 1970 was a Thursday, the third day after Monday.
        return fourth - (((fourth + 3) % 7) + 7) % 7
    }

    // Years are counted from March, so that the leap day is the last (H. Hinnant, "chrono-compatible date algorithms").
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}

/// An existing time of day.
struct TimeOfDay {
    fileprivate let secondsSinceMidnight: Double

    static let midnight = TimeOfDay(secondsSinceMidnight: 0)

    private init(secondsSinceMidnight: Double) {
        self.secondsSinceMidnight = secondsSinceMidnight
    }

    /// Accepts 24:00, and a leap second, which counts as the first second of the next minute.
    init?(hour: Int, minute: Int, second: Double = 0) {
        guard (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0), (0...59).contains(minute),
            second >= 0, second < 61
        else { return nil }
        secondsSinceMidnight = Double((hour * 60 + minute) * 60) + second
    }
}

/// The names of time zones in dates: those of RFC 822, and unambiguous ones that feeds use.
enum ZoneName {
    /// Returns minutes ahead of UTC; nil if the name isn't a zone's.
    ///
    /// Ambiguous names, such as IST, and the letters that RFC 822 got wrong count as UTC where a zone is likely, as RFC
    /// 5322 says (section 4.3).
    static func offset(of name: String, unknownIsUTC: Bool) -> Int? {
        if let hours = hours[name.uppercased()] { return Int(hours * 60) }
        return unknownIsUTC && name.utf8.count <= 5 && name.utf8.allSatisfy(\.isLetter) ? 0 : nil
    }

    private static let hours: [String: Double] = [
        "UT": 0, "GMT": 0, "UTC": 0, "Z": 0, "WET": 0, "WEST": 1, "BST": 1, "MET": 1, "MEZ": 1, "CET": 1, "MEST": 2,
        "MESZ": 2, "CEST": 2, "SAST": 2, "EET": 2, "EEST": 3, "MSK": 3, "PKT": 5, "WIB": 7, "HKT": 8, "SGT": 8,
        "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5, "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
        "NST": -3.5, "NDT": -2.5, "BRT": -3, "ART": -3, "AST": -4, "ADT": -3, "AT": -4, "EST": -5, "EDT": -4, "ET": -5,
        "CST": -6, "CDT": -5, "CT": -6, "MST": -7, "MDT": -6, "MT": -7, "PST": -8, "PDT": -7, "PT": -8, "AKST": -9,
        "AKDT": -8, "HST": -10
    ]
}

/// A clock's offset from UTC in minutes.
enum ZoneOffset {
    /// Returns nil for an offset that no clock has: the largest is Kiritimati's 14 hours.
    static func minutes(hours: Int, minutes: Int, sign: UInt8) -> Int? {
        guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return switch sign {
        case UInt8(ascii: "+"): hours * 60 + minutes
        case UInt8(ascii: "-"): -(hours * 60 + minutes)
        default: nil
        }
    }

    /// Reads the digits after a sign: "1", "01", "130", "0130".
    static func minutes(digits: Substring.UTF8View, sign: UInt8) -> Int? {
        guard (1...4).contains(digits.count), let number = Int(Substring(digits)) else { return nil }
        return digits.count > 2
            ? minutes(hours: number / 100, minutes: number % 100, sign: sign)
            : minutes(hours: number, minutes: 0, sign: sign)
    }
}
