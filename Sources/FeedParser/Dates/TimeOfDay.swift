/// An existing time of day.
struct TimeOfDay {
    let secondsSinceMidnight: Double

    static let midnight = TimeOfDay(secondsSinceMidnight: 0)

    private init(secondsSinceMidnight: Double) {
        self.secondsSinceMidnight = secondsSinceMidnight
    }

    /// Accepts 24:00, and a leap second, which counts as the first second of the next minute.
    init?(hour: Int, minute: Int, second: Double = 0) {
        guard (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0), (0...59).contains(minute),
            second >= 0, second < 61
        else { return nil }
        secondsSinceMidnight = Double((hour * 60 + minute) * 60) + second
    }
}
