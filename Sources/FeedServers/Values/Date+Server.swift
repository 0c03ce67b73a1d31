import FoundationEssentials

extension Date {
    /// Reads a server's time in seconds since 1970; nil if it is missing or none that a date can have.
    init?(secondsOfServer seconds: Double) {
        guard seconds > 0, seconds < 100_000_000_000 else { return nil }
        self.init(timeIntervalSince1970: seconds)
    }
}
