import FoundationEssentials
import Glibc

/// The dates of a search: `2026-01-31`, `2026-01`, `2026`, `today`, `yesterday`, and ages such as `12h`, `7d`, `2w`,
/// `3m` and `1y`. Days begin in the local time zone.
enum SearchDate {
    /// The start of the date.
    static func instant(_ text: String, now: Date) -> Date? {
        switch text {
        case "today": startOfDay(0, before: now)
        case "yesterday": startOfDay(1, before: now)
        default: age(text).map { now.addingTimeInterval(-$0) } ?? day(text)
        }
    }

    /// An age in seconds.
    static func age(_ text: String) -> Double? {
        let hours: [Character: Double] = ["h": 1, "d": 24, "w": 24 * 7, "m": 24 * 30.44, "y": 24 * 365.25]
        guard let unit = text.last.flatMap({ hours[$0] }), let count = number(text.dropLast(), digits: 1...4) else {
            return nil
        }
        return Double(count) * unit * 3600
    }

    private static func day(_ text: String) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4...4), year >= 1900 else {
            return nil
        }
        let month = parts.count > 1 ? number(parts[1], digits: 1...2) : 1
        let day = parts.count > 2 ? number(parts[2], digits: 1...2) : 1
        guard let month, let day, (1...12).contains(month), (1...31).contains(day) else { return nil }
        return midnight(year: year, month: month, day: day)
    }

    private static func startOfDay(_ days: Int32, before now: Date) -> Date? {
        var seconds = time_t(now.timeIntervalSince1970)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return nil }
        return midnight(year: local.tm_year + 1900, month: local.tm_mon + 1, day: local.tm_mday - days)
    }

    private static func midnight(year: Int32, month: Int32, day: Int32) -> Date? {
        var local = tm()
        local.tm_year = year - 1900
        local.tm_mon = month - 1
        local.tm_mday = day
        // mktime decides whether summer time applies.
        local.tm_isdst = -1
        return Date(timeIntervalSince1970: Double(mktime(&local)))
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int32? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int32(text)
    }
}
