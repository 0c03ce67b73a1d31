/// The blocks being filled, from the document down to the one that is open, and where a finished block goes.
///
/// Blocks in places that HTML does not allow are kept: text between list items is an item, text between rows is a row.
struct BlockStack {
    enum Kind {
        case document
        case quote
        case list(List.Marker, start: Int)
        case item
        case table
        case row
        case cell(isHeader: Bool)
    }

    private struct Level {
        let kind: Kind
        var blocks: [Block] = []
        var items: [[Block]] = []
        var cells: [Table.Cell] = []
        var rows: [[Table.Cell]] = []
    }

    private var document = Level(kind: .document)
    private var levels: [Level] = []

    var depth: Int { levels.count }

    mutating func open(_ kind: Kind) {
        levels.append(Level(kind: kind))
    }

    mutating func close(downTo depth: Int) {
        while levels.count > depth, let closed = levels.popLast() { keep(closed) }
    }

    mutating func finish() -> [Block] {
        close(downTo: 0)
        return document.blocks
    }

    mutating func append(_ block: Block) {
        withInnermost { level in
            switch level.kind {
            case .document, .quote, .item, .cell: level.blocks.append(block)
            case .list:
                if case .list = block, let last = level.items.indices.last {
                    level.items[last].append(block)
                } else {
                    level.items.append([block])
                }
            case .table: level.rows.append([Table.Cell([block])])
            case .row: level.cells.append(Table.Cell([block]))
            }
        }
    }

    private mutating func keep(_ closed: Level) {
        switch closed.kind {
        case .document: break
        case .quote: if !closed.blocks.isEmpty { append(.quote(closed.blocks)) }
        case .list(let marker, let start):
            let items = closed.items.enumerated().map { index, blocks in
                List.Item(number: marker == .bullet ? nil : start &+ index, blocks)
            }
            if !items.isEmpty { append(.list(List(marker: marker, items: items))) }
        case .item: if !closed.blocks.isEmpty { keep(item: closed.blocks) }
        case .table: keep(rows: closed.rows)
        case .row: if closed.cells.contains(where: { !$0.blocks.isEmpty }) { keep(row: closed.cells) }
        case .cell(let isHeader): keep(cell: Table.Cell(isHeader: isHeader, closed.blocks))
        }
    }

    private mutating func keep(item: [Block]) {
        if case .list = levels.last?.kind {
            withInnermost { $0.items.append(item) }
        } else {
            append(.list(List(items: [List.Item(item)])))
        }
    }

    /// A table of one column is a way to lay out a page, and no table to its reader.
    private mutating func keep(rows: [[Table.Cell]]) {
        if rows.allSatisfy({ $0.count == 1 }) {
            for block in rows.joined().flatMap(\.blocks) { append(block) }
        } else {
            append(.table(Table(rows: rows)))
        }
    }

    private mutating func keep(row: [Table.Cell]) {
        if case .table = levels.last?.kind { withInnermost { $0.rows.append(row) } } else { keep(rows: [row]) }
    }

    private mutating func keep(cell: Table.Cell) {
        switch levels.last?.kind {
        case .row: withInnermost { $0.cells.append(cell) }
        case .table: withInnermost { $0.rows.append([cell]) }
        default: for block in cell.blocks { append(block) }
        }
    }

    private mutating func withInnermost(_ change: (inout Level) -> Void) {
        if let last = levels.indices.last { change(&levels[last]) } else { change(&document) }
    }
}
