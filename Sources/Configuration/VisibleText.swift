extension Unicode.Scalar {
    /// Whether it is a control character. This set never changes, so Unicode's tables aren't needed.
    var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

    /// Whether it is invisible, so that a text with it would look like another or break its line.
    var isInvisible: Bool {
        if value < 0x7F { return value < 0x20 }
        return isControl || properties.isBidiControl || value == 0x2028 || value == 0x2029
    }
}

extension String {
    var holdsInvisible: Bool {
        let bytes = utf8.span
        // Visible ASCII needs no check of its scalars.
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F {
            return unicodeScalars.contains(where: \.isInvisible)
        }
        return false
    }

    /// The text with a space in place of each invisible character.
    package var withoutInvisible: String {
        guard holdsInvisible else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isInvisible ? " " : $0 }))
    }

    /// The text as one visible line, without surrounding white space.
    package var oneLine: String { withoutInvisible.trimmed }

    /// The text without surrounding white space.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
