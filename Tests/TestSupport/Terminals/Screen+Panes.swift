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
