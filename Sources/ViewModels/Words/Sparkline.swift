/// A bar chart in one row, with one cell for each number. The highest bar leaves a gap to the row above.
package struct Sparkline: CustomStringConvertible {
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]

    package let description: String

    /// Only 0 gets the lowest bar.
    package init(_ numbers: [Int]) {
        let highest = max(numbers.max() ?? 0, 1)
        description = numbers.reduce(into: "") { row, number in
            let share = Double(max(0, number)) / Double(highest) * Double(Self.bars.count - 1)
            row += Self.bars[Int(share.rounded(.up))]
        }
    }
}
