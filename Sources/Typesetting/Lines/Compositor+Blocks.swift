import Addresses

// Headings, lists and other blocks with a mark.
extension Compositor {
    /// Sets a heading. The two highest levels are underlined with a line, others only differ in weight and slant.
    mutating func set(heading content: [Inline], level: Int, style: Style) {
        inlines.set(content, style: style.union(Self.style(ofHeading: level)))
        let isInColumn = columnDepth > 0
        let first = galley.lines.count + (gap == nil || galley.lines.isEmpty ? 0 : 1)
        if !isInColumn {
            let text = CleanText.line(String(decoding: inlines.text.bytes, as: UTF8.self))
            galley.headings.append(Galley.Heading(line: first, level: level, text: text))
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
    mutating func setAddresses() {
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
