/// The size of a terminal's cell in pixels.
package nonisolated struct CellSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// A size for terminals that don't tell theirs.
    package static let usual = CellSize(10, 20)

    private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// Fails if no terminal has such cells.
    package init?(width: Int, height: Int) {
        guard 2...200 ~= width, 2...400 ~= height else { return nil }
        (self.width, self.height) = (width, height)
    }
}
