package import FoundationEssentials
import Glibc
package import Library
import System
import Typesetting

/// An item's age or date, short enough for a column.
package struct Age {
    /// "now", "5m", "2h" or "3d". Older than two weeks: the day, such as "6 Nov". Much older: the month, such as "Jun
    /// 2024", or only the year if there is no room.
    package let text: String

    /// Days within which a month is clear without its year.
    private static let daysOfMonths = 300

    /// `format` is the user's date format for strftime(3), in which `%L` stands for the number of days ago.
    package init(of date: Date, at now: Date, format: String = "", isNarrow: Bool = false) {
        guard format.isEmpty else {
            text = Self.text(of: date, at: now, format: format)
            return
        }
        let minutes = Int(max(0, min(now.timeIntervalSince(date), 1e11)) / 60)
        text =
            switch minutes {
            case 0: "now"
            case ..<60: "\(minutes)m"
            case ..<(24 * 60): "\(minutes / 60)h"
            case ..<(14 * 24 * 60): "\(minutes / (24 * 60))d"
            case ..<(Self.daysOfMonths * 24 * 60): LocalTime(date).dayOfMonth
            default: isNarrow ? LocalTime(date).year : LocalTime(date).monthOfYear
            }
    }

    private static func text(of date: Date, at now: Date, format: String) -> String {
        // Calendar days, as in the list of today's items. A day may have 23 or 25 hours.
        let today = LocalTime.startOfDay(now)
        let days =
            date >= today ? 0 : Int(min(today.timeIntervalSince(LocalTime.startOfDay(date)), 1e11) / 86_400 + 0.5)
        let age = days == 0 ? "today" : days.counted("day") + " ago"
        return LocalTime(date).written(
            as: format.split(separator: "%L", omittingEmptySubsequences: false).joined(separator: age))
    }
}

/// A moment in the user's time zone.
///
/// Uses the system's conversion, because FoundationEssentials takes every time zone for GMT.
package struct LocalTime {
    private let parts: tm

    package init(_ date: Date) {
        // Dates from a hostile library could overflow the conversion.
        var seconds = time_t(max(-1e11, min(1e11, date.timeIntervalSince1970)))
        var parts = tm()
        localtime_r(&seconds, &parts)
        self.parts = parts
    }

    /// The first whole minute from then on, for what must not be done before.
    package init(minuteAfter date: Date) { self.init(date + 59) }

    /// "21 November 2026, 05:10".
    package var spelledOut: String {
        "\(parts.tm_mday) \(Self.months[Int(parts.tm_mon)]) \(year), \(timeOfDay)"
    }

    /// "05:10".
    package var timeOfDay: String { "\(Self.twoDigits(parts.tm_hour)):\(Self.twoDigits(parts.tm_min))" }

    /// "2026-11-21 05:10".
    package var minute: String {
        "\(year)-\(Self.twoDigits(parts.tm_mon + 1))-\(Self.twoDigits(parts.tm_mday)) \(Self.twoDigits(parts.tm_hour)):\(Self.twoDigits(parts.tm_min))"
    }

    /// "21 Nov 2026".
    package var day: String { "\(dayOfMonth) \(year)" }

    /// "21 Nov".
    fileprivate var dayOfMonth: String { "\(parts.tm_mday) \(month)" }

    /// "Nov 2026".
    fileprivate var monthOfYear: String { "\(month) \(year)" }

    package var year: String { "\(Int(parts.tm_year) + 1900)" }

    /// The date in a format of strftime(3); empty if it is too long for any list.
    package func written(as format: String) -> String {
        var parts = parts
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, strftime(start, buffer.count, format, &parts) > 0 else { return "" }
            return String(cString: start)
        }
    }

    /// The last midnight.
    static func startOfDay(_ now: Date) -> Date {
        var parts = LocalTime(now).parts
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
        // Lets mktime find out whether daylight saving time applied.
        parts.tm_isdst = -1
        return Date(timeIntervalSince1970: Double(mktime(&parts)))
    }

    /// The time for today, "05:10"; otherwise with the day, "21 Nov 2026, 05:10".
    package func brief(at now: Date) -> String {
        let time = "\(Self.twoDigits(parts.tm_hour)):\(Self.twoDigits(parts.tm_min))"
        return day == LocalTime(now).day ? time : "\(day), \(time)"
    }

    private var month: String { Self.shortMonths[Int(parts.tm_mon)] }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December"
    ]

    private static let shortMonths = months.map { String($0.prefix(3)) }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The column of dates in a list, with the same width in all rows.
package struct DateColumn {
    package let width: Int
    private let now: Date
    private let format: String
    private let isNarrow: Bool

    /// `format` is the user's date format, as for `Age`.
    package init(at now: Date, format: String, isNarrow: Bool) {
        (self.now, self.format, self.isNarrow) = (now, format, isNarrow)
        // Not all dates of the list are known, so the width is that of the longest possible date.
        width =
            format.isEmpty
            ? isNarrow ? 6 : 8
            : Age(of: Self.longest, at: Self.longest.addingTimeInterval(999 * 86_400), format: format).text.cellWidth
    }

    /// A Wednesday in September, late in the month and at noon.
    private static let longest = Date(timeIntervalSince1970: 1_664_366_400)

    /// Whether dates have to be as short as possible.
    package static func isNarrow(_ columns: Int) -> Bool { columns < 56 }

    package func text(of date: Date) -> String { Age(of: date, at: now, format: format, isNarrow: isNarrow).text }
}

/// A number of bytes with its unit: “812 bytes”, “34 kB”, “1.2 MB”.
package struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    package init(_ bytes: Int) {
        self.bytes = max(0, bytes)
    }

    package var description: String {
        switch bytes {
        case 1: "1 byte"
        case ..<1000: "\(bytes) bytes"
        case ..<999_500: "\((bytes + 500) / 1000) kB"
        case ..<9_950_000: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
        case ..<(.max - 500_000): "\((bytes + 500_000) / 1_000_000) MB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}

/// The playing time of a recording: “34:10”, “1:02:03”.
struct PlayingTime: CustomStringConvertible {
    private let seconds: Int

    init(_ seconds: Int) {
        self.seconds = max(0, seconds)
    }

    var description: String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = Self.twoDigits(seconds % 60)
        return hours == 0 ? "\(minutes):\(rest)" : "\(hours):\(Self.twoDigits(minutes)):\(rest)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The length of a text, short enough for a column, in newsboat's notation: “812 ”, “34.0K”, “1.2M”.
struct TextLength: CustomStringConvertible {
    private let bytes: Int

    init(_ bytes: Int) {
        self.bytes = max(0, bytes)
    }

    var description: String {
        switch bytes {
        case 0: ""
        case ..<1000: "\(bytes) "
        case ..<1_024_000: tenths(of: 1024) + "K"
        default: tenths(of: 1 << 20) + "M"
        }
    }

    private func tenths(of unit: Int) -> String {
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
        let tenths = whole * 10 + (rest * 10 + unit / 2) / unit
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// A bar chart in one row, with one cell for each number. The highest bar leaves a gap to the row above.
package struct Sparkline: CustomStringConvertible {
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]

    package let description: String

    /// Only 0 gets the lowest bar.
    package init(_ numbers: [Int]) {
        let highest = max(numbers.max() ?? 0, 1)
        description = numbers.reduce(into: "") { row, number in
            let share = Double(max(0, number)) / Double(highest) * Double(Self.bars.count - 1)
            row += Self.bars[Int(share.rounded(.up))]
        }
    }
}

extension Item {
    /// The title to show; “(untitled)” if the item has none.
    package var displayTitle: String {
        let title = CleanText.line(title)
        return title.isEmpty ? "(untitled)" : title
    }
}

extension String {
    /// The text with a capital first letter, unless it begins with a name, such as lede's or that of a file or setting.
    package var asSentence: String {
        let first = prefix { $0 != " " }
        let isWord = first.allSatisfy { $0.isLetter || $0 == "'" }
        return isWord && !["lede", "newsboat's"].contains(first) ? prefix(1).uppercased() + dropFirst() : self
    }
}
