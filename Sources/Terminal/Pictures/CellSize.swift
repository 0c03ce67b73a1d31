/// The size of a terminal's cell in pixels.
package nonisolated struct CellSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// Fails if no terminal has such cells.
    package init?(width: Int, height: Int) {
        guard 2...200 ~= width, 2...400 ~= height else { return nil }
        (self.width, self.height) = (width, height)
    }
}
