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

    /// What a terminal that keeps pictures gets, once it is made.
    var pixelsToUpload: UploadedPixels? { get }
    /// The size of the pixels that can be drawn over its cells, once they are there.
    var pixelSize: (width: Int, height: Int)? { get }

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

/// A picture's pixels as a terminal like kitty takes them.
package nonisolated struct UploadedPixels: Sendable {
    /// By zlib.
    package let compressed: [UInt8]
    package let width: Int
    package let height: Int
    package let hasOpacity: Bool

    package init(compressed: [UInt8], width: Int, height: Int, hasOpacity: Bool) {
        (self.compressed, self.width, self.height, self.hasOpacity) = (compressed, width, height, hasOpacity)
    }
}
