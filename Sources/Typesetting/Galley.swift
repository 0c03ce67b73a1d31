/// The lines set so far, and the margin and the gap that the next one gets.
///
/// It recurses as deep as blocks are nested, which the builder bounds.
struct Galley {
    private(set) var lines: [Line] = []
    private let links: LinkTable
    private var margin: Margin
    private var listDepth = 0
    /// The empty line that goes before the next line, if there is one.
    private var gap: Line?

    init(width: Int, links: LinkTable) {
        self.links = links
        margin = Margin(width: width)
    }

    /// Sets blocks one under the other, with an empty line between them unless they are parts of a tight list.
    mutating func set(_ blocks: [Block], isTight: Bool, style: Style = []) {
        for (index, block) in blocks.enumerated() {
            if index > 0, !isTight { leaveGap() }
            set(block, style: style)
        }
    }

    /// Lists the addresses that the numbers in the text stand for.
    mutating func setLinks() {
        leaveGap()
        for (index, target) in links.targets.enumerated() {
            let label = "[\(index + 1)] "
            indent(first: label, style: .dim) { galley in
                var text = StyledText()
                text.appendVerbatim(CleanText.line(target)[...], style: .link, link: index + 1)
                galley.cut(text)
            }
        }
    }

    private mutating func set(_ block: Block, style: Style) {
        switch block {
        case .paragraph(let inlines): set(inlines, style: style)
        case .heading(_, let inlines): set(inlines, style: style.union([.bold, .heading]))
        case .list(let list): set(list, style: style)
        case .quote(let blocks):
            indent(first: "│ ", rest: "│ ", style: .dim) { $0.set(blocks, isTight: false, style: style.union(.quote)) }
        case .definitions(let definitions):
            for definition in definitions {
                for term in definition.terms { set(term, style: style.union(.bold)) }
                for details in definition.details {
                    indent(first: "  ") { $0.set(details, isTight: true, style: style) }
                }
            }
        case .preformatted(let inlines): set(preformatted: inlines.map(\.verbatim).joined())
        case .table(let table):
            set(table.caption, style: style)
            set(table.rows, style: style)
        case .figure(let blocks, let caption): set(blocks + caption, isTight: true, style: style)
        case .details(let summary, let blocks):
            set(summary, style: style.union(.bold))
            indent(first: "  ") { $0.set(blocks, isTight: false, style: style) }
        case .anchor: break
        case .rule: add([Run(text: String(repeating: "─", count: margin.textWidth), style: .dim)])
        }
    }

    private mutating func set(_ inlines: [Inline], style: Style) {
        var text = StyledText()
        text.append(inlines, style: style, links: links)
        fill(text)
    }

    private mutating func set(_ list: List, style: Style) {
        let isTight = list.isTight
        let labelWidth = (list.items.compactMap(\.number).map { "\($0)".utf8.count }.max() ?? 0) + 2
        let bullets = ["• ", "◦ ", "– "]
        let bullet = bullets[listDepth % bullets.count]
        listDepth += 1
        for (index, item) in list.items.enumerated() {
            if index > 0, !isTight { leaveGap() }
            let label = item.number.map { "\($0). ".padded(toCells: labelWidth, alignment: .right) } ?? bullet
            indent(first: label, style: .dim) { $0.set(item.blocks, isTight: isTight, style: style) }
        }
        listDepth -= 1
    }

    private mutating func set(preformatted text: String) {
        indent(first: "  ") { galley in
            let mark = galley.margin.textWidth >= 4 ? "↪ " : ""
            for line in CleanText.block(text).split(separator: "\n", omittingEmptySubsequences: false) {
                var text = StyledText()
                text.appendVerbatim(line, style: .code)
                galley.cut(text, continuation: mark)
            }
        }
    }

    /// A row is one line of its cells; where a cell holds more than a paragraph the cells stand one under the other.
    private mutating func set(_ rows: [[Table.Cell]], style: Style) {
        var isAfterBlocks = false
        for (index, row) in rows.enumerated() {
            let cells = row.compactMap(\.simpleContent)
            if index > 0, isAfterBlocks || cells.count < row.count { leaveGap() }
            isAfterBlocks = cells.count < row.count
            if isAfterBlocks {
                set(row.flatMap(\.blocks), isTight: false, style: style)
            } else {
                set(row: row, cells: cells, style: style)
            }
        }
    }

    private mutating func set(row: [Table.Cell], cells: [[Inline]], style: Style) {
        var text = StyledText()
        for (index, cell) in cells.enumerated() {
            if index > 0 { text.append(" │ ", style: .dim) }
            text.append(cell, style: row[index].isHeader ? style.union(.bold) : style, links: links)
        }
        fill(text)
    }
}

extension Galley {
    private mutating func leaveGap() {
        gap = Line(runs: margin.emptyPrefix)
    }

    private mutating func indent(
        first: String, rest: String? = nil, style: Style = [], _ body: (inout Galley) -> Void
    ) {
        let rest = rest ?? String(repeating: " ", count: CellWidth.of(first))
        let isIndented = margin.push(first: first, rest: rest, style: style)
        body(&self)
        if isIndented { margin.pop() }
    }

    private mutating func fill(_ text: StyledText) {
        let text = fitted(text)
        add(text, LineBreaker(width: margin.textWidth).fill(text.bytes))
    }

    private mutating func cut(_ text: StyledText, continuation: String = "") {
        let text = fitted(text)
        let width = margin.textWidth
        let breaker = LineBreaker(width: width, continuationWidth: width - CellWidth.of(continuation))
        let ranges = breaker.cut(text.bytes)
        if ranges.isEmpty { addEmpty() }
        add(text, ranges, continuation: continuation)
    }

    private mutating func add(_ text: StyledText, _ ranges: [Range<Int>], continuation: String = "") {
        for (index, runs) in text.runs(in: ranges).enumerated() {
            if runs.isEmpty {
                addEmpty()
            } else if index > 0, !continuation.isEmpty {
                add([Run(text: continuation, style: .dim)] + runs)
            } else {
                add(runs)
            }
        }
    }

    private mutating func add(_ runs: [Run]) {
        closeGap()
        let prefix = margin.nextPrefix()
        lines.append(Line(runs: prefix.isEmpty ? runs : prefix + runs))
    }

    private mutating func addEmpty() {
        closeGap()
        lines.append(Line(runs: margin.emptyPrefix))
    }

    private mutating func closeGap() {
        if let gap, !lines.isEmpty { lines.append(gap) }
        gap = nil
    }

    private func fitted(_ text: StyledText) -> StyledText {
        guard margin.textWidth < 2 else { return text }
        var text = text
        text.replaceWideCharacters()
        return text
    }
}

extension List {
    /// Whether every item is a paragraph, with or without lists under it, so that the items need no air between them.
    fileprivate var isTight: Bool {
        items.allSatisfy { item in
            item.blocks.dropFirst().allSatisfy { if case .list = $0 { true } else { false } }
        }
    }
}

extension Table.Cell {
    /// What the cell says, where it says it in one paragraph of one line.
    fileprivate var simpleContent: [Inline]? {
        guard let block = blocks.first else { return [] }
        guard blocks.count == 1 else { return nil }
        switch block {
        case .paragraph(let inlines), .heading(_, let inlines): return inlines.contains(.lineBreak) ? nil : inlines
        default: return nil
        }
    }
}

extension Inline {
    /// The text alone.
    fileprivate var verbatim: String {
        if case .text(let text) = self { text } else { content.map(\.verbatim).joined() }
    }
}
