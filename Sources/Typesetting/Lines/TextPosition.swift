/// A position in a document that is the same at every width.
package struct TextPosition: Equatable, Comparable, Sendable {
    /// The block of the document, and the length of its text before the position.
    package var block: Int
    package var offset: Int

    package init(block: Int, offset: Int) {
        (self.block, self.offset) = (block, offset)
    }

    package static let start = TextPosition(block: 0, offset: 0)

    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        left.block < right.block || left.block == right.block && left.offset < right.offset
    }
}
