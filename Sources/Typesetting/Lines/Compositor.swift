import URLs

/// Sets blocks as lines. It has the lines so far, and the margin and gap of the next one.
///
/// Its recursion is as deep as the blocks' nesting, which the builder limits.
struct Compositor {
    /// Where to stop before the end of the document.
    struct Stop {
        let position: TextPosition
        /// The number of lines to set from the position on.
        let lines: Int
    }

    var galley: Galley
    let signs = Signs()
    var inlines: InlineSetter
    let breaker = LineBreaker()
    var margin: Margin
    let blocks: [Block]
    private let stop: Stop?
    /// The line at which the stop position was reached.
    private var stopLine: Int?
    private var listDepth = 0
    var columnDepth = 0
    /// The number of nested tables being measured.
    var measuredTables = 0
    /// The position in the text of what is set next.
    var position = TextPosition.start
    /// The blank line before the next line, if any.
    var gap: Line?
    /// Whether to use short rules, narrow margins and text for tables, because drawing would exceed the words by far.
    let isPlain: Bool
    /// Whether the text is hardly more than one picture.
    let isOnePicture: Bool
    /// The number of first blocks that may have pictures.
    private let blocksWithPictures: Int
    /// Whether the last text runs from right to left and is on the right.
    private var isMirrored = false

    init(_ manuscript: Manuscript, options: TypesettingOptions, stop: Stop? = nil) {
        blocks = manuscript.document.blocks
        galley = Galley(measure: options.measure, references: manuscript.references)
        inlines = InlineSetter(options: options, references: manuscript.references)
        isPlain = manuscript.ornament.isTooMuch(measure: options.measure)
        isOnePicture = manuscript.isOnePicture
        blocksWithPictures = manuscript.blocksWithPictures
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
        set([.text("[Simplified layout: this text has more tags than words]")], style: [.dim])
    }

    /// Sets blocks with a blank line between them, except in a tight list.
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
        case .paragraph(let content): set(paragraph: content, style: style)
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

    /// Returns a column: the lines of blocks at a separate width.
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

    /// Whether pictures may be in the block that is being set.
    var mayHavePictures: Bool { position.block < blocksWithPictures }

    var isFull: Bool {
        guard columnDepth == 0, let stop, let stopLine else { return false }
        return galley.lines.count >= stopLine + stop.lines
    }
}

// Lines.
extension Compositor {
    /// Fills lines with the current text, and returns the width of the widest.
    @discardableResult
    mutating func fill() -> Int {
        if margin.textWidth < 2 { inlines.replaceWideCharacters() }
        let lines = breaker.fill(inlines.text.bytes, width: margin.textWidth)
        // In a table's column, the table decides the position.
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

    /// Adds a line in the direction of the current text: on the right with its mark or bar if it runs from right to
    /// left. Letters stay in reading order, since the terminal reorders them.
    private mutating func addInDirection(_ runs: [Run], offset: Int = 0) {
        guard isMirrored else { return add(runs, offset: offset) }
        add(mirrored(runs, margin.nextPrefix()), prefix: [], offset: offset)
    }

    private func mirrored(_ runs: [Run], _ prefix: [Run]) -> [Run] {
        let line = runs + prefix.reversed().map(\.mirrored)
        let space = galley.measure - line.reduce(0) { $0 + $1.cells }
        return space > 0 ? [Run(text: String(repeating: " ", count: space), style: .drawn)] + line : line
    }

    private mutating func endText() {
        position.offset += inlines.text.bytes.count
    }

    /// Adds a line that starts at `offset` in the current text.
    mutating func add(_ runs: [Run], prefix: [Run]? = nil, isContinuation: Bool = false, offset: Int = 0) {
        let place = TextPosition(block: position.block, offset: position.offset + offset)
        // A line without its own text has a separate position, right before the next text's.
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

    /// Records the anchors before the next line, and whether it is the one to stop after.
    private mutating func mark(_ place: TextPosition) {
        if !inlines.anchors.isEmpty {
            for name in inlines.anchors where galley.anchors[name] == nil { galley.anchors[name] = galley.lines.count }
            inlines.anchors.removeAll()
        }
        if stopLine == nil, let stop, place >= stop.position { stopLine = galley.lines.count }
    }
}

extension Run {
    /// A mark or bar for the right side of a line, with its words in reverse order.
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

// Headings, lists and other blocks with a mark.
extension Compositor {
    /// Sets a heading. The two highest levels are underlined with a line, others only differ in weight and slant.
    mutating func set(heading content: [Inline], level: Int, style: Style) {
        inlines.set(content, style: style.union(Self.style(ofHeading: level)))
        let isInColumn = columnDepth > 0
        let first = galley.lines.count + (gap == nil || galley.lines.isEmpty ? 0 : 1)
        if !isInColumn {
            let text = CleanText.line(String(decoding: inlines.text.bytes, as: UTF8.self))
            galley.headings.append(Galley.Heading(line: first, text: text))
        }
        let cells = fill()
        guard level < 3, !isInColumn, cells > 0 else { return }
        let sign = level == 1 ? signs.heavyRule : signs.rule
        let rule = String(repeating: sign, count: min(cells, margin.textWidth))
        addInDirection([Run(text: rule, style: [.dim, .drawn, .heading])])
    }

    private static func style(ofHeading level: Int) -> Style {
        switch level {
        case ...3: [.heading, .bold]
        case 4: [.heading, .bold, .italic]
        case 5: [.heading, .italic]
        default: [.heading, .italic, .dim]
        }
    }

    mutating func set(_ list: List, style: Style) {
        let isTight = list.isTight
        let bullet = signs.bullets[listDepth % signs.bullets.count]
        let labels = list.items.map { item in (item.number.map { list.marker.label(of: $0) } ?? bullet) + " " }
        let width = labels.reduce(0) { max($0, CellWidth.of($1)) }
        listDepth += 1
        let spaces = String(repeating: " ", count: width)
        let isIndented = margin.push(first: spaces, rest: spaces, style: .dim)
        for (index, (item, label)) in zip(list.items, labels).enumerated() {
            guard !isFull else { break }
            if index > 0, !isTight { leaveGap() }
            if isIndented { margin.renew(first: label.padded(toCells: width, alignment: .right)) }
            set(item.blocks, isTight: isTight, style: style)
            if isIndented, margin.isFresh { add([], prefix: margin.nextPrefix()) }
        }
        if isIndented { margin.pop() }
        listDepth -= 1
    }

    mutating func set(_ definitions: [Definition], style: Style) {
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

    /// Adds the list of URLs for the numbers in the text.
    private mutating func setAddresses() {
        position = TextPosition(block: blocks.count, offset: 0)
        let references = inlines.references
        if !references.addresses.isEmpty { leaveGap() }
        let width = "[\(references.addresses.count)] ".utf8.count
        for (index, address) in references.addresses.enumerated() {
            guard !isFull else { return }
            indent(first: "[\(index + 1)] ".padded(toCells: width, alignment: .right), style: .dim) { compositor in
                compositor.inlines.set(CleanText.line(address.shownAddress), style: .link, link: index + 1)
                compositor.fill()
            }
        }
    }
}

// Code.
extension Compositor {
    /// Sets code, indented. A line that is cut has a mark at its continuation.
    mutating func set(preformatted content: [Inline], style: Style) {
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

extension List {
    /// Whether every item is a paragraph, perhaps with lists, so that items need no blank lines between them.
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
