import FoundationEssentials

/// The two most common formats of dates, read without creating a string: mail's, as in RFC 822 and RFC 1123, with or
/// without the day of the week, and RFC 3339's.
enum CommonDate {
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
