/// The place of a picture in a set text. Its lines are empty there.
package struct Figure: Equatable, Sendable {
    /// The picture's URL.
    package var source: String
    package var lines: Range<Int>
    /// The cell in which it begins, and how many it takes.
    package var column: Int
    package var columns: Int

    package var rows: Int { lines.count }
}
