/// What setting a document draws besides its words, counted beforehand: rules, bars, marks, indents, padding.
///
/// In real articles it is a fraction of the words, but a page can consist of tags that each draw a whole line.
struct Ornament: Sendable {
    /// The lines that the document itself begins, and the cells of their margins.
    private var lines = 0
    private var marginCells = 0
    /// The lines across the whole width: rules, rows of tables with their rules, and lines from right to left.
    private var fullLines = 0
    /// The cells of labels in tables that are set as records.
    private var labelCells = 0
    private var words = 0
    private var tableDepth = 0
    /// Whether the counted text runs from right to left.
    private var isMirrored = false

    init(_ document: Document) { add(document.blocks, margin: 0) }

    /// Whether drawing exceeds the words by far, so that the document is set plainly.
    func isTooMuch(measure: Int) -> Bool {
        // Lines filled by words also have margins, which leave ten cells for them.
        let margins = marginCells + (lines > 0 ? words / 10 * (marginCells / lines) : 0)
        return fullLines * measure + margins + labelCells > 2 << 20 + 2 * (words + lines)
    }
}

extension Ornament {
    private mutating func add(_ blocks: [Block], margin: Int) {
        for block in blocks { add(block, margin: margin) }
    }

    private mutating func add(_ block: Block, margin: Int) {
        switch block {
        case .paragraph(let content), .heading(_, let content): addLines(content, margin: margin)
        case .preformatted(let content): addLines(content, margin: margin + 2)
        case .list(let list):
            let width = list.labelWidth
            for item in list.items { add(item.blocks, margin: margin + width) }
        case .definitions(let definitions):
            for definition in definitions {
                for term in definition.terms { addLines(term, margin: margin) }
                for details in definition.details { add(details, margin: margin + 4) }
            }
        case .quote(let blocks): add(blocks, margin: margin + 2)
        case .table(let table): add(table, margin: margin)
        case .figure(let blocks, let caption):
            add(blocks, margin: margin)
            add(caption, margin: margin)
        case .details(let summary, let blocks):
            addLines(summary, margin: margin + 2)
            add(blocks, margin: margin + 2)
        case .rule:
            fullLines += 1
            addLine(margin: margin)
        case .anchor: break
        }
    }

    private mutating func add(_ table: Table, margin: Int) {
        addLines(table.caption, margin: margin)
        let isRunning = table.rows.reduce(0) { $0 + $1.count } > Compositor.mostCells
        tableDepth += isRunning ? 0 : 1
        defer { tableDepth -= isRunning ? 0 : 1 }
        let before = words
        var isHeader = true
        var labels = 0
        for row in table.rows {
            for cell in row { add(cell.blocks, margin: margin) }
            isHeader = isHeader && row.allSatisfy(\.isHeader)
            // A cell of one column labels one, a wider one labels many.
            if isHeader { labels = (words - before) * (row.map(\.columns).max() ?? 1) }
            guard !isRunning else { continue }
            labelCells += isHeader ? 0 : min(labels, 240 * row.count)
            fullLines += 2
        }
    }

    private mutating func addLine(margin: Int) {
        lines += 1
        // Margins never exceed the width, and a blank line may precede each line.
        marginCells += 2 * margin
        // A line of a nested table has the bars of both tables.
        if tableDepth > 1 { fullLines += 1 }
    }

    private mutating func addLines(_ content: [Inline], margin: Int) {
        guard !content.isEmpty else { return }
        addLine(margin: margin)
        isMirrored = Self.isMirrored(content)
        if isMirrored { fullLines += 1 }
        add(content, margin: margin)
    }

    private mutating func add(_ content: [Inline], margin: Int) {
        for inline in content {
            switch inline {
            case .text(let text): words += text.utf8.count
            case .image(let image): words += image.alt?.utf8.count ?? 1
            case .media: words += 1
            case .lineBreak:
                addLine(margin: margin)
                if isMirrored { fullLines += 1 }
            case .anchor: break
            case .styled(_, let content), .link(_, let content), .abbreviation(_, let content):
                add(content, margin: margin)
            case .ruby(let base, let reading):
                add(base, margin: margin)
                add(reading, margin: margin)
            }
        }
    }

    private static func isMirrored(_ content: [Inline]) -> Bool {
        guard case .text(let text) = content.first else { return content.first.map { isMirrored($0.content) } ?? false }
        // Nearly all text begins with an ASCII letter, which decides, or contains nothing else.
        guard let first = text.utf8.first, !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20) else {
            return false
        }
        let start = text.utf8.prefix(64)
        return start.contains { $0 >= 0x80 } && Direction(of: Array(start)) == .rightToLeft
    }
}
