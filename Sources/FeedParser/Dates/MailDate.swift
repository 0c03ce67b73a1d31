/// The dates of mail (RFC 822, 1123, 2822, 5322), with what feeds leave out of them or write out.
enum MailDate {
    /// "Thu, 05 Nov 2026 09:30:00 +0100"; weekday, time, seconds and zone may be missing, and without a zone it is UTC.
    static func read(_ text: String) -> CivilTime? {
        var scanner = DateScanner(text)
        // The weekday adds nothing, and where it is wrong the date is right.
        if scanner.word() != nil { scanner.skip(anyOf: "., ") }
        guard let day = scanner.number(digits: 1...2) else { return nil }
        scanner.skip(anyOf: " -")
        guard let month = scanner.word().flatMap(Self.month) else { return nil }
        scanner.skip(anyOf: ".,- ")
        guard let year = readYear(&scanner) else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        scanner.skip(anyOf: ", ")
        if scanner.isAtEnd { return time }
        guard readClock(&scanner, into: &time) else { return nil }
        return time
    }

    // RFC 2822, section 4.3: what years of two and three digits mean.
    private static func readYear(_ scanner: inout DateScanner) -> Int? {
        if let year = scanner.number(digits: 4...4) { return year }
        if let year = scanner.number(digits: 3...3) { return 1900 + year }
        return scanner.number(digits: 2...2).map { $0 < 50 ? 2000 + $0 : 1900 + $0 }
    }

    private static func readClock(_ scanner: inout DateScanner, into time: inout CivilTime) -> Bool {
        guard let hour = scanner.number(digits: 1...2), scanner.take(anyOf: ":") != nil,
            let minute = scanner.number(digits: 1...2)
        else { return false }
        time.hour = hour
        time.minute = minute
        if scanner.take(anyOf: ":") != nil {
            guard let second = scanner.number(digits: 1...2), let fraction = scanner.fraction() else { return false }
            time.second = Double(second) + fraction
        }
        scanner.skip(anyOf: " ")
        guard let offset = readZone(&scanner) else { return false }
        time.offset = offset
        return true
    }

    private static func readZone(_ scanner: inout DateScanner) -> Int? {
        if scanner.isAtEnd { return 0 }
        if let name = scanner.word() {
            guard let named = ZoneName.offset(of: name) else { return nil }
            scanner.skip(anyOf: " ")
            if endsZone(&scanner) { return named }
            // "GMT+2" has one meaning, "EST-0500" has two.
            guard named == 0 else { return nil }
        }
        guard let numeric = scanner.numericOffset() else { return nil }
        scanner.skip(anyOf: " ")
        // The offset may be followed by its name, which adds nothing.
        if scanner.word() != nil { scanner.skip(anyOf: " ") }
        return endsZone(&scanner) ? numeric : nil
    }

    // In mail a comment stands in parentheses, and what it says is not looked at.
    private static func endsZone(_ scanner: inout DateScanner) -> Bool {
        scanner.isAtEnd || scanner.take(anyOf: "(") != nil
    }

    private static func month(_ name: String) -> Int? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return months.firstIndex(of: String(name.prefix(3)).lowercased()).map { $0 + 1 }
    }
}
