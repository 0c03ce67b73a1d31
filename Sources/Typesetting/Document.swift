/// A text with its structure and without its layout, as the HTML of a feed or a page gives it.
///
/// It holds the words as they came: the typesetter and `plainText` clean what they take out of it.
package struct Document: Equatable, Sendable {
    package var blocks: [Block]

    package init(blocks: [Block] = []) {
        self.blocks = blocks
    }
}
