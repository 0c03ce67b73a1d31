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
