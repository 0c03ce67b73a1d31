// White space that a style preserves outside listings, as in verse and in descriptions of videos.
extension DocumentBuilder {
    /// Applies the white space of an element's style.
    mutating func setWhiteSpace(_ whiteSpace: HTMLStyle.WhiteSpace, isBlock: Bool) {
        if whiteSpace == .preformatted, isBlock {
            endParagraph()
            state.isPreformatted = true
        } else {
            state.whiteSpace = whiteSpace
        }
    }

    /// Writes text with its line breaks, and with its spaces if the style says so.
    mutating func writeLines(_ bytes: Span<UInt8>) {
        var start = 0
        for index in bytes.indices where bytes[index] == .newline {
            writeLine(bytes.extracting(start..<index))
            breakLine()
            start = index + 1
        }
        writeLine(bytes.extracting(start..<bytes.count))
    }

    private mutating func writeLine(_ bytes: Span<UInt8>) {
        guard state.whiteSpace != .keepsLines else { return text.append(bytes, in: formats.innermost) }
        var line: [UInt8] = []
        for index in bytes.indices {
            let byte = bytes[index]
            let isSpare = byte.isHTMLSpace && (index == 0 || index + 1 < bytes.count && bytes[index + 1].isHTMLSpace)
            // Spaces that would collapse become no-break spaces, except for the last, so that a line can end there.
            line.append(contentsOf: isSpare && byte != 0x0D ? [0xC2, 0xA0] : [byte])
        }
        text.append(line.span, in: formats.innermost)
    }
}
