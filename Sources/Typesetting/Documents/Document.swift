/// A text with its structure and without its layout, as the HTML of a feed or a page gives it.
///
/// It holds the words as they came: the typesetter and `plainText` clean what they take out of it.
package struct Document: Equatable, Sendable {
    package var blocks: [Block]
    /// How many blocks at the start say what the text is and are not of it: their links have no numbers.
    package var headLength = 0

    package init(blocks: [Block] = [], headLength: Int = 0) {
        self.blocks = blocks
        self.headLength = headLength
    }
}
