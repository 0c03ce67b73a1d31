import FoundationEssentials

/// A date and time of day as written, which may or may not exist.
struct CivilTime {
    var year: Int
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0.0
    /// How many minutes the clock was ahead of UTC.
    var offset = 0

    /// The moment meant; nil for the 30th of February and other times that never were.
    var date: Date? {
        // A minute may end in a leap second, which counts as the next minute's first.
        guard (1...9999).contains(year), (1...12).contains(month), (1...daysInMonth).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), second >= 0, second < 61,
            (-Self.greatestOffset...Self.greatestOffset).contains(offset)
        else { return nil }
        let minutes = (daysSince1970 * 24 + hour) * 60 + minute - offset
        return Date(timeIntervalSince1970: Double(minutes) * 60 + second)
    }

    // No clock on Earth is further from UTC than Kiritimati's 14 hours.
    private static let greatestOffset = 14 * 60

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Years are counted from March, so that the leap day is the last (H. Hinnant, "chrono-compatible date algorithms").
    private var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}
