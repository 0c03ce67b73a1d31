import HTML

/// The words of a line of HTML, such as a title: tags stripped, references decoded once, white space collapsed.
enum PlainText {
    static func of(html: String) -> String {
        var html = html
        return html.withUTF8 { of(html: $0) }
    }

    static func of(html: Bytes) -> String {
        guard html.contains("<") || html.contains("&") else { return line(html) }
        var text = ByteBuffer(capacity: html.count)
        var at = 0
        while at < html.count {
            if let tag = HTMLTag(at: at, in: html) {
                if tag.separatesWords { text.append(0x20) }
                at = tag.end
            } else if let reference = CharacterReference(closedAt: at, in: html) {
                text.append(reference)
                at = reference.end
            } else {
                text.append(html[at])
                at += 1
            }
        }
        return line(text.bytes)
    }

    /// Returns the text on one line, with each run of white space and control characters as one space.
    static func line(_ text: Bytes) -> String {
        let text = text.trimmed
        guard !isLine(text) else { return String(text) }
        var line = ByteBuffer(capacity: text.count)
        for byte in text {
            if byte > 0x20 && byte != 0x7F {
                line.append(byte)
            } else if line.count > 0, line.bytes.last != 0x20 {
                line.append(0x20)
            }
        }
        if line.bytes.last == 0x20 { line.truncate(to: line.count - 1) }
        return String(line.bytes)
    }

    private static func isLine(_ text: Bytes) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            if byte < 0x20 || byte == 0x7F || (byte == 0x20 && previous == 0x20) { return false }
            previous = byte
        }
        return true
    }
}
