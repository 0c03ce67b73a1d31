// Tables without room for columns.
extension Compositor {
    /// Sets each row as a record: a line per cell, which begins with its column's header.
    mutating func set(records table: Table, _ grid: TableGrid?, style: Style) {
        let labels = grid.map { Self.labels(of: $0) } ?? []
        let rows = grid?.rows ?? []
        let first = labels.contains { !$0.isEmpty } ? grid?.headerRows ?? 0 : 0
        if rows.isEmpty { return set(running: table, style: style) }
        for row in rows.indices.dropFirst(first) {
            guard !isFull else { return }
            if row > first { leaveGap() }
            set(record: rows[row], labels: labels, style: style)
        }
    }

    private mutating func set(record: [TableGrid.Cell], labels: [[Inline]], style: Style) {
        let isTitled = record.count > 1 && record[0].isHeader && !record[1].isHeader
        for (index, cell) in record.enumerated() where !cell.content.blocks.isEmpty {
            if index == 0, isTitled {
                set(cell.content.blocks, style: style.union(.bold))
                continue
            }
            let cellStyle = cell.isHeader ? style.union(.bold) : style
            let label = labels.isEmpty ? [] : labels[cell.columns.lowerBound]
            if isTitled {
                indent(first: "  ", style: .drawn) { $0.set(cell, label: label, style: cellStyle) }
            } else {
                set(cell, label: label, style: cellStyle)
            }
        }
    }

    private mutating func set(_ cell: TableGrid.Cell, label: [Inline], style: Style) {
        guard !label.isEmpty else { return set(cell.content.blocks, style: style) }
        let name: [Inline] = [.styled(.small, label + [.text(": ")])]
        if let content = cell.content.simpleContent {
            set(name + content, style: style)
        } else {
            set(name, style: style)
            indent(first: "  ", style: .drawn) { $0.set(cell.content.blocks, style: style) }
        }
    }

    // Every record repeats the labels: long ones would hide the contents, and a hostile page could make gigabytes of
    // them.
    private static let longestLabel = 60
    private static let mostHeaderRows = 4

    /// Returns a label for each column from the header rows, without links; none if they are too long, so that they
    /// become records.
    private static func labels(of grid: TableGrid) -> [[Inline]] {
        guard grid.headerRows <= mostHeaderRows else { return [] }
        var labels = [[String]](repeating: [], count: grid.columnCount)
        for cell in grid.rows.prefix(grid.headerRows).joined() {
            let text = CleanText.line(Document(blocks: cell.content.blocks).plainText)
            guard text.cellWidth <= longestLabel else { return [] }
            guard !text.isEmpty else { continue }
            for column in cell.columns { labels[column].append(text) }
        }
        return labels.map { $0.isEmpty ? [] : [.text($0.joined(separator: " · "))] }
    }

    /// Sets each row as a paragraph of its cells. Blocks in cells are set separately.
    mutating func set(running table: Table, style: Style) {
        for row in table.rows {
            var content: [Inline] = []
            for cell in row {
                guard !isFull else { return }
                guard let simple = cell.simpleContent else {
                    if !content.isEmpty { set(content, style: style) }
                    content.removeAll()
                    set(cell.blocks, style: style)
                    continue
                }
                if !content.isEmpty { content.append(.text(" \(signs.bar) ")) }
                content.append(contentsOf: simple)
            }
            if !content.isEmpty { set(content, style: style) }
        }
    }
}

extension Table.Cell {
    /// The content of a cell with only one paragraph.
    fileprivate var simpleContent: [Inline]? {
        guard let block = blocks.first else { return [] }
        guard blocks.count == 1, case .paragraph(let content) = block else { return nil }
        return content
    }
}
