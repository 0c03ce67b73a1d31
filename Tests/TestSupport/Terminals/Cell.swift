extension Screen {
    /// A cell of the screen.
    package struct Cell: Equatable, Sendable {
        /// A character with its combining marks, or a space if nothing was written.
        package var text = " "
        package var width = 1
        package var bold = false
        package var dim = false
        package var italic = false
        package var underline = false
        package var reverse = false
        package var blink = false
        package var strike = false
        package var foreground = Colour.standard
        package var background = Colour.standard

        package init() {}
    }

    package enum Colour: Equatable, Sendable {
        /// The terminal's default colour.
        case standard
        case indexed(UInt8)
        case rgb(UInt8, UInt8, UInt8)
    }
}
