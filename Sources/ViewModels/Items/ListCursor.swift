/// Which row of a list is chosen, and which rows are in view.
package struct ListCursor: Equatable, Sendable {
    package private(set) var row = 0
    /// The first row in view.
    package private(set) var top = 0
    package var count = 0 { didSet { settle() } }
    /// How many rows the screen has for the list.
    package var height = 1 {
        didSet {
            height = max(1, height)
            // Where nothing but the chosen row was in view, it comes to stand where it once did, or amid the others.
            if oldValue == 1 { top = onceAbove.map { row - $0 } ?? (row < height ? 0 : row - height / 2) }
            if height > 1 { onceAbove = nil }
            settle()
        }
    }

    /// So many rows stood above the chosen one when the list was on a screen before, until it is on one again.
    private var onceAbove: Int?

    /// The row in view that is chosen.
    package var rowInView: Int { row - top }

    /// How many rows stand above the chosen one, or did on the screen before this one that has no room for any.
    package var rowsAbove: Int {
        get { onceAbove ?? rowInView }
        set {
            if height == 1 { return onceAbove = newValue }
            top = row - newValue
            settle()
        }
    }

    /// How many rows stay in view above and below the chosen one, where there are as many.
    package var margin = 0 { didSet { settle() } }

    package init() {}

    package mutating func move(by rows: Int) { move(to: row + rows) }

    package mutating func move(to row: Int) {
        self.row = row
        settle()
    }

    /// By how many rows a page is turned: what was the last row in view is then the first.
    var rowsOfPage: Int { max(height - 1, 1) }
    var rowsOfHalfPage: Int { max(height / 2, 1) }

    /// Turns pages; the chosen row stays where it is on the screen.
    package mutating func turnPage(by pages: Int) { scroll(toTop: top + rowsOfPage * pages) }

    package mutating func turnHalfPage(by pages: Int) { scroll(toTop: top + rowsOfHalfPage * pages) }

    /// Moves what is in view, as a wheel does: the chosen row goes along only where it would leave that.
    package mutating func scroll(by rows: Int) {
        top = max(0, min(top + rows, count - height))
        let first = top == 0 ? 0 : top + settledMargin
        let last = top + height < count ? top + height - 1 - settledMargin : count - 1
        move(to: max(first, min(row, last)))
    }

    /// Has a row be the first in view; the chosen one stays where it is on the screen.
    package mutating func scroll(toTop top: Int) {
        let rows = top - self.top
        self.top = top
        move(by: rows)
    }

    /// Goes with its row when rows are put in front of the list, or taken away there.
    package mutating func shift(by rows: Int, count: Int) {
        row += rows
        top += rows
        self.count = count
    }

    /// The rows in view.
    package var visible: Range<Int> { top..<min(top + height, count) }

    private mutating func settle() {
        row = max(0, min(row, count - 1))
        top = max(0, min(top, count - height))
        let first = max(0, min(row - settledMargin, count - height))
        let last = min(row + settledMargin, max(0, count - 1))
        if first < top { top = first }
        if last >= top + height { top = last - height + 1 }
    }

    /// The margin that there is room for.
    private var settledMargin: Int { max(0, min(margin, (height - 1) / 2)) }
}
