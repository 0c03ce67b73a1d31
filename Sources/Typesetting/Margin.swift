/// What stands left of the text of a line: the bars of quotes, the marks of items, indents.
struct Margin {
    private struct Level {
        let first: String
        let rest: String
        let style: Style
        /// Whether the first line is still to come.
        var isFresh = true
    }

    private var levels: [Level] = []
    /// The prefix of the lines that begin nothing, which most lines are.
    private var rest: [Run] = []
    private var freshCount = 0
    /// The cells left for text.
    private(set) var textWidth: Int

    init(width: Int) {
        textWidth = width
    }

    /// Goes further in, where that leaves room for text, and says whether it did: the first line gets one mark, the
    /// rest another that is as wide.
    mutating func push(first: String, rest: String, style: Style = []) -> Bool {
        let cells = CellWidth.of(first)
        guard textWidth - cells >= max(1, min(10, textWidth / 2)) else { return false }
        levels.append(Level(first: first, rest: rest, style: style))
        freshCount += 1
        textWidth -= cells
        collectRest()
        return true
    }

    mutating func pop() {
        guard let level = levels.popLast() else { return }
        if level.isFresh { freshCount -= 1 }
        textWidth += CellWidth.of(level.first)
        collectRest()
    }

    /// What stands before the next line of text.
    mutating func nextPrefix() -> [Run] {
        guard freshCount > 0 else { return rest }
        let prefix = Self.joined(levels.map { Run(text: $0.isFresh ? $0.first : $0.rest, style: $0.style) })
        for index in levels.indices { levels[index].isFresh = false }
        freshCount = 0
        return prefix
    }

    /// What stands on an empty line: bars, but no space at the end.
    var emptyPrefix: [Run] {
        var runs = rest
        while let last = runs.last {
            let text = String(last.text.reversed().drop { $0 == " " }.reversed())
            if text.isEmpty {
                runs.removeLast()
            } else {
                runs[runs.count - 1].text = text
                break
            }
        }
        return runs
    }

    private mutating func collectRest() {
        rest = Self.joined(levels.map { Run(text: $0.rest, style: $0.style) })
    }

    /// Every line holds its prefix, and a hundred thousand items forty deep are soon gigabytes of little runs.
    private static func joined(_ runs: [Run]) -> [Run] {
        runs.reduce(into: []) { joined, run in
            if let last = joined.indices.last, joined[last].style == run.style {
                joined[last].text += run.text
            } else {
                joined.append(run)
            }
        }
    }
}
