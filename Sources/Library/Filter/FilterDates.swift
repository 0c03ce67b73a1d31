package import FoundationEssentials
import Glibc

/// The period of an item's date.
struct FilterDates: Hashable, Sendable {
    /// From this time on.
    var from: Moment?
    /// Before this time.
    var before: Moment?

    enum Moment: Hashable, Sendable {
        /// An age in milliseconds.
        case ago(Int64)
        /// As the user wrote it.
        case written(String)

        /// Fails if it isn't a date.
        init?(_ text: String) {
            let text = text.lowercased()
            guard FilterDate.instant(text, now: Date(timeIntervalSince1970: 0)) != nil else { return nil }
            self = .written(text)
        }

        func milliseconds(at now: Date) -> Int64 {
            switch self {
            case .ago(let age): now.milliseconds - age
            case .written(let text): (FilterDate.instant(text, now: now) ?? now).milliseconds
            }
        }
    }

    /// Everything else; nil if that isn't one period.
    var opposite: FilterDates? {
        switch (from, before) {
        case (let from?, nil): FilterDates(before: from)
        case (nil, let before?): FilterDates(from: before)
        default: nil
        }
    }

    private var moments: [Moment] { [from, before].compactMap { $0 } }

    /// Its start and end at a given time, as far as it has them.
    func limits(at now: Date) -> [Int64] { moments.map { $0.milliseconds(at: now) } }

    /// The milliseconds that it matches.
    func range(at now: Date) -> Range<Int64> {
        let start = from?.milliseconds(at: now) ?? .min
        return start..<max(start, before?.milliseconds(at: now) ?? .max)
    }

    var changeWithTime: Bool {
        let (then, later) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_000_000_000))
        return limits(at: then) != limits(at: later)
    }
}

// newsboat counts ages in whole days. lede's may have a unit, and are exact then.
extension FilterDates {
    private static let day: Int64 = 86_400_000
    /// A test of ages; nil if the text or the operator doesn't fit.
    init?(age text: String, _ comparison: FilterOperator) {
        if comparison == .between {
            let ends = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int64($0) }
            guard ends.count == 2, let least = ends.min(), let most = ends.max() else { return nil }
            self.init(days: least, most)
        } else if let days = Int64(text) {
            self.init(days: days, comparison)
        } else if let age = FilterDate.age(text) {
            self.init(exactly: Int64(age * 1000), comparison)
        } else {
            return nil
        }
    }

    private init?(days: Int64, _ comparison: FilterOperator) {
        switch comparison {
        case .equals, .differs: self.init(days: days, days)
        case .less: self.init(from: .ago(Self.start(ofDay: days)))
        case .atMost: self.init(from: .ago(Self.start(ofDay: days.clamped + 1)))
        case .greater: self.init(before: .ago(Self.start(ofDay: days.clamped + 1)))
        case .atLeast: self.init(before: .ago(Self.start(ofDay: days)))
        default: return nil
        }
    }

    private init(days least: Int64, _ most: Int64) {
        self.init(from: .ago(Self.start(ofDay: most.clamped + 1)), before: .ago(Self.start(ofDay: least)))
    }

    private init?(exactly age: Int64, _ comparison: FilterOperator) {
        switch comparison {
        case .less: self.init(from: .ago(age - 1))
        case .atMost: self.init(from: .ago(age))
        case .greater: self.init(before: .ago(age))
        case .atLeast: self.init(before: .ago(age - 1))
        default: return nil
        }
    }

    /// The age of the first item that isn't this many days old yet.
    private static func start(ofDay days: Int64) -> Int64 { days.clamped * day - 1 }
}

extension Int64 {
    /// Items are never older than a million days.
    fileprivate var clamped: Int64 { Swift.max(-1_000_000, Swift.min(self, 1_000_000)) }
}

/// The dates of searches and filters: `2026-01-31`, `2026-01`, `2026`, `today`, `yesterday`, and ages such as `12h`, `7d`, `2w`,
/// `3m` and `1y`. Days begin in the local time zone.
package enum FilterDate {
    /// The start of the date.
    package static func instant(_ text: String, now: Date) -> Date? {
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
