/// Numbers as a row of bars, each one cell wide. The highest leaves a gap to the line above, which has bars of its own.
package struct Sparkline: CustomStringConvertible {
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]

    package let description: String

    /// Nothing is drawn as the lowest bar, and anything at all as a higher one.
    package init(_ numbers: [Int]) {
        let highest = max(numbers.max() ?? 0, 1)
        description = numbers.reduce(into: "") { row, number in
            let share = Double(max(0, number)) / Double(highest) * Double(Self.bars.count - 1)
            row += Self.bars[Int(share.rounded(.up))]
        }
    }
}
