import FoundationEssentials

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
