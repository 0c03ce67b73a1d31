/// One line of set text, never wider than was asked for.
package struct Line: Equatable, Sendable {
    package var runs: [Run]
    /// Whether the line goes on with the line of code above it, which was too long: joined, the two are one again.
    package var isContinuation: Bool

    package init(runs: [Run] = [], isContinuation: Bool = false) {
        self.runs = runs
        self.isContinuation = isContinuation
    }

    /// The line without its styles.
    package var text: String {
        runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
    }

    package var cells: Int { runs.reduce(0) { $0 + $1.cells } }

    /// The number of the link at this cell.
    package func link(atCell cell: Int) -> Int? {
        var start = 0
        for run in runs {
            let end = start + run.cells
            if start..<end ~= cell { return run.link }
            start = end
        }
        return nil
    }
}

/// Text in one style, clean: it may be sent to a terminal as it is.
package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style
    /// The number of the link that this is part of: 1 is the first of `Galley.links`.
    package var link: Int?

    package init(text: String, style: Style = [], link: Int? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }

    package var cells: Int { CellWidth.of(text) }
}
