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

    var galley: Galley
    let signs = Signs()
    var inlines: InlineSetter
    let breaker = LineBreaker()
    var margin: Margin
    let blocks: [Block]
    private let stop: Stop?
    /// The line at which the position to stop after was reached.
    private var stopLine: Int?
    var listDepth = 0
    var columnDepth = 0
    /// How many tables, one in the other, are being measured.
    var measuredTables = 0
    /// The place in the text of what is set next.
    var position = TextPosition.start
    /// The empty line that goes before the next line, if there is one.
    var gap: Line?
    /// Whether rules are short, margins narrow and tables text, as all that is drawn would be far more than the words.
    let isPlain: Bool
    /// Whether the text that was set last runs from right to left, and stands at the right.
    private var isMirrored = false

    init(_ manuscript: Manuscript, options: TypesettingOptions, stop: Stop? = nil) {
        blocks = manuscript.document.blocks
        galley = Galley(measure: options.measure, references: manuscript.references)
        inlines = InlineSetter(options: options, references: manuscript.references)
        isPlain = manuscript.ornament.isTooMuch(measure: options.measure)
        margin = Margin(width: options.measure, isNarrow: isPlain)
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
        if !isFull, isPlain { setNote() }
        if !isFull { setAddresses() }
        for name in inlines.anchors { galley.anchors[name] = max(0, galley.lines.count - 1) }
        galley.isWhole = first == 0 && !isFull
    }

    private mutating func setNote() {
        position = TextPosition(block: blocks.count, offset: 0)
        leaveGap()
        set([.text("[Shown in a simple layout: this text has more tags than words]")], style: [.dim])
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
        case .rule:
            let width = isPlain ? min(3, margin.textWidth) : margin.textWidth
            add([Run(text: String(repeating: signs.rule, count: width), style: [.dim, .drawn])])
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
        (galley.lines, galley.positions, margin, gap, listDepth) = (
            [], [], Margin(width: max(1, width), isNarrow: isPlain), nil, 0
        )
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

// Lines.
extension Compositor {
    /// Fills lines with the text that was set last, and tells how wide the widest is.
    @discardableResult
    mutating func fill() -> Int {
        if margin.textWidth < 2 { inlines.replaceWideCharacters() }
        let lines = breaker.fill(inlines.text.bytes, width: margin.textWidth)
        // What stands in a column of a table is measured, and gets its place there.
        isMirrored = !isPlain && columnDepth == 0 && Direction(of: inlines.text.bytes) == .rightToLeft
        var part = 0
        var widest = 0
        for line in lines {
            let runs = inlines.text.runs(of: line, part: &part)
            widest = max(widest, runs.reduce(0) { $0 + $1.cells })
            addInDirection(runs, offset: line.range.lowerBound)
        }
        endText()
        return widest
    }

    /// Adds a line that stands where the text does that was set last: at the right with its mark or bar, if it runs so. The
    /// letters stay in the order in which they are read: to turn them around is for the terminal.
    mutating func addInDirection(_ runs: [Run], offset: Int = 0) {
        guard isMirrored else { return add(runs, offset: offset) }
        add(mirrored(runs, margin.nextPrefix()), prefix: [], offset: offset)
    }

    private func mirrored(_ runs: [Run], _ prefix: [Run]) -> [Run] {
        let line = runs + prefix.reversed().map(\.mirrored)
        let space = galley.measure - line.reduce(0) { $0 + $1.cells }
        return space > 0 ? [Run(text: String(repeating: " ", count: space), style: .drawn)] + line : line
    }

    mutating func endText() {
        position.offset += inlines.text.bytes.count
    }

    /// Adds a line; `offset` is where it starts in the text being set.
    mutating func add(_ runs: [Run], prefix: [Run]? = nil, isContinuation: Bool = false, offset: Int = 0) {
        let place = TextPosition(block: position.block, offset: position.offset + offset)
        // A line without text of its own has a place of its own, right before that of the text behind it.
        let before = TextPosition(block: place.block, offset: place.offset - 1)
        let placeWithoutText = galley.positions.last.map { max($0, before) } ?? place
        if let gap, !galley.positions.isEmpty {
            galley.lines.append(gap)
            galley.positions.append(placeWithoutText)
        }
        gap = nil
        if columnDepth == 0 { mark(place) }
        var line = prefix ?? (runs.isEmpty ? margin.empty : margin.nextPrefix())
        if line.isEmpty { line = runs } else { line.append(contentsOf: runs) }
        galley.lines.append(Line(runs: line, isContinuation: isContinuation))
        let hasText = runs.isEmpty || !runs.allSatisfy { $0.style.contains(.drawn) }
        galley.positions.append(hasText ? place : placeWithoutText)
    }

    mutating func leaveGap() {
        gap = Line(runs: isMirrored && !margin.empty.isEmpty ? mirrored([], margin.rest) : margin.empty)
    }

    mutating func indent(
        first: String, rest: String? = nil, style: Style, _ body: (inout Compositor) -> Void
    ) {
        let rest = rest ?? String(repeating: " ", count: CellWidth.of(first))
        let isIndented = margin.push(first: first, rest: rest, style: style)
        body(&self)
        if isIndented { margin.pop() }
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

extension Run {
    /// A mark or a bar as it stands at the right of a line: word for word the other way round.
    fileprivate var mirrored: Run {
        var parts: [Substring] = []
        var rest = text[...]
        while let first = rest.first {
            let part = rest.prefix { ($0 == " ") == (first == " ") }
            parts.append(part)
            rest = rest.dropFirst(part.count)
        }
        return Run(text: parts.reversed().joined(), style: style, link: link)
    }
}
