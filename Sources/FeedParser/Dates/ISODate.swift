import FoundationEssentials

/// The dates of ISO 8601, including RFC 3339 and W3C's profile (https://www.w3.org/TR/NOTE-datetime): from "2026" to
/// "2026-W45-4T09:30:00,5+01:00", with and without hyphens and colons.
enum ISODate {
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
