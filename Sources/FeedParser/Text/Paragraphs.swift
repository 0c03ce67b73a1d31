/// Converts plain text of several lines to HTML that looks the same.
enum Paragraphs {
    /// Returns HTML in which a blank line ends a paragraph, and other line ends break the line. Empty if the text is
    /// too long.
    static func html(of text: Bytes) -> String {
        guard text.count <= Limits.plainText else { return "" }
        var html = ByteBuffer(capacity: text.count + 32)
        var isOpen = false
        var start = 0
        while start < text.count {
            let end = text.index(of: "\n", from: start) ?? text.count
            let line = text.part(start..<end).trimmed
            start = end + 1
            if !line.isEmpty {
                html.append(isOpen ? "<br>" : "<p>")
                html.append(escaping: line)
            } else if isOpen {
                html.append("</p>")
            }
            isOpen = !line.isEmpty
        }
        if isOpen { html.append("</p>") }
        return String(html.bytes)
    }

    static func html(of text: String) -> String {
        var text = text
        return text.withUTF8 { html(of: $0) }
    }
}
