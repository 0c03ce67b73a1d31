/// The room that a text leaves for its pictures.
package struct PictureRoom: Equatable, Sendable {
    /// A width and a height in pixels.
    package struct Size: Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    package var cell: Size
    /// The most rows of a picture in a text.
    package var rows: Int
    /// The pictures that get room, by their URLs. Without a size here, a picture has the size that the page states.
    package var sizes: [String: Size?]

    package init(cell: Size, rows: Int, sizes: [String: Size?]) {
        (self.cell, self.rows, self.sizes) = (cell, rows, sizes)
    }

    /// A picture with fewer rows is hardly one.
    private static let fewestRows = 3
    /// The most rows of a picture that is all there is to see, such as a comic: what terminals can show of one.
    static let mostRows = 250

    /// Returns the cells of a picture, which is never enlarged; nil if it gets none.
    func cells(of image: Image, columns: Int, rows mostRows: Int) -> (columns: Int, rows: Int)? {
        guard let size = size(of: image), size.isPossible, columns > 1 else { return nil }
        let width = min((size.width + cell.width - 1) / cell.width, columns)
        let rows = Self.quotient(min(size.width, width * cell.width) * size.height, size.width * cell.height)
        guard rows > mostRows else { return rows < Self.fewestRows ? nil : (width, rows) }
        return (max(1, Self.quotient(mostRows * cell.height * size.width, size.height * cell.width)), mostRows)
    }

    /// The size on the page: that of the picture, but not wider than the page makes it.
    private func size(of image: Image) -> Size? {
        guard let source = image.source, let known = sizes[source] else { return nil }
        guard let known else { return image.statedSize }
        guard let width = image.width, width > 0, width < known.width, known.isPossible else { return known }
        return Size(width: width, height: max(1, Self.quotient(width * known.height, known.width)))
    }

    /// Rounded to the nearest.
    private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor / 2) / divisor }
}

extension Image {
    fileprivate var statedSize: PictureRoom.Size? {
        width.flatMap { width in height.map { PictureRoom.Size(width: width, height: $0) } }
    }
}

extension PictureRoom.Size {
    /// What a page or a library says may be wrong.
    fileprivate var isPossible: Bool { 1...65_535 ~= width && 1...65_535 ~= height }
}

// Pictures stand above the line with their description, apart from the words around them.
extension Compositor {
    /// Sets a paragraph, with room for its pictures.
    mutating func set(paragraph content: [Inline], style: Style) {
        guard let pictures = pictures(in: content) else { return set(content, style: style) }
        let ends = inlines.lengths(of: content)
        let start = position.offset
        func offset(of index: Int) -> Int { start + (index > 0 ? ends[index - 1] : 0) }
        var done = 0
        for (index, cells) in pictures {
            if set(words: content[done..<index], at: offset(of: done), style: style) || done > 0 { leaveGap() }
            position.offset = offset(of: index)
            set(picture: content[index], in: cells, style: style)
            done = index + 1
        }
        if content[done...].contains(where: \.isVisible) { leaveGap() }
        set(words: content[done...], at: offset(of: done), style: style)
        position.offset = offset(of: content.count)
    }

    /// The parts of a paragraph that are pictures, with their cells; nil if there are none.
    private func pictures(in content: [Inline]) -> [(index: Int, cells: (columns: Int, rows: Int))]? {
        guard let room = inlines.options.pictures, columnDepth == 0, !isPlain, mayHavePictures else { return nil }
        let rows = isOnePicture ? PictureRoom.mostRows : room.rows
        let pictures = content.indices.compactMap { index in
            content[index].onlyImage.flatMap { room.cells(of: $0, columns: margin.textWidth, rows: rows) }
                .map { (index, $0) }
        }
        return pictures.isEmpty ? nil : pictures
    }

    /// Sets the words between pictures, if there are any.
    @discardableResult
    private mutating func set(words: ArraySlice<Inline>, at offset: Int, style: Style) -> Bool {
        let words = words.drop { !$0.isVisible }.dropLastWhile { !$0.isVisible }
        guard !words.isEmpty else { return false }
        position.offset = offset
        set(Array(words), style: style)
        return true
    }

    private mutating func set(picture: Inline, in cells: (columns: Int, rows: Int), style: Style) {
        guard let source = picture.onlyImage?.source else { return }
        leaveRoom(for: source, in: cells)
        set([picture], style: style)
    }

    /// Sets the pictures of cells that show nothing else, one below the other under their table. Their words are in it.
    mutating func setPictures(of grid: TableGrid) {
        guard let room = inlines.options.pictures, columnDepth == 0, mayHavePictures else { return }
        for image in grid.rows.joined().compactMap(\.content.onlyImage) {
            guard let source = image.source,
                let cells = room.cells(of: image, columns: margin.textWidth, rows: room.rows)
            else { continue }
            leaveGap()
            leaveRoom(for: source, in: cells)
        }
    }

    private mutating func leaveRoom(for source: String, in cells: (columns: Int, rows: Int)) {
        let empty = Run(text: String(repeating: " ", count: cells.columns), style: .drawn)
        for _ in 0..<cells.rows { add([empty]) }
        galley.figures.append(
            Figure(
                source: source, lines: galley.lines.count - cells.rows..<galley.lines.count,
                column: galley.measure - margin.textWidth, columns: cells.columns))
    }
}

extension ArraySlice {
    fileprivate func dropLastWhile(_ isDropped: (Element) -> Bool) -> ArraySlice {
        var rest = self
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}

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
