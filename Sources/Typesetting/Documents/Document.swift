/// A text with its structure but without layout, from a feed's or page's HTML.
///
/// It contains the original words: the typesetter and `plainText` clean them.
package struct Document: Equatable, Sendable {
    package var blocks: [Block]
    /// The number of first blocks that describe the text and aren't part of it. Their links have no numbers.
    package var headLength = 0

    package init(blocks: [Block] = [], headLength: Int = 0) {
        self.blocks = blocks
        self.headLength = headLength
    }
}
