extension Document {
    /// The images of the text in order, without those of its head.
    package var images: [Image] {
        var images: [Image] = []
        for block in blocks.dropFirst(headLength) { block.forEachImage { images.append($0) } }
        return images
    }

    /// Whether its words take only some lines.
    var isShort: Bool {
        Document(blocks: Array(blocks.dropFirst(headLength))).plainText.utf8.count < Self.shortText
    }

    private static let shortText = 600

    /// The number of first blocks that have no more of its images than a text can do with.
    func blocksWithPictures(of images: [Image]) -> Int {
        guard images.count > Self.mostPictures else { return blocks.count }
        var count = 0
        for (index, block) in blocks.enumerated() {
            block.forEachImage { _ in count += 1 }
            if count > Self.mostPictures { return index }
        }
        return blocks.count
    }

    private static let mostPictures = 200
}

extension Block {
    fileprivate func forEachImage(_ body: (Image) -> Void) {
        switch self {
        case .paragraph(let content), .heading(_, let content), .preformatted(let content): content.forEachImage(body)
        case .list(let list): for item in list.items { item.blocks.forEachImage(body) }
        case .definitions(let definitions):
            for definition in definitions {
                for term in definition.terms { term.forEachImage(body) }
                for details in definition.details { details.forEachImage(body) }
            }
        case .quote(let blocks): blocks.forEachImage(body)
        case .table(let table):
            table.caption.forEachImage(body)
            for row in table.rows { for cell in row { cell.blocks.forEachImage(body) } }
        case .figure(let blocks, let caption):
            blocks.forEachImage(body)
            caption.forEachImage(body)
        case .details(let summary, let blocks):
            summary.forEachImage(body)
            blocks.forEachImage(body)
        case .rule, .anchor: break
        }
    }
}

extension [Block] {
    fileprivate func forEachImage(_ body: (Image) -> Void) { for block in self { block.forEachImage(body) } }
}

extension [Inline] {
    fileprivate func forEachImage(_ body: (Image) -> Void) {
        for inline in self {
            if case .image(let image) = inline { body(image) } else { inline.content.forEachImage(body) }
        }
    }
}

extension Inline {
    /// The image, if it shows nothing else.
    var onlyImage: Image? {
        if case .image(let image) = self { return image }
        let visible = content.filter(\.isVisible)
        return visible.count == 1 ? visible[0].onlyImage : nil
    }
}

extension Table.Cell {
    /// The image, if it shows nothing else.
    var onlyImage: Image? {
        guard blocks.count == 1, case .paragraph(let content) = blocks[0] else { return nil }
        let visible = content.filter(\.isVisible)
        return visible.count == 1 ? visible[0].onlyImage : nil
    }
}
