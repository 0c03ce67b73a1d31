import TestSupport

extension Screen {
    /// The columns of the rules between panes.
    var borders: [Int] { cells[1].indices.filter { cells[1][$0].text == "│" } }

    /// The row that the cursor is on, as far as its pane goes: the terminal's own cursor stands there, too, though nobody
    /// sees it.
    var chosen: String {
        let row = cells[cursor.row]
        let start = row[...cursor.column].lastIndex { $0.text == "│" }.map { $0 + 1 } ?? 0
        return row[start...].prefix { $0.text != "│" }.map(\.text).joined()
    }

    /// The line that says what just happened, or where one is.
    var foot: String { lines.last ?? "" }
}
