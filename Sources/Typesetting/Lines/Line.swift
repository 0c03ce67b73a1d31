/// A line of set text, never wider than requested.
package struct Line: Equatable, Sendable {
    package var runs: [Run]
    /// Whether the line continues the line of code above, which was too long: joined they are one.
    package var isContinuation: Bool

    package init(runs: [Run] = [], isContinuation: Bool = false) {
        self.runs = runs
        self.isContinuation = isContinuation
    }

    /// The line's text without styles.
    package var text: String {
        runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
    }

    package var cells: Int { runs.reduce(0) { $0 + $1.cells } }

    /// Returns the number of the link at this cell.
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

/// Text in one style, clean enough to be sent to a terminal.
package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style
    /// The number of its link, from 1 as in `Galley.links`.
    package var link: Int?

    package init(text: String, style: Style = [], link: Int? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }

    package var cells: Int { CellWidth.of(text) }
}
