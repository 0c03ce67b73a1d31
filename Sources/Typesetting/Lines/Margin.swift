/// What stands left of the text of a line: the bars of quotes, the marks of items, indents.
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
    /// What stands before a line that begins nothing, which most lines are.
    private(set) var rest: [Run] = []
    /// What stands on an empty line: bars, but no space at the end.
    private(set) var empty: [Run] = []

    /// The cells that all marks may take.
    private let most: Int
    private var cells = 0

    /// Whether the innermost mark is still to come.
    var isFresh: Bool { levels.last?.isFresh ?? false }

    init(width: Int, isNarrow: Bool = false) {
        textWidth = width
        most = isNarrow ? 12 : .max
    }

    /// Goes further in, where that leaves room for text, and says whether it did: the first line gets one mark, the
    /// rest another that is as wide.
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

    /// Gives the innermost level another mark, of the same width, for the next line.
    mutating func renew(first: String) {
        guard let last = levels.indices.last else { return }
        levels[last].first.text = first
        if !levels[last].isFresh { freshCount += 1 }
        levels[last].isFresh = true
    }

    /// What stands before a line that begins nothing, without the innermost level.
    var outerRest: [Run] { Self.joined(levels.dropLast().map(\.rest)) }

    /// What stands before the next line of text.
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

    /// Every line holds its prefix, and a hundred thousand items forty deep are soon gigabytes of little runs.
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
