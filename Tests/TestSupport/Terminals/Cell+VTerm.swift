import CVTerm

extension Screen.Cell {
    /// Reads a cell of libvterm. The second half of a wide character, which is empty, gets the width 0.
    init(_ source: VTermScreenCell) {
        self.init()
        var source = source
        text = Self.text(of: &source)
        width = text.isEmpty ? 0 : Int(source.width)
        bold = lede_vterm_is_bold(&source)
        dim = Int(lede_vterm_font(&source)) == FaintFont.number
        italic = lede_vterm_is_italic(&source)
        underline = lede_vterm_underline(&source) != 0
        reverse = lede_vterm_is_reverse(&source)
        blink = lede_vterm_is_blinking(&source)
        strike = lede_vterm_is_struck(&source)
        foreground = Screen.Colour(source.fg)
        background = Screen.Colour(source.bg)
        if text == " " { forgetWhatIsNotSeen() }
    }

    /// Removes the weight and the colour of a blank, because a program may send whatever is shorter for it.
    private mutating func forgetWhatIsNotSeen() {
        if reverse || underline || strike { return }
        (bold, dim, italic) = (false, false, false)
        foreground = .standard
    }

    private static func text(of source: inout VTermScreenCell) -> String {
        let first = lede_vterm_scalar(&source, 0)
        if first == 0 { return " " }
        // libvterm's mark for the second half of a wide character.
        if first == UInt32.max { return "" }
        var text = String.UnicodeScalarView()
        for index in 0..<VTERM_MAX_CHARS_PER_CELL {
            let scalar = lede_vterm_scalar(&source, index)
            if scalar == 0 { break }
            text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return String(text)
    }
}

extension Screen.Colour {
    fileprivate init(_ source: VTermColor) {
        var source = source
        if lede_vterm_is_default(&source) {
            self = .standard
        } else if lede_vterm_is_indexed(&source) {
            self = .indexed(lede_vterm_index(&source))
        } else {
            self = .rgb(lede_vterm_red(&source), lede_vterm_green(&source), lede_vterm_blue(&source))
        }
    }
}
