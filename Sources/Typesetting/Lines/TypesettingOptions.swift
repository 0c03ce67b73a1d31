/// How wide text is set, and whether signs have to say what styles say elsewhere.
package struct TypesettingOptions: Equatable, Sendable {
    /// The cells there are.
    package var width: Int
    /// The longest line in cells, since longer ones are hard to read; 0 sets no bound.
    package var textWidth: Int
    /// Whether styles will be seen: code has signs around it where they are not.
    package var hasStyles: Bool
    /// Whether what is deleted will be seen struck out: else it has signs around it.
    package var strikesOut: Bool

    package init(width: Int, textWidth: Int = 80, hasStyles: Bool = true, strikesOut: Bool = false) {
        self.width = width
        self.textWidth = textWidth
        self.hasStyles = hasStyles
        self.strikesOut = strikesOut
    }

    /// The cells that lines are set to.
    package var measure: Int { max(1, textWidth > 0 ? min(width, textWidth) : width) }
}
