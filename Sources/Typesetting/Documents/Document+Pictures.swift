extension Document {
    /// The URLs of the images in the text, in its order.
    package var pictures: [String] {
        var pictures = Pictures()
        pictures.append(Array(blocks.dropFirst(headLength)))
        return pictures.urls
    }
}

private struct Pictures {
    private(set) var urls: [String] = []

    mutating func append(_ blocks: [Block]) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines), .heading(_, let inlines), .preformatted(let inlines): append(inlines)
            case .list(let list): list.items.forEach { append($0.blocks) }
            case .definitions(let definitions):
                for definition in definitions {
                    definition.terms.forEach { append($0) }
                    definition.details.forEach { append($0) }
                }
            case .quote(let blocks): append(blocks)
            case .table(let table):
                append(table.caption)
                for cell in table.rows.joined() { append(cell.blocks) }
            case .figure(let blocks, let caption):
                append(blocks)
                append(caption)
            case .details(let summary, let blocks):
                append(summary)
                append(blocks)
            case .rule, .anchor: break
            }
        }
    }

    private mutating func append(_ inlines: [Inline]) {
        for inline in inlines {
            if case .image(let image) = inline {
                if let source = image.source { urls.append(source) }
            } else {
                append(inline.content)
            }
        }
    }
}
