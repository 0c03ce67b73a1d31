extension Document {
    /// The words alone, clean, a block a line: for the search index and for summaries.
    package var plainText: String {
        var text = PlainText()
        text.append(blocks)
        return text.string
    }
}

private struct PlainText {
    private var bytes: [UInt8] = []

    var string: String {
        let end = bytes.lastIndex { $0 != .space && $0 != .newline }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    mutating func append(_ blocks: [Block]) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines), .heading(_, let inlines):
                append(inlines)
                endLine()
            case .list(let list): list.items.forEach { append($0) }
            case .quote(let blocks): append(blocks)
            case .preformatted(let text):
                bytes.append(contentsOf: CleanText.block(text).utf8)
                endLine()
            case .table(let rows):
                for row in rows {
                    for cell in row { append(cell.blocks) }
                }
            case .rule: break
            }
        }
    }

    private mutating func append(_ inlines: [Inline]) {
        for inline in inlines {
            switch inline {
            case .text(let text): CleanText.appendLine(text.utf8.span, to: &bytes)
            case .image(let alt?, _): CleanText.appendLine(alt.utf8.span, to: &bytes)
            case .image(nil, _): break
            case .lineBreak: endLine()
            case .emphasis(let content), .strong(let content), .code(let content), .link(_, let content):
                append(content)
            }
        }
    }

    private mutating func endLine() {
        if bytes.last == .space { bytes.removeLast() }
        if let last = bytes.last, last != .newline { bytes.append(.newline) }
    }
}
