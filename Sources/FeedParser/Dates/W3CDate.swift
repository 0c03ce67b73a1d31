/// The dates of RFC 3339 and their short forms, from "2026" to "2026-11-05T09:30:00.5+01:00"
/// (https://www.w3.org/TR/NOTE-datetime).
enum W3CDate {
    /// A time without a zone counts as UTC.
    static func read(_ text: String) -> CivilTime? {
        var scanner = DateScanner(text)
        guard let year = scanner.number(digits: 4...4) else { return nil }
        var time = CivilTime(year: year)
        if scanner.isAtEnd { return time }

        guard scanner.take(anyOf: "-") != nil, let month = scanner.number(digits: 1...2) else { return nil }
        time.month = month
        if scanner.isAtEnd { return time }

        guard scanner.take(anyOf: "-") != nil, let day = scanner.number(digits: 1...2) else { return nil }
        time.day = day
        if scanner.isAtEnd { return time }

        guard scanner.take(anyOf: "Tt ") != nil, readClock(&scanner, into: &time) else { return nil }
        return time
    }

    private static func readClock(_ scanner: inout DateScanner, into time: inout CivilTime) -> Bool {
        guard let hour = scanner.number(digits: 1...2), scanner.take(anyOf: ":") != nil,
            let minute = scanner.number(digits: 2...2)
        else { return false }
        time.hour = hour
        time.minute = minute
        if scanner.take(anyOf: ":") != nil {
            guard let second = scanner.number(digits: 2...2), let fraction = scanner.fraction() else { return false }
            time.second = Double(second) + fraction
        }
        scanner.skip(anyOf: " ")
        if scanner.isAtEnd || scanner.take(anyOf: "Zz") != nil { return scanner.isAtEnd }
        guard let offset = scanner.numericOffset() else { return false }
        time.offset = offset
        return scanner.isAtEnd
    }
}
