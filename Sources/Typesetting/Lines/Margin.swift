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
