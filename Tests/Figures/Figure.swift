/// One thing that was measured, and what the same took elsewhere in the same run.
package struct Figure: Codable, Equatable, Sendable {
    /// The same work in another program, or the least that the work takes.
    package struct Other: Codable, Equatable, Sendable {
        package let name: String
        package let sample: Sample

        package init(_ name: String, _ sample: Sample) {
            (self.name, self.sample) = (name, sample)
        }
    }

    /// The most that the figure should be, and that 99% of its runs should be.
    package struct Goal: Codable, Equatable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        package let value: Double
        package let high: Double?

        package init(_ value: Double, high: Double? = nil) {
            (self.value, self.high) = (value, high)
        }

        package init(floatLiteral value: Double) { self.init(value) }

        package init(integerLiteral value: Int) { self.init(Double(value)) }
    }

    /// Which of the runs' values counts.
    package enum Statistic: String, Codable, Sendable {
        case median
        /// For work that is the same each time, so that only other load of the machine makes it longer.
        case least
    }

    /// What the figures of one table have in common, such as the number of items.
    package let section: String
    package let name: String
    /// The size at which a growing thing was measured.
    package let size: Double?
    package let unit: FigureUnit
    package let statistic: Statistic
    package let sample: Sample
    package let floor: Other?
    package let peers: [Other]
    package let goal: Goal?

    package init(
        section: String, name: String, size: Double? = nil, unit: FigureUnit, statistic: Statistic = .median,
        sample: Sample,
        floor: Other? = nil, peers: [Other] = [], goal: Goal? = nil
    ) {
        (self.section, self.name, self.size, self.unit) = (section, name, size, unit)
        (self.statistic, self.sample, self.floor, self.peers, self.goal) = (statistic, sample, floor, peers, goal)
    }

    package var value: Double { value(of: sample) }

    /// The value of a sample that compares with this figure's.
    package func value(of sample: Sample) -> Double { statistic == .least ? sample.least : sample.median }

    package var label: String { size.map { "\(name), \(DecimalText.of($0))" } ?? name }

    /// Whether two figures of different runs measure the same.
    package func isSameMeasurement(as other: Figure) -> Bool {
        (section, name, size, unit) == (other.section, other.name, other.size, other.unit)
    }
}
