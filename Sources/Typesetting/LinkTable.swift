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
            case .paragraph(let inlines), .heading(_, let inlines), .preformatted(let inlines): add(inlines)
            case .list(let list): list.items.forEach { add($0.blocks) }
            case .definitions(let definitions):
                for definition in definitions {
                    definition.terms.forEach { add($0) }
                    definition.details.forEach { add($0) }
                }
            case .quote(let blocks): add(blocks)
            case .table(let table):
                add(table.caption)
                for cell in table.rows.joined() { add(cell.blocks) }
            case .figure(let blocks, let caption):
                add(blocks)
                add(caption)
            case .details(let summary, let blocks):
                add(summary)
                add(blocks)
            case .rule, .anchor: break
            }
        }
    }

    private mutating func add(_ target: String) {
        guard numbers[target] == nil else { return }
        targets.append(target)
        numbers[target] = targets.count
    }

    private mutating func add(_ inlines: [Inline]) {
        for inline in inlines {
            switch inline {
            case .link(let target, _) where inline.isVisible: add(target)
            case .media(let media): add(media.target)
            default: break
            }
            add(inline.content)
        }
    }
}

extension Document {
    /// The addresses of the links, clean; the link that is shown as `[1]` is the first.
    package var links: [String] {
        LinkTable(self).targets.map(CleanText.line)
    }
}
