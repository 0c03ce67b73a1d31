import System

/// The open blocks from the document down, and where a finished block goes.
///
/// Blocks that HTML doesn't allow somewhere are kept: text between list items becomes an item, and text between a
/// table's rows goes before the table.
struct BlockStack {
    enum Kind {
        case document
        case quote
        case list(ListNumbering)
        case item(value: Int?)
        case definitions
        case term
        case detail
        case table(isLayout: Bool)
        case row
        case cell(Table.Cell)
        case caption
        case figure
        case figureCaption
        case details
        case summary
    }

    private struct Level {
        let kind: Kind
        /// Whether it is implied, such as a list around stray items or a row around stray cells.
        var isImplied = false
        var blocks: [Block] = []
        /// The caption of a table or figure, or the summary of details.
        var caption: [Block] = []
        var items: [(value: Int?, blocks: [Block])] = []
        var definitions: [Definition] = []
        var cells: [Table.Cell] = []
        var table = TableShape()

        mutating func addTerm(_ term: [Inline]) {
            if let last = definitions.indices.last, definitions[last].details.isEmpty {
                definitions[last].terms.append(term)
            } else {
                definitions.append(Definition(terms: [term]))
            }
        }

        mutating func addDetail(_ blocks: [Block]) {
            if definitions.isEmpty { definitions.append(Definition()) }
            definitions[definitions.count - 1].details.append(blocks)
        }
    }

    /// The deepest nesting. Deeper blocks become parts of the ones around them, since other code walks through them
    /// recursively.
    private static let deepest = 100

    private var document = Level(kind: .document)
    private var levels: [Level] = []
    /// The number of blocks opened or appended so far.
    private(set) var count = 0

    var depth: Int { levels.count }

    /// Opens a block, and returns the depth to close down to at its end.
    mutating func open(_ kind: Kind) -> Int {
        switch kind {
        case .item: if !isInList { push(.list(ListNumbering(marker: .bullet)), isImplied: true) }
        case .cell:
            closeImpliedList()
            if isInTable { push(.row, isImplied: true) }
        case .row:
            closeImpliedList()
            if case .row = levels.last?.kind { close(downTo: depth - 1) }
        default: closeImpliedList()
        }
        let depth = depth
        push(kind)
        return depth
    }

    mutating func close(downTo depth: Int) {
        while levels.count > depth, let closed = levels.popLast() { keep(closed) }
    }

    mutating func finish() -> [Block] {
        close(downTo: 0)
        return document.blocks
    }

    mutating func append(_ block: Block) {
        closeImpliedList()
        append(block, at: levels.count - 1)
    }

    /// Appends a rule, unless the last block is one: several in a row separate no more than one.
    mutating func appendRule() {
        closeImpliedList()
        guard (levels.last ?? document).blocks.last != .rule else { return }
        append(.rule, at: levels.count - 1)
    }

    /// Sets the part of the innermost table that the next rows belong to.
    mutating func beginTablePart(_ part: TableShape.Part) {
        if case .row = levels.last?.kind { close(downTo: depth - 1) }
        if isInTable { levels[depth - 1].table.part = part }
    }

    /// Whether the next block is a term or a definition.
    var isInDefinitions: Bool { if case .definitions = levels.last?.kind { true } else { false } }

    private var isInList: Bool { if case .list = levels.last?.kind { true } else { false } }

    private var isInTable: Bool { if case .table = levels.last?.kind { true } else { false } }

    private mutating func push(_ kind: Kind, isImplied: Bool = false) {
        guard levels.count < Self.deepest else { return }
        count += 1
        levels.append(Level(kind: kind, isImplied: isImplied))
    }

    private mutating func closeImpliedList() {
        if let last = levels.last, last.isImplied, isInList { close(downTo: depth - 1) }
    }

    private mutating func append(_ block: Block, at index: Int) {
        count += 1
        guard index >= 0 else { return document.blocks.append(block) }
        switch levels[index].kind {
        case .list:
            if let last = levels[index].items.indices.last, block.isList {
                levels[index].items[last].blocks.append(block)
            } else {
                levels[index].items.append((nil, [block]))
            }
        case .definitions: levels[index].addDetail([block])
        case .table, .row: append(block, at: index - 1)
        default: levels[index].blocks.append(block)
        }
    }

    private mutating func keep(_ closed: Level) {
        switch closed.kind {
        case .document: break
        case .quote: if !closed.blocks.isEmpty { append(.quote(closed.blocks)) }
        case .list(let numbering):
            let items = numbering.items(closed.items)
            if !items.isEmpty { append(.list(List(marker: numbering.marker, items: items))) }
        case .item(let value): if !closed.blocks.isEmpty { keep(item: closed.blocks, value: value) }
        case .definitions: if !closed.definitions.isEmpty { append(.definitions(closed.definitions)) }
        case .term, .detail: keep(partOfDefinition: closed)
        case .table(let isLayout):
            for block in closed.table.blocks(caption: closed.caption.inlines, isLayout: isLayout) { append(block) }
        case .row: keep(row: closed.cells)
        case .cell(var cell):
            cell.blocks = closed.blocks
            keep(cell: cell)
        case .figure: keep(figure: closed)
        case .details:
            let details = Block.details(summary: closed.caption.inlines, closed.blocks)
            if !closed.blocks.isEmpty || !closed.caption.isEmpty { append(details) }
        case .caption, .figureCaption, .summary: keep(caption: closed)
        }
    }

    private mutating func keep(item: [Block], value: Int?) {
        if isInList { levels[depth - 1].items.append((value, item)) } else { appendAll(item) }
    }

    private mutating func keep(row: [Table.Cell]) {
        guard row.contains(where: { !$0.blocks.isEmpty }) else { return }
        if isInTable { levels[depth - 1].table.append(row) } else { appendAll(row.flatMap(\.blocks)) }
    }

    private mutating func keep(cell: Table.Cell) {
        if case .row = levels.last?.kind { levels[depth - 1].cells.append(cell) } else { appendAll(cell.blocks) }
    }

    private mutating func keep(partOfDefinition closed: Level) {
        guard !closed.blocks.isEmpty else { return }
        guard case .definitions = levels.last?.kind else { return appendAll(closed.blocks) }
        if case .term = closed.kind {
            levels[depth - 1].addTerm(closed.blocks.inlines)
        } else {
            levels[depth - 1].addDetail(closed.blocks)
        }
    }

    /// A caption belongs to the innermost block that can have one, and is text otherwise.
    private mutating func keep(caption closed: Level) {
        let owner = levels.lastIndex { level in
            switch (level.kind, closed.kind) {
            case (.table, .caption), (.figure, .figureCaption), (.details, .summary): true
            default: false
            }
        }
        if let owner { levels[owner].caption += closed.blocks } else { appendAll(closed.blocks) }
    }

    private mutating func keep(figure closed: Level) {
        if closed.caption.isEmpty || closed.blocks.isEmpty {
            appendAll(closed.blocks + closed.caption)
        } else {
            append(.figure(closed.blocks, caption: closed.caption))
        }
    }

    private mutating func appendAll(_ blocks: [Block]) {
        for block in blocks { append(block) }
    }
}

extension Block {
    fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

extension [Block] {
    /// The blocks as lines of one paragraph, for contexts without blocks.
    var inlines: [Inline] {
        var inlines: [Inline] = []
        for block in self {
            let line = block.inlines
            if !inlines.isEmpty, !line.isEmpty { inlines.append(.lineBreak) }
            inlines += line
        }
        return inlines
    }
}

extension Block {
    fileprivate var inlines: [Inline] {
        switch self {
        case .paragraph(let inlines), .heading(_, let inlines), .preformatted(let inlines): inlines
        case .list(let list): list.items.flatMap(\.blocks).inlines
        case .definitions(let definitions):
            definitions.flatMap { $0.terms.map { .paragraph($0) } + $0.details.flatMap(\.self) }.inlines
        case .quote(let blocks): blocks.inlines
        case .table(let table): ([.paragraph(table.caption)] + table.rows.joined().flatMap(\.blocks)).inlines
        case .figure(let blocks, let caption): (blocks + caption).inlines
        case .details(let summary, let blocks): ([.paragraph(summary)] + blocks).inlines
        case .rule: []
        case .anchor(let name): [.anchor(name)]
        }
    }
}

/// The numbering of a list.
struct ListNumbering {
    let marker: List.Marker
    /// The number of the first item; nil if it depends on their count.
    var start: Int?
    var isReversed = false

    /// Returns the items with their numbers. A number given by the page continues from there.
    func items(_ items: [(value: Int?, blocks: [Block])]) -> [List.Item] {
        var number = start ?? (isReversed ? items.count : 1)
        return items.map { value, blocks in
            guard marker != .bullet else { return List.Item(blocks) }
            let own = value ?? number
            // The page's numbers have at most ten digits, so nothing overflows.
            number = isReversed ? own - 1 : own + 1
            return List.Item(number: own, blocks)
        }
    }
}

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
