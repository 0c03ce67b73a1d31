/// The width of the text, and whether signs must replace styles.
package struct TypesettingOptions: Equatable, Sendable {
    /// The available cells.
    package var width: Int
    /// The longest line in cells, since long ones are hard to read; 0 means no limit.
    package var textWidth: Int
    /// Whether styles are visible. Otherwise code gets signs around it.
    package var hasStyles: Bool
    /// Whether text can be struck out. Otherwise deleted text gets signs around it.
    package var strikesOut: Bool
    /// The room for pictures; nil if there are only words.
    package var pictures: PictureRoom?

    package init(
        width: Int, textWidth: Int = 80, hasStyles: Bool = true, strikesOut: Bool = false, pictures: PictureRoom? = nil
    ) {
        self.width = width
        self.textWidth = textWidth
        self.hasStyles = hasStyles
        self.strikesOut = strikesOut
        self.pictures = pictures
    }

    /// The cells of a line.
    package var measure: Int { max(1, textWidth > 0 ? min(width, textWidth) : width) }
}
