import ViewModels

/// How a list on the screen changes when its cursor moves.
struct ListMovement {
    /// How many rows the list scrolls up; down if negative.
    let scrolled: Int
    /// The rows that look different after that.
    let rows: Range<Int>
}

extension ListCursor {
    /// What moving the cursor has changed; nil if other things have changed, or every row.
    func movement(since painted: ListCursor) -> ListMovement? {
        var moved = painted
        moved.move(to: row)
        moved.rowsAbove = rowsAbove
        let scrolled = top - painted.top
        guard moved == self, abs(scrolled) < height else { return nil }
        let (left, reached) = (painted.row - top, row - top)
        let start = scrolled < 0 ? 0 : min(left, reached)
        let end = scrolled > 0 ? height : max(left, reached) + 1
        return ListMovement(scrolled: scrolled, rows: max(start, 0)..<min(end, height))
    }
}
