/// Sets blocks as lines, one under the other: the lines so far, and the margin and the gap that the next one gets.
///
/// It recurses as deep as blocks are nested, which the builder bounds.
struct Compositor {
    /// Where to stop before the end of the document.
    struct Stop {
        let position: TextPosition
        /// The lines to set from the position on.
        let lines: Int
    }

    private(set) var galley: Galley
    let signs: Signs
    var inlines: InlineSetter
    var breaker = LineBreaker()
    private(set) var margin: Margin
    private let blocks: [Block]
    private let stop: Stop?
    /// The line at which the position to stop after was reached.
    private var stopLine: Int?
    private var listDepth = 0
    private var columnDepth = 0
    /// How many tables, one in the other, are being measured.
    var measuredTables = 0
    /// The place in the text of what is set next.
    var position = TextPosition.start
    /// The empty line that goes before the next line, if there is one.
    private var gap: Line?

    init(_ manuscript: Manuscript, options: TypesettingOptions, stop: Stop? = nil) {
        blocks = manuscript.document.blocks
        galley = Galley(measure: options.measure, references: manuscript.references)
        signs = options.isASCII ? .ascii : .drawn
        inlines = InlineSetter(options: options, references: manuscript.references)
        margin = Margin(width: options.measure)
        self.stop = stop
    }

    /// Sets the document from this block on.
    mutating func setAll(from first: Int = 0) {
        for index in blocks.indices.dropFirst(first) {
            guard !isFull else { break }
            position = TextPosition(block: index, offset: 0)
            inlines.begin(block: index)
            if index > first, !galley.lines.isEmpty { leaveGap() }
            set([blocks[index]])
        }
        if inlines.options.listsLinks, !isFull { setAddresses() }
        for name in inlines.anchors { galley.anchors[name] = max(0, galley.lines.count - 1) }
        galley.isWhole = first == 0 && !isFull
    }

    /// Sets blocks with an empty line between them, unless they are parts of a tight list.
    mutating func set(_ blocks: [Block], isTight: Bool = false, style: Style = []) {
        var isFirst = true
        for block in blocks {
            guard !isFull else { return }
            if case .anchor(let name) = block {
                inlines.anchors.append(name)
                continue
            }
            if !isFirst, !isTight { leaveGap() }
            isFirst = false
            set(block, style: style)
        }
    }

    private mutating func set(_ block: Block, style: Style) {
        switch block {
        case .paragraph(let content): set(content, style: style)
        case .heading(let level, let content): set(heading: content, level: level, style: style)
        case .list(let list): set(list, style: style)
        case .definitions(let definitions): set(definitions, style: style)
        case .quote(let blocks):
            indent(first: signs.bar + " ", rest: signs.bar + " ", style: [.dim, .drawn]) {
                $0.set(blocks, style: style.union(.quote))
            }
        case .preformatted(let content): set(preformatted: content, style: style)
        case .table(let table): set(table, style: style)
        case .figure(let blocks, let caption):
            set(blocks, style: style)
            set(caption, style: style.union([.caption, .italic]))
        case .details(let summary, let blocks):
            indent(first: signs.open + " ", style: [.dim, .drawn]) { $0.set(summary, style: style.union(.bold)) }
            indent(first: "  ", style: .drawn) { $0.set(blocks, style: style) }
        case .rule: add([Run(text: String(repeating: signs.rule, count: margin.textWidth), style: [.dim, .drawn])])
        case .anchor: break
        }
    }

    mutating func set(_ content: [Inline], style: Style) {
        inlines.set(content, style: style)
        fill()
    }

    /// A column beside others: the lines of blocks at a width of their own.
    mutating func column(of blocks: [Block], width: Int, style: Style) -> [Line] {
        let outer = (galley.lines, galley.positions, margin, gap, listDepth)
        (galley.lines, galley.positions, margin, gap, listDepth) = ([], [], Margin(width: max(1, width)), nil, 0)
        columnDepth += 1
        set(blocks, style: style)
        let lines = galley.lines
        columnDepth -= 1
        (galley.lines, galley.positions, margin, gap, listDepth) = outer
        return lines
    }

    var isFull: Bool {
        guard columnDepth == 0, let stop, let stopLine else { return false }
        return galley.lines.count >= stopLine + stop.lines
    }
}

// Headings, lists and what else has a mark.
extension Compositor {
    /// The two highest levels have a line under them, the others only their weight.
    private mutating func set(heading content: [Inline], level: Int, style: Style) {
        inlines.set(content, style: style.union(level < 4 ? [.bold, .heading] : [.bold, .italic, .heading]))
        let isInColumn = columnDepth > 0
        let first = galley.lines.count + (gap == nil || galley.lines.isEmpty ? 0 : 1)
        if !isInColumn {
            let text = CleanText.line(String(decoding: inlines.text.bytes, as: UTF8.self))
            galley.headings.append(Galley.Heading(line: first, level: level, text: text))
        }
        fill()
        guard level < 3, !isInColumn else { return }
        let outside = margin.rest.reduce(0) { $0 + $1.cells }
        let cells = galley.lines[min(first, galley.lines.count)...].map { $0.cells - outside }.max() ?? 0
        guard cells > 0 else { return }
        let sign = level == 1 ? signs.heavyRule : signs.rule
        let rule = String(repeating: sign, count: min(cells, margin.textWidth))
        add([Run(text: rule, style: [.dim, .drawn, .heading])])
    }

    private mutating func set(_ list: List, style: Style) {
        let isTight = list.isTight
        let bullet = signs.bullets[listDepth % signs.bullets.count]
        let labels = list.items.map { item in (item.number.map { list.marker.label(of: $0) } ?? bullet) + " " }
        let width = labels.reduce(0) { max($0, CellWidth.of($1)) }
        listDepth += 1
        for (index, (item, label)) in zip(list.items, labels).enumerated() {
            guard !isFull else { break }
            if index > 0, !isTight { leaveGap() }
            indent(first: label.padded(toCells: width, alignment: .right), style: .dim) {
                $0.set(item.blocks, isTight: isTight, style: style)
                $0.addEmptyItem()
            }
        }
        listDepth -= 1
    }

    private mutating func set(_ definitions: [Definition], style: Style) {
        let isTight = definitions.allSatisfy { $0.details.allSatisfy { $0.count < 2 } }
        for (index, definition) in definitions.enumerated() {
            guard !isFull else { break }
            if index > 0, !isTight { leaveGap() }
            for term in definition.terms { set(term, style: style.union(.bold)) }
            for details in definition.details {
                indent(first: "    ", style: .drawn) { $0.set(details, style: style) }
            }
        }
    }

    /// Lists the addresses that the numbers in the text stand for.
    private mutating func setAddresses() {
        position = TextPosition(block: blocks.count, offset: 0)
        let references = inlines.references
        if !references.addresses.isEmpty { leaveGap() }
        let width = "[\(references.addresses.count)] ".utf8.count
        for (index, address) in references.addresses.enumerated() {
            guard !isFull else { return }
            indent(first: "[\(index + 1)] ".padded(toCells: width, alignment: .right), style: .dim) { compositor in
                compositor.inlines.set(CleanText.line(address), style: .link, link: index + 1)
                compositor.fill()
            }
        }
    }
}

// Code.
extension Compositor {
    /// Code is further in than other text, and a line that is cut has a mark where it goes on.
    private mutating func set(preformatted content: [Inline], style: Style) {
        inlines.set(verbatim: content, style: style.union(.code))
        indent(first: "  ", style: .drawn) { compositor in
            if compositor.margin.textWidth < 2 { compositor.inlines.replaceWideCharacters() }
            let mark = Run(text: compositor.signs.continuation + " ", style: [.dim, .drawn])
            let isMarked = compositor.margin.textWidth < compositor.galley.measure
            let lines = compositor.breaker.cut(compositor.inlines.text.bytes, width: compositor.margin.textWidth)
            var part = 0
            for line in lines {
                let runs = compositor.inlines.text.runs(of: line.line, part: &part)
                let prefix = isMarked && line.isContinuation ? compositor.margin.outerRest + [mark] : nil
                compositor.add(
                    runs, prefix: prefix, isContinuation: line.isContinuation, offset: line.line.range.lowerBound)
            }
            compositor.endText()
        }
    }
}

// Lines.
extension Compositor {
    /// Fills lines with the text that was set last.
    mutating func fill() {
        if margin.textWidth < 2 { inlines.replaceWideCharacters() }
        let lines = breaker.fill(inlines.text.bytes, width: margin.textWidth)
        var part = 0
        for line in lines {
            add(inlines.text.runs(of: line, part: &part), offset: line.range.lowerBound)
        }
        endText()
    }

    private mutating func endText() {
        position.offset += inlines.text.bytes.count
    }

    /// Adds a line; `offset` is where it starts in the text being set.
    mutating func add(_ runs: [Run], prefix: [Run]? = nil, isContinuation: Bool = false, offset: Int = 0) {
        let place = TextPosition(block: position.block, offset: position.offset + offset)
        if let gap, let last = galley.positions.last {
            galley.lines.append(gap)
            galley.positions.append(last)
        }
        gap = nil
        if columnDepth == 0 { mark(place) }
        var line = prefix ?? (runs.isEmpty ? margin.empty : margin.nextPrefix())
        if line.isEmpty { line = runs } else { line.append(contentsOf: runs) }
        galley.lines.append(Line(runs: line, isContinuation: isContinuation))
        galley.positions.append(place)
    }

    mutating func leaveGap() {
        gap = Line(runs: margin.empty)
    }

    mutating func indent(
        first: String, rest: String? = nil, style: Style, _ body: (inout Compositor) -> Void
    ) {
        let rest = rest ?? String(repeating: " ", count: CellWidth.of(first))
        let isIndented = margin.push(first: first, rest: rest, style: style)
        body(&self)
        if isIndented { margin.pop() }
    }

    /// An item without text shows its mark.
    private mutating func addEmptyItem() {
        if margin.isFresh { add([], prefix: margin.nextPrefix()) }
    }

    /// Notes the anchors that stand before the next line, and whether it is the one to stop after.
    private mutating func mark(_ place: TextPosition) {
        if !inlines.anchors.isEmpty {
            for name in inlines.anchors where galley.anchors[name] == nil { galley.anchors[name] = galley.lines.count }
            inlines.anchors.removeAll()
        }
        if stopLine == nil, let stop, place >= stop.position { stopLine = galley.lines.count }
    }
}

extension List {
    /// Whether every item is a paragraph, with or without lists under it, so that the items need no air between them.
    fileprivate var isTight: Bool {
        items.allSatisfy { item in
            var isFirst = true
            return item.blocks.allSatisfy { block in
                switch block {
                case .anchor, .list: return true
                default:
                    defer { isFirst = false }
                    return isFirst
                }
            }
        }
    }
}
