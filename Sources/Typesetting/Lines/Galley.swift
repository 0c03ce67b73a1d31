/// The lines of a document or a part of it, with the positions of links and headings.
package struct Galley: Equatable, Sendable {
    package enum Link: Equatable, Sendable {
        /// A clean URL.
        case address(String)
        /// A target in the same text: the name of an anchor.
        case anchor(String)
    }

    package struct Heading: Equatable, Sendable {
        package var line: Int
        package var text: String
    }

    package internal(set) var lines: [Line] = []
    /// The width of the lines in cells.
    package internal(set) var measure: Int
    package internal(set) var headings: [Heading] = []
    /// The pictures from top to bottom.
    package internal(set) var figures: [Figure] = []
    /// The links by number, as in the runs, starting from 1.
    package internal(set) var links: [Link]
    /// The number of first links that are shown with numbers.
    package let numberedLinks: Int
    /// Whether this is the whole document.
    package internal(set) var isWhole = true
    /// The position of each line in the text, independent of the width.
    var positions: [TextPosition] = []
    var anchors: [String: Int] = [:]

    init(measure: Int, references: References) {
        self.measure = measure
        numberedLinks = references.addresses.count
        let unlisted = references.unlisted.map { Link.address(CleanText.line($0)) }
        links =
            references.addresses.map { .address(CleanText.line($0)) } + references.places.map { .anchor($0) } + unlisted
    }

    package init() {
        self.init(measure: 1, references: References(Document()))
    }

    /// Returns the position in the text of this line's first word.
    package func position(ofLine line: Int) -> TextPosition {
        guard !positions.isEmpty else { return .start }
        return positions[max(0, min(line, positions.count - 1))]
    }

    package func line(at position: TextPosition) -> Int {
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] <= position { low = middle + 1 } else { high = middle }
        }
        // If several lines without their own text share a position, the first is meant.
        var line = max(0, low - 1)
        while line > 0, positions[line - 1] == positions[line] { line -= 1 }
        return line
    }

    /// Returns a line some rows below the one with this position, as far as it has the same.
    package func line(at position: TextPosition, rowsBelow: Int) -> Int {
        let first = line(at: position)
        var line = first
        while line < first + rowsBelow, line + 1 < positions.count, positions[line + 1] == positions[first] {
            line += 1
        }
        return line
    }

    /// Returns the line after an anchor.
    package func line(ofAnchor name: String) -> Int? { anchors[name] }

    /// Returns the number of the link at a cell of a line.
    package func link(line: Int, cell: Int) -> Int? {
        lines.indices.contains(line) ? lines[line].link(atCell: cell) : nil
    }
}

/// A line of set text, never wider than requested.
package struct Line: Equatable, Sendable {
    package var runs: [Run]
    /// Whether the line continues the line of code above, which was too long: joined they are one.
    package var isContinuation: Bool

    package init(runs: [Run] = [], isContinuation: Bool = false) {
        self.runs = runs
        self.isContinuation = isContinuation
    }

    /// The line's text without styles.
    package var text: String {
        runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
    }

    package var cells: Int { runs.reduce(0) { $0 + $1.cells } }

    /// Returns the number of the link at this cell.
    package func link(atCell cell: Int) -> Int? {
        var start = 0
        for run in runs {
            let end = start + run.cells
            if start..<end ~= cell { return run.link }
            start = end
        }
        return nil
    }
}

/// Text in one style, clean enough to be sent to a terminal.
package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style
    /// The number of its link, from 1 as in `Galley.links`.
    package var link: Int?

    package init(text: String, style: Style = [], link: Int? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }

    package var cells: Int { CellWidth.of(text) }
}

/// The look and kind of text. A theme maps it to colours.
package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let bold = Style(rawValue: 1 << 0)
    package static let italic = Style(rawValue: 1 << 1)
    package static let underline = Style(rawValue: 1 << 2)
    package static let dim = Style(rawValue: 1 << 3)
    package static let heading = Style(rawValue: 1 << 4)
    package static let code = Style(rawValue: 1 << 5)
    package static let link = Style(rawValue: 1 << 6)
    package static let quote = Style(rawValue: 1 << 7)
    package static let image = Style(rawValue: 1 << 8)
    package static let marked = Style(rawValue: 1 << 9)
    package static let deleted = Style(rawValue: 1 << 10)
    package static let inserted = Style(rawValue: 1 << 11)
    package static let caption = Style(rawValue: 1 << 12)
    /// Drawn by the typesetter: bars, rules, marks of continued lines.
    package static let drawn = Style(rawValue: 1 << 13)
    /// A match of a search, and the chosen one.
    package static let found = Style(rawValue: 1 << 14)
    package static let chosen = Style(rawValue: 1 << 15)
}

/// A position in a document that is the same at every width.
package struct TextPosition: Equatable, Comparable, Sendable {
    /// The block of the document, and the length of its text before the position.
    package var block: Int
    package var offset: Int

    package init(block: Int, offset: Int) {
        (self.block, self.offset) = (block, offset)
    }

    package static let start = TextPosition(block: 0, offset: 0)

    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        left.block < right.block || left.block == right.block && left.offset < right.offset
    }
}

/// The place of a picture in a set text. Its lines are empty there.
package struct Figure: Equatable, Sendable {
    /// The picture's URL.
    package var source: String
    package var lines: Range<Int>
    /// The cell in which it begins, and how many it takes.
    package var column: Int
    package var columns: Int

    package var rows: Int { lines.count }
}
