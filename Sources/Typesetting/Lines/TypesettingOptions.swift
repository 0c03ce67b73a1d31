/// How wide text is set, and with which signs.
package struct TypesettingOptions: Equatable, Sendable {
    /// The cells there are.
    package var width: Int
    /// The longest line in cells, since longer ones are hard to read; 0 sets no bound.
    package var textWidth: Int
    /// Whether only ASCII is drawn: bullets, rules and bars, for terminals that have no others.
    package var isASCII: Bool
    /// Whether styles will be seen; where they will not, as in a pipe, signs tell code from other text.
    package var hasStyles: Bool
    /// Whether links get numbers, and their addresses a list at the end.
    package var listsLinks: Bool

    package init(
        width: Int, textWidth: Int = 80, isASCII: Bool = false, hasStyles: Bool = true, listsLinks: Bool = true
    ) {
        self.width = width
        self.textWidth = textWidth
        self.isASCII = isASCII
        self.hasStyles = hasStyles
        self.listsLinks = listsLinks
    }

    /// The cells that lines are set to.
    package var measure: Int { max(1, textWidth > 0 ? min(width, textWidth) : width) }

    /// The cells left of the text where its column stands in the middle.
    package var inset: Int { max(0, (width - measure) / 2) }
}
