extension Unicode.Scalar {
    /// Whether it is a control character. Unicode has these for good, so that its tables need not be asked.
    var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

    /// Whether a text with it would be shown as another than it is, or in several lines.
    var isInvisible: Bool {
        if value < 0x7F { return value < 0x20 }
        return isControl || properties.isBidiControl || value == 0x2028 || value == 0x2029
    }
}

extension String {
    var holdsInvisible: Bool {
        let bytes = utf8.span
        // Where all is ASCII that can be seen, scalars need not be looked at.
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F {
            return unicodeScalars.contains(where: \.isInvisible)
        }
        return false
    }

    /// With a space in place of each character that can't be seen.
    var withoutInvisible: String {
        guard holdsInvisible else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isInvisible ? " " : $0 }))
    }

    /// As one line of what can be seen, without white space at both ends.
    var oneLine: String { withoutInvisible.trimmed }

    /// Without white space at both ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
