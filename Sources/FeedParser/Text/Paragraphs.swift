/// Plain text of several lines as HTML that looks the same.
enum Paragraphs {
    /// A blank line ends a paragraph, any other end of a line breaks it. Nothing is left of what is too long for a plain text.
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
