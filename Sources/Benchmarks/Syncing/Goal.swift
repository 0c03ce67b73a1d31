import Foundation

/// A figure that should be no greater than a goal.
struct Goal {
    private let name: String
    private let unit: String
    private let most: Double?

    init(_ name: String, _ unit: String, _ most: Double? = nil) {
        (self.name, self.unit, self.most) = (name, unit, most)
    }

    /// Prints the median of some runs and the goal.
    func tell(_ figures: [Double]) {
        let sorted = figures.sorted()
        let median = sorted[sorted.count / 2]
        let goal = most.map { "goal \(short($0))\(median <= $0 ? "" : ", missed")" } ?? ""
        let range = String(format: "(%.2f to %.2f)", sorted[0], sorted[sorted.count - 1])
        print(
            String(
                format: "    %@ %9.2f %@  %@  %@", padded(name, 40), median, padded(unit, 3), padded(goal, 18),
                figures.count > 1 ? range : ""))
    }

    private func short(_ number: Double) -> String { String(format: "%g", number) }

    private func padded(_ text: String, _ length: Int) -> String {
        text.padding(toLength: length, withPad: " ", startingAt: 0)
    }
}
