/// A period in rounded words: “an hour”, “90 minutes”, “3 days”.
package struct TimeSpan: Equatable, Sendable, CustomStringConvertible {
    private let count: Int
    private let unit: String

    package init(seconds: Int) {
        let seconds = max(seconds, 0)
        let units = [("day", 86_400), ("hour", 3600), ("minute", 60)]
        let (unit, length) = units.first { seconds == $0.1 || seconds / 2 >= $0.1 } ?? ("second", 1)
        let half = length > 1 && seconds % length * 2 >= length
        count = seconds / length + (half ? 1 : 0)
        self.unit = unit
    }

    package var description: String {
        if count != 1 { return "\(count) \(unit)s" }
        return unit == "hour" ? "an hour" : "a \(unit)"
    }

    /// The words after “every”: “hour”, “3 days”.
    package var afterEvery: String { count == 1 ? unit : description }
}
