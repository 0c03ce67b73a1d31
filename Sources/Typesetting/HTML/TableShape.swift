/// The rows of a table as they come, and what they turn out to be: a table, a listing with line numbers, or page
/// layout.
struct TableShape {
    enum Part {
        case head
        case body
        case foot
    }

    var part = Part.body
    private var head: [[Table.Cell]] = []
    private var body: [[Table.Cell]] = []
    private var foot: [[Table.Cell]] = []

    /// The most columns and rows, whatever the cells claim.
    private static let mostColumns = 1000
    static let mostRows = 65_534

    mutating func append(_ row: [Table.Cell]) {
        switch part {
        case .head: head.append(row)
        case .body: body.append(row)
        case .foot: foot.append(row)
        }
    }

    /// Returns the table's content in its real form.
    func blocks(caption: [Inline], isLayout: Bool) -> [Block] {
        let rows = head + body + foot
        if let listing = Self.listing(rows) { return [listing] }
        let lines: [Block] = caption.isEmpty ? [] : [.paragraph(caption)]
        if isLayout || Self.isLayout(rows, isTitled: !caption.isEmpty || !head.isEmpty) {
            return lines + rows.joined().flatMap(\.blocks)
        }
        return [.table(Table(caption: caption, rows: Self.bounded(rows)))]
    }

    /// Whether this is only layout: a table of one column or row has no meaning as a table. Nor has one with headings,
    /// rules or tables in its cells, unless it has header cells or a caption.
    private static func isLayout(_ rows: [[Table.Cell]], isTitled: Bool) -> Bool {
        if rows.allSatisfy({ $0.count == 1 }) { return true }
        if isTitled || rows.joined().contains(where: \.isHeader) { return false }
        return rows.count == 1 || rows.joined().contains { $0.blocks.contains(where: \.isForPages) }
    }

    /// Returns a listing that has its line numbers in a separate column, without them.
    private static func listing(_ rows: [[Table.Cell]]) -> Block? {
        var lines: [Inline] = []
        var hasNumbers = false
        for row in rows {
            // Most rows show at once that this isn't a listing.
            if row.count(where: { !$0.blocks.isEmpty }) > 2 { return nil }
            var cells = row.filter { !$0.blocks.isEmpty }
            if let first = cells.first, first.holdsNumbersOnly, row.count > 1 {
                cells.removeFirst()
                hasNumbers = true
            }
            guard cells.count <= 1 else { return nil }
            if !lines.isEmpty { lines.append(.text("\n")) }
            guard let cell = cells.first else { continue }
            guard cell.blocks.count == 1, case .preformatted(let inlines) = cell.blocks[0] else { return nil }
            lines += inlines
        }
        guard !lines.isEmpty, hasNumbers || rows.count > 1 else { return nil }
        return .preformatted(lines.joiningTexts())
    }

    private static func bounded(_ rows: [[Table.Cell]]) -> [[Table.Cell]] {
        rows.enumerated().map { index, row in
            if row.count <= mostColumns, row.allSatisfy({ $0.columns == 1 && $0.rows == 1 }) { return row }
            var columns = 0
            return row.map { cell in
                var cell = cell
                cell.columns = max(1, min(cell.columns, mostColumns - columns))
                cell.rows = max(1, min(cell.rows, rows.count - index))
                columns += cell.columns
                return cell
            }
        }
    }
}

extension Block {
    /// Whether this is too much for a cell of data.
    fileprivate var isForPages: Bool {
        switch self {
        case .heading, .table, .rule, .figure, .details: true
        default: false
        }
    }
}

extension Table.Cell {
    /// Whether this is a listing's column of line numbers.
    fileprivate var holdsNumbersOnly: Bool {
        !blocks.isEmpty && blocks.inlines.allSatisfy(\.isNumbers)
    }
}

extension Inline {
    fileprivate var isNumbers: Bool {
        switch self {
        case .text(let text): text.utf8.allSatisfy { $0.isDigit || $0.isHTMLSpace }
        case .lineBreak, .anchor: true
        case .image, .media: false
        case .styled, .link, .abbreviation, .ruby: content.allSatisfy(\.isNumbers)
        }
    }
}

extension [Inline] {
    /// Returns the inlines with adjacent texts joined.
    fileprivate func joiningTexts() -> [Inline] {
        var joined: [Inline] = []
        var text = ""
        for inline in self {
            if case .text(let more) = inline {
                text += more
                continue
            }
            if !text.isEmpty { joined.append(.text(text)) }
            text = ""
            joined.append(inline)
        }
        return text.isEmpty ? joined : joined + [.text(text)]
    }
}
