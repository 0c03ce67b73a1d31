extension Document {
    /// The words only, clean, with one line per block. For the search index and summaries.
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
            case .paragraph(let inlines), .heading(_, let inlines), .preformatted(let inlines): appendLine(inlines)
            case .list(let list): list.items.forEach { append($0.blocks) }
            case .definitions(let definitions):
                for definition in definitions {
                    definition.terms.forEach { appendLine($0) }
                    definition.details.forEach { append($0) }
                }
            case .quote(let blocks): append(blocks)
            case .table(let table):
                appendLine(table.caption)
                for cell in table.rows.joined() { append(cell.blocks) }
            case .figure(let blocks, let caption):
                append(blocks)
                append(caption)
            case .details(let summary, let blocks):
                appendLine(summary)
                append(blocks)
            case .rule, .anchor: break
            }
        }
    }

    private mutating func appendLine(_ inlines: [Inline]) {
        append(inlines)
        endLine()
    }

    private mutating func append(_ inlines: [Inline]) {
        for inline in inlines {
            switch inline {
            case .text(let text): CleanText.appendLine(text.utf8.span, to: &bytes)
            case .image(let image): append(image.alt)
            case .media(let media): append(media.title)
            case .lineBreak: endLine()
            case .anchor: break
            case .styled, .link, .abbreviation, .ruby: append(inline.content)
            }
        }
    }

    private mutating func append(_ text: String?) {
        if let text { CleanText.appendLine(text.utf8.span, to: &bytes) }
    }

    private mutating func endLine() {
        if bytes.last == .space { bytes.removeLast() }
        if let last = bytes.last, last != .newline { bytes.append(.newline) }
    }
}
