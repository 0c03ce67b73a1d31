/// The cursor's row in a list, and the visible rows.
package struct ListCursor: Equatable, Sendable {
    package private(set) var row = 0
    /// The first visible row.
    package private(set) var top = 0
    package var count = 0 { didSet { settle() } }
    /// The number of rows that the screen has for the list.
    package var height = 1 {
        didSet {
            height = max(1, height)
            // If only the cursor's row was visible, it returns to its earlier position on the screen, or to the middle.
            if oldValue == 1 { top = onceAbove.map { row - $0 } ?? (row < height ? 0 : row - height / 2) }
            if height > 1 { onceAbove = nil }
            settle()
        }
    }

    /// The number of rows above the cursor's before the list lost its room on the screen.
    private var onceAbove: Int?

    /// The cursor's row on the screen.
    package var rowInView: Int { row - top }

    /// The number of visible rows above the cursor's, or what it was before the list lost its room.
    package var rowsAbove: Int {
        get { onceAbove ?? rowInView }
        set {
            if height == 1 { return onceAbove = newValue }
            top = row - newValue
            settle()
        }
    }

    /// The rows that stay visible above and below the cursor's, if there are that many.
    package var margin = 0 { didSet { settle() } }

    package init() {}

    package mutating func move(by rows: Int) { move(to: row + rows) }

    package mutating func move(to row: Int) {
        self.row = row
        settle()
    }

    /// The rows to scroll by for a page: the last visible row becomes the first.
    var rowsOfPage: Int { max(height - 1, 1) }
    var rowsOfHalfPage: Int { max(height / 2, 1) }

    /// Scrolls by pages. The cursor keeps its position on the screen.
    package mutating func turnPage(by pages: Int) { scroll(toTop: top + rowsOfPage * pages) }

    package mutating func turnHalfPage(by pages: Int) { scroll(toTop: top + rowsOfHalfPage * pages) }

    /// Scrolls as a mouse wheel does. The cursor moves only if its row would leave the screen.
    package mutating func scroll(by rows: Int) {
        top = max(0, min(top + rows, count - height))
        let first = top == 0 ? 0 : top + settledMargin
        let last = top + height < count ? top + height - 1 - settledMargin : count - 1
        move(to: max(first, min(row, last)))
    }

    /// Makes a row the first visible one. The cursor keeps its position on the screen.
    package mutating func scroll(toTop top: Int) {
        let rows = top - self.top
        self.top = top
        move(by: rows)
    }

    /// Keeps the cursor on its row when rows are added or removed at the start of the list.
    package mutating func shift(by rows: Int, count: Int) {
        row += rows
        top += rows
        self.count = count
    }

    /// The visible rows.
    package var visible: Range<Int> { top..<min(top + height, count) }

    private mutating func settle() {
        row = max(0, min(row, count - 1))
        top = max(0, min(top, count - height))
        let first = max(0, min(row - settledMargin, count - height))
        let last = min(row + settledMargin, max(0, count - 1))
        if first < top { top = first }
        if last >= top + height { top = last - height + 1 }
    }

    /// The margin, as far as there is room for it.
    private var settledMargin: Int { max(0, min(margin, (height - 1) / 2)) }
}

/// A list or a text that one moves through by rows or lines.
@MainActor protocol Scrollable: AnyObject {
    func move(by rows: Int)
    func turnPage(by pages: Int)
    func turnHalfPage(by pages: Int)
    func goToTop()
    func goToEnd()
    /// Goes to a row, starting with 0, or to the last one.
    func go(toRow row: Int)
    /// Scrolls as a mouse wheel does.
    func scroll(by rows: Int)
    /// Scrolls to a row as a scroll bar does.
    func scroll(toTop row: Int)
    /// The cursor's row, and the number of rows; nil if there is no list.
    var position: (row: Int, count: Int)? { get }
    /// The cursor's row on the screen; nil for a text or an empty list.
    var rowInView: Int? { get }
}

extension Scrollable {
    var position: (row: Int, count: Int)? { nil }
    var rowInView: Int? { nil }
}

/// A list of which all rows are there, so that moving changes only the cursor.
@MainActor protocol CursorList: Scrollable {
    var cursor: ListCursor { get }
    func moveCursor(_ change: (inout ListCursor) -> Void)
}

extension CursorList {
    func move(by rows: Int) { moveCursor { $0.move(by: rows) } }
    func turnPage(by pages: Int) { moveCursor { $0.turnPage(by: pages) } }
    func turnHalfPage(by pages: Int) { moveCursor { $0.turnHalfPage(by: pages) } }
    func goToTop() { go(toRow: 0) }
    func goToEnd() { go(toRow: .max) }
    func go(toRow row: Int) { moveCursor { $0.move(to: row) } }
    func scroll(by rows: Int) { moveCursor { $0.scroll(by: rows) } }
    func scroll(toTop row: Int) { moveCursor { $0.scroll(toTop: row) } }
    var position: (row: Int, count: Int)? { (cursor.row, cursor.count) }
    var rowInView: Int? { cursor.rowInView }
}
