/// The links of a document, numbered from 1 in the order of their text; one address has one number.
struct LinkTable {
    private(set) var targets: [String] = []
    private var numbers: [String: Int] = [:]

    init(_ document: Document) {
        add(document.blocks)
    }

    func number(of target: String) -> Int? {
        numbers[target]
    }

    private mutating func add(_ blocks: [Block]) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines), .heading(_, let inlines): add(inlines)
            case .list(let list): list.items.forEach { add($0) }
            case .quote(let blocks): add(blocks)
            case .table(let rows):
                for row in rows {
                    for cell in row { add(cell.blocks) }
                }
            case .preformatted, .rule: break
            }
        }
    }

    private mutating func add(_ inlines: [Inline]) {
        for inline in inlines {
            switch inline {
            case .link(let target, let content):
                if numbers[target] == nil, inline.isVisible {
                    targets.append(target)
                    numbers[target] = targets.count
                }
                add(content)
            case .emphasis(let content), .strong(let content), .code(let content): add(content)
            case .text, .image, .lineBreak: break
            }
        }
    }
}

extension Document {
    /// The addresses of the links, clean; the link that is shown as `[1]` is the first.
    package var links: [String] {
        LinkTable(self).targets.map(CleanText.line)
    }
}
