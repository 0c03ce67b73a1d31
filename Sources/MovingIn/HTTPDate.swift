import Glibc

/// A moment as HTTP's headers write it.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    ]

    /// Nothing for what is no moment that a server has told.
    static func text(secondsSince1970: Int64) -> String? {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        guard seconds > 0, seconds < 253_402_300_800, gmtime_r(&seconds, &parts) != nil else { return nil }
        let day = "\(days[Int(parts.tm_wday)]), \(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
        return "\(day) \(parts.tm_year + 1900) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
