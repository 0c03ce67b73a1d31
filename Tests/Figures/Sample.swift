import Foundation

/// What several runs of one measurement gave.
package struct Sample: Codable, Equatable, Sendable {
    package let runs: Int
    package let least: Double
    package let quarter: Double
    package let median: Double
    package let threeQuarters: Double
    /// 99% of the runs needed no more: the most of fewer than a hundred.
    package let high: Double
    package let most: Double

    /// Keeps five digits of each value: no measurement has more.
    package init(_ values: [Double]) {
        precondition(!values.isEmpty, "something was measured")
        let sorted = values.sorted()
        /// The least value that this share of the runs did not exceed.
        func quantile(_ share: Double) -> Double {
            let rank = Int((share * Double(sorted.count)).rounded(.up))
            return Self.rounded(sorted[max(1, min(sorted.count, rank)) - 1])
        }
        runs = sorted.count
        least = quantile(0)
        quarter = quantile(0.25)
        median = quantile(0.5)
        threeQuarters = quantile(0.75)
        high = quantile(0.99)
        most = quantile(1)
    }

    private static func rounded(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return value }
        let scale = pow(10, 4 - floor(log10(abs(value))))
        return (value * scale).rounded() / scale
    }
}
