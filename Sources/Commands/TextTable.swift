import Typesetting

/// Rows of text from outside, cleaned: in columns cut to the width of a terminal, and with tabs between them elsewhere.
struct TextTable {
    enum Column {
        case left
        case right
        /// What gives way where the terminal is narrow.
        case flexible
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: Column...) {
        self.columns = columns
    }

    /// Adds a row, with a text for each column.
    mutating func add(_ texts: String...) { rows.append(texts.map(CleanText.line)) }

    func show() {
        guard let width = TerminalWidth.columns else {
            for row in rows { Output.line(row.joined(separator: "\t")) }
            return
        }
        for line in lines(width: width) { Output.line(line) }
    }

    /// The rows as a terminal of this width shows them.
    func lines(width: Int) -> [String] {
        let widths = widths(in: width)
        return rows.map { row in
            var line = ""
            for (index, text) in row.enumerated() where widths[index] > 0 {
                if !line.isEmpty { line += Self.gap }
                line += text.truncated(toCells: widths[index])
                    .padded(toCells: widths[index], alignment: columns[index] == .right ? .right : .left)
            }
            return String(line.truncated(toCells: width).trimmingSuffix { $0 == " " })
        }
    }

    private static let gap = "  "
    /// Less of a column than this says nothing.
    private static let narrowest = 12

    /// Each column as wide as its widest text, where there is room; flexible ones share what the others leave.
    private func widths(in width: Int) -> [Int] {
        var widths = columns.indices.map { index in rows.map { $0[index].cellWidth }.max() ?? 0 }
        let shown = widths.count { $0 > 0 }
        let room = width - Self.gap.cellWidth * max(0, shown - 1)
        var excess = widths.reduce(0, +) - room
        // From the right: what says most stands first.
        for index in columns.indices.reversed() where columns[index] == .flexible && excess > 0 {
            let given = min(excess, max(0, widths[index] - Self.narrowest))
            widths[index] -= given
            excess -= given
        }
        return widths
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
