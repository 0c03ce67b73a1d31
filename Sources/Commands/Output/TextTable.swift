import Typesetting

/// Rows of cleaned text from outside: in columns cut to the terminal's width, or separated by tabs if there is no
/// terminal.
struct TextTable {
    enum Column {
        case left
        case right
        /// Shrinks on a narrow terminal.
        case flexible
        /// Also shrinks. A URL is cut in its middle, since both ends distinguish it.
        case address

        var givesWay: Bool { self == .flexible || self == .address }

        /// A narrower column would be useless.
        var narrowest: Int { self == .address ? 30 : 12 }
    }

    private let columns: [Column]
    private let keepsSpaces: Bool
    private var rows: [[String]] = []

    /// `keepingSpaces` keeps several spaces in a row.
    init(_ columns: Column..., keepingSpaces: Bool = false) {
        self.columns = columns
        keepsSpaces = keepingSpaces
    }

    /// Adds a row, with a text for each column.
    mutating func add(_ texts: String...) {
        rows.append(texts.map { keepsSpaces ? CleanText.block($0).replacing("\n", with: " ") : CleanText.line($0) })
    }

    func show() {
        guard let width = TerminalWidth.columns else {
            for row in rows { Output.line(row.joined(separator: "\t")) }
            return
        }
        for line in lines(width: width) { Output.line(line) }
    }

    /// The rows for a terminal of this width.
    func lines(width: Int) -> [String] {
        let widths = widths(in: width)
        let cut = columns.indices.map { index in
            let texts = rows.map { $0[index] }
            guard columns[index] == .address else { return texts.map { $0.truncated(toCells: widths[index]) } }
            return Self.addresses(texts, cutTo: widths[index])
        }
        return rows.indices.map { row in
            var line = ""
            for index in columns.indices where widths[index] > 0 {
                if !line.isEmpty { line += Self.gap }
                line += cut[index][row]
                    .padded(toCells: widths[index], alignment: columns[index] == .right ? .right : .left)
            }
            return String(line.trimmingSuffix { $0 == " " })
        }
    }

    /// The URLs cut in their middle. If two different ones would look alike, both stay whole and make their lines
    /// longer.
    private static func addresses(_ texts: [String], cutTo width: Int) -> [String] {
        let short = texts.map { $0.shortenedAddress(toCells: width) }
        var meant: [String: Set<String>] = [:]
        for (short, text) in zip(short, texts) { meant[short, default: []].insert(text) }
        return zip(short, texts).map { short, text in meant[short]?.count == 1 ? short : text }
    }

    private static let gap = "  "

    /// Each column is as wide as its widest text if there is room. Otherwise flexible ones shrink.
    private func widths(in width: Int) -> [Int] {
        var widths = columns.indices.map { index in rows.map { $0[index].cellWidth }.max() ?? 0 }
        let shown = widths.count { $0 > 0 }
        let room = width - Self.gap.cellWidth * max(0, shown - 1)
        var excess = widths.reduce(0, +) - room
        // From the right, because the most important columns come first.
        for index in columns.indices.reversed() where columns[index].givesWay && excess > 0 {
            let given = min(excess, max(0, widths[index] - columns[index].narrowest))
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
