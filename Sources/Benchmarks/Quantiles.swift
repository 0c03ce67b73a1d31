import Foundation

/// The distribution of measured times, in milliseconds.
struct Quantiles: CustomStringConvertible {
    private let sorted: [Double]

    init(_ milliseconds: [Double]) { sorted = milliseconds.sorted() }

    private subscript(share: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] }

    var description: String {
        String(
            format: "median %.2f ms, 99%% under %.2f, at most %.2f (%d keys)", self[0.5], self[0.99], self[1],
            sorted.count)
    }
}
