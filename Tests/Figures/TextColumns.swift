/// Lines of cells as aligned columns: the first to the left, the others to the right.
struct TextColumns {
    private let lines: [[String]]

    init(_ lines: [[String]]) {
        self.lines = lines
    }

    var text: String {
        let columns = lines.first?.indices ?? 0..<0
        let widths = columns.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            let padded = columns.map { column in
                let space = String(repeating: " ", count: widths[column] - cells[column].count)
                return column == 0 ? cells[column] + space : space + cells[column]
            }
            let line = "  " + padded.joined(separator: "   ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
