/// What a terminal shows at one moment.
package struct Screen: Equatable, Sendable {
    /// The cells row by row. Every wide character is followed by an empty cell of width 0.
    package let cells: [[Cell]]
    /// The rows as text without trailing blanks.
    package let lines: [String]
    package let cursor: Position
    package let cursorVisible: Bool
    package let isAlternateScreen: Bool
    package let title: String

    package struct Position: Equatable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    init(cells: [[Cell]], cursor: Position, cursorVisible: Bool, isAlternateScreen: Bool, title: String) {
        self.cells = cells
        lines = cells.map(Self.text(of:))
        self.cursor = cursor
        self.cursorVisible = cursorVisible
        self.isAlternateScreen = isAlternateScreen
        self.title = title
    }

    /// The lines up to the last one that isn't empty.
    package var text: String {
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        return lines[..<end].joined(separator: "\n")
    }

    package func line(_ row: Int) -> String { lines[row] }

    package func cell(_ row: Int, _ column: Int) -> Cell { cells[row][column] }

    package func contains(_ text: String) -> Bool {
        row(of: text) != nil
    }

    /// The first row that contains a text.
    package func row(of text: String) -> Int? {
        lines.firstIndex { $0.contains(text) }
    }

    private static func text(of row: [Cell]) -> String {
        let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
        return row[..<end].map(\.text).joined()
    }
}

extension Screen: CustomStringConvertible {
    /// The text in a frame, for the message of a failed test.
    package var description: String {
        let rule = String(repeating: "─", count: cells.first?.count ?? 0)
        let rows = cells.map { row in "│\(row.map(\.text).joined())│" }
        return (["┌\(rule)┐"] + rows + ["└\(rule)┘"]).joined(separator: "\n")
    }
}

extension Screen {
    /// A cell of the screen.
    package struct Cell: Equatable, Sendable {
        /// A character with its combining marks, or a space if nothing was written.
        package var text = " "
        package var width = 1
        package var bold = false
        package var dim = false
        package var italic = false
        package var underline = false
        package var reverse = false
        package var blink = false
        package var strike = false
        package var foreground = Colour.standard
        package var background = Colour.standard

        package init() {}
    }

    package enum Colour: Equatable, Sendable {
        /// The terminal's default colour.
        case standard
        case indexed(UInt8)
        case rgb(UInt8, UInt8, UInt8)
    }
}

extension Screen {
    /// The columns of the rules between panes.
    package var borders: [Int] { cells[1].indices.filter { cells[1][$0].text == "│" } }

    /// The row with the cursor, within its pane. The hidden terminal cursor is there.
    package var chosen: String {
        let row = cells[cursor.row]
        // A border may have the thumb of a scroll bar in this row.
        let ends = ["│", "▐"]
        let start = row[...cursor.column].lastIndex { ends.contains($0.text) }.map { $0 + 1 } ?? 0
        return row[start...].prefix { !ends.contains($0.text) }.map(\.text).joined()
    }

    /// The bottom line.
    package var foot: String { lines.last ?? "" }
}
