/// A picture in the size in which the screen shows it, as its owner keeps it: nothing of it is copied for a frame.
package nonisolated protocol ScreenPicture: Sendable {
    /// The same for the same picture in the same size.
    var id: Int { get }
    var columns: Int { get }
    var rows: Int { get }
    /// Whether its blocks are drawn already. Until then its cells are blank.
    var hasBlocks: Bool { get }

    /// The block of one of its cells. Called only if there are blocks.
    func block(row: Int, column: Int) -> PictureBlock

    /// Whether the same blocks stand for another picture with this `id`, and the same pixels if both have some.
    func looks(like other: any ScreenPicture) -> Bool
}

/// A character that stands for a part of a picture.
package nonisolated struct PictureBlock: Equatable, Sendable {
    package let character: Unicode.Scalar
    /// Nil is the colour of other text.
    package let foreground: TerminalColor?
    package let background: TerminalColor?

    package init(character: Unicode.Scalar, foreground: TerminalColor?, background: TerminalColor?) {
        (self.character, self.foreground, self.background) = (character, foreground, background)
    }
}
