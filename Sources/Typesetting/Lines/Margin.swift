/// The text left of a line: bars of quotes, marks of items, indents.
struct Margin {
    private struct Level {
        var first: Run
        let rest: Run
        let cells: Int
        /// Whether the first line is still to come.
        var isFresh = true
    }

    private var levels: [Level] = []
    private var freshCount = 0
    /// The cells left for text.
    private(set) var textWidth: Int
    /// The prefix of a line that begins nothing, which most lines are.
    private(set) var rest: [Run] = []
    /// The prefix of an empty line: bars without a space at the end.
    private(set) var empty: [Run] = []

    /// The most cells for all marks.
    private let most: Int
    private var cells = 0

    /// Whether the innermost mark is still to come.
    var isFresh: Bool { levels.last?.isFresh ?? false }

    init(width: Int, isNarrow: Bool = false) {
        textWidth = width
        most = isNarrow ? 12 : .max
    }

    /// Adds a level if there is room for text, and returns whether it did. The first line gets one mark, the others
    /// another of the same width.
    mutating func push(first: String, rest: String, style: Style) -> Bool {
        let cells = CellWidth.of(first)
        guard textWidth - cells >= max(2, min(10, textWidth / 2)), self.cells + cells <= most else { return false }
        let rest = Run(text: rest, style: [.dim, .drawn])
        levels.append(Level(first: Run(text: first, style: style), rest: rest, cells: cells))
        freshCount += 1
        textWidth -= cells
        self.cells += cells
        collectRest()
        return true
    }

    mutating func pop() {
        guard let level = levels.popLast() else { return }
        if level.isFresh { freshCount -= 1 }
        textWidth += level.cells
        cells -= level.cells
        collectRest()
    }

    /// Gives the innermost level another mark of the same width for the next line.
    mutating func renew(first: String) {
        guard let last = levels.indices.last else { return }
        levels[last].first.text = first
        if !levels[last].isFresh { freshCount += 1 }
        levels[last].isFresh = true
    }

    /// The prefix of a line that begins nothing, without the innermost level.
    var outerRest: [Run] { Self.joined(levels.dropLast().map(\.rest)) }

    /// Returns the prefix of the next line of text.
    mutating func nextPrefix() -> [Run] {
        guard freshCount > 0 else { return rest }
        let prefix = Self.joined(levels.map { $0.isFresh ? $0.first : $0.rest })
        for index in levels.indices { levels[index].isFresh = false }
        freshCount = 0
        return prefix
    }

    private mutating func collectRest() {
        rest = Self.joined(levels.map(\.rest))
        empty = Self.withoutLastSpaces(rest)
    }

    private static func withoutLastSpaces(_ runs: [Run]) -> [Run] {
        var runs = runs
        while let last = runs.last {
            let spaces = last.text.utf8.reversed().prefix { $0 == .space }.count
            if spaces == last.text.utf8.count {
                runs.removeLast()
            } else {
                runs[runs.count - 1].text = String(last.text.dropLast(spaces))
                break
            }
        }
        return runs
    }

    /// Joins runs, because every line holds its prefix: a hundred thousand items, forty deep, would make gigabytes of
    /// small runs.
    private static func joined(_ runs: [Run]) -> [Run] {
        if runs.count < 2 { return runs }
        return runs.reduce(into: []) { joined, run in
            if let last = joined.indices.last, joined[last].style == run.style {
                joined[last].text += run.text
            } else {
                joined.append(run)
            }
        }
    }
}

extension List.Marker {
    /// Returns the label of the item with this number.
    func label(of number: Int) -> String {
        switch self {
        case .bullet, .decimal: "\(number)."
        case .lowerLetter: (Self.letters(number) ?? "\(number)") + "."
        case .upperLetter: (Self.letters(number)?.uppercased() ?? "\(number)") + "."
        case .lowerRoman: (Self.roman(number) ?? "\(number)") + "."
        case .upperRoman: (Self.roman(number)?.uppercased() ?? "\(number)") + "."
        }
    }

    /// Returns a to z, then aa; nil below one.
    private static func letters(_ number: Int) -> String? {
        guard number > 0 else { return nil }
        var letters: [UInt8] = []
        var rest = number
        while rest > 0 {
            letters.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
            rest = (rest - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    private static func roman(_ number: Int) -> String? {
        guard 1...3999 ~= number else { return nil }
        let numerals = [
            (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
            (9, "ix"), (5, "v"), (4, "iv"), (1, "i")
        ]
        var rest = number
        var roman = ""
        for (value, numeral) in numerals {
            while rest >= value {
                roman += numeral
                rest -= value
            }
        }
        return roman
    }
}

extension List {
    /// The cells of the widest of some labels (the first and the last), with the space after it.
    fileprivate var labelWidth: Int {
        let numbers = [items.first?.number, items.last?.number].compactMap(\.self)
        return 1 + (numbers.map { marker.label(of: $0).utf8.count }.max() ?? 1)
    }
}

/// The signs that the typesetter draws. They are one cell wide, and all terminal fonts have them.
struct Signs {
    let bullets = ["•", "◦", "–"]
    let bar = "│"
    let rule = "─"
    let heavyRule = "━"
    let continuation = "↪"
    let open = "▾"
    private let junctions = [" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"]

    /// Returns the sign for a junction of lines in these directions.
    func junction(up: Bool, down: Bool, left: Bool, right: Bool) -> String {
        junctions[(up ? 1 : 0) + (down ? 2 : 0) + (left ? 4 : 0) + (right ? 8 : 0)]
    }
}

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
