import Foundation

/// One thing that was measured, and what the same took elsewhere in the same run.
struct Figure: Codable, Equatable, Sendable {
    /// The same work in another program, or the least that the work takes.
    struct Other: Codable, Equatable, Sendable {
        let name: String
        let sample: Sample

        init(_ name: String, _ sample: Sample) {
            (self.name, self.sample) = (name, sample)
        }
    }

    /// The most that the figure should be, and that 99% of its runs should be.
    struct Goal: Codable, Equatable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        let value: Double
        let high: Double?

        init(_ value: Double, high: Double? = nil) {
            (self.value, self.high) = (value, high)
        }

        init(floatLiteral value: Double) { self.init(value) }

        init(integerLiteral value: Int) { self.init(Double(value)) }
    }

    /// What the figures of one table have in common, such as the number of items.
    let section: String
    let name: String
    /// The size at which a growing thing was measured.
    var size: Double?
    let unit: FigureUnit
    let sample: Sample
    var floor: Other?
    var peers: [Other] = []
    var goal: Goal?

    var value: Double { sample.median }

    var label: String { size.map { "\(name), \(DecimalText.of($0))" } ?? name }

    /// Whether two figures of different runs measure the same.
    func isSameMeasurement(as other: Figure) -> Bool {
        (section, name, size, unit) == (other.section, other.name, other.size, other.unit)
    }
}

/// What a figure counts. Less of it is always better.
enum FigureUnit: String, Codable, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case processorSeconds = "s CPU"
    case processorMilliseconds = "ms CPU"
    case megabytes = "MB"
    case bytes = "bytes"
    case requests

    /// A value with its unit, such as `0.250 ms`.
    func text(_ value: Double) -> String { "\(DecimalText.of(value)) \(rawValue)" }
}

/// What several runs of one measurement gave.
struct Sample: Codable, Equatable, Sendable {
    let runs: Int
    let quarter: Double
    let median: Double
    let threeQuarters: Double
    /// 99% of the runs needed no more: the most of fewer than a hundred.
    let high: Double

    /// Keeps five digits of each value: no measurement has more.
    init(_ values: [Double]) {
        precondition(!values.isEmpty, "something was measured")
        let sorted = values.sorted()
        /// The least value that this share of the runs did not exceed.
        func quantile(_ share: Double) -> Double {
            let rank = Int((share * Double(sorted.count)).rounded(.up))
            return Self.rounded(sorted[max(1, min(sorted.count, rank)) - 1])
        }
        runs = sorted.count
        quarter = quantile(0.25)
        median = quantile(0.5)
        threeQuarters = quantile(0.75)
        high = quantile(0.99)
    }

    /// Where the median would be in nineteen of twenty repetitions, as far as the runs tell: the notch of a box plot (McGill,
    /// Tukey and Larsen, 1978).
    var spread: ClosedRange<Double> {
        let notch = 1.57 * (threeQuarters - quarter) / Double(runs).squareRoot()
        return median - notch...median + notch
    }

    private static func rounded(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return value }
        let scale = pow(10, 4 - floor(log10(abs(value))))
        return (value * scale).rounded() / scale
    }
}

/// Numbers for people, the same in every locale.
enum DecimalText {
    /// Three digits of a value, or all before its point; whole numbers without a point.
    static func of(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return of(Int(value)) }
        let size = abs(value)
        let decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4
        return decimals == 0 ? of(Int(value.rounded())) : String(format: "%.\(decimals)f", value)
    }

    /// A whole number in groups of three digits, such as `1,000,000`.
    static func of(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number.magnitude).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + String(text.reversed())
    }

    /// How many times as much as something else, such as `1.25×`.
    static func times(_ value: Double) -> String { "\(of(value))×" }
}
