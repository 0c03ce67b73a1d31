/// A time of day that exists.
struct ClockTime {
    let secondsSinceMidnight: Double

    static let midnight = ClockTime(secondsSinceMidnight: 0)

    private init(secondsSinceMidnight: Double) {
        self.secondsSinceMidnight = secondsSinceMidnight
    }

    /// A minute may end in a leap second, which counts as the next minute's first, and a day in 24:00.
    init?(hour: Int, minute: Int, second: Double = 0) {
        guard (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0), (0...59).contains(minute),
            second >= 0, second < 61
        else { return nil }
        secondsSinceMidnight = Double((hour * 60 + minute) * 60) + second
    }
}
