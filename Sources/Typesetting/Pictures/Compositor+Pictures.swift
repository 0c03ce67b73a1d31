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
