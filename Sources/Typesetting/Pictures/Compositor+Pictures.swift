// Pictures stand above the line with their description, apart from the words around them.
extension Compositor {
    /// Sets a paragraph, with room for its pictures.
    mutating func set(paragraph content: [Inline], style: Style) {
        guard let pictures = pictures(in: content) else { return set(content, style: style) }
        let ends = inlines.lengths(of: content)
        let start = position.offset
        var done = 0
        for (index, cells) in pictures {
            set(words: content[done..<index], from: start + (done > 0 ? ends[done - 1] : 0), style: style)
            position.offset = start + (index > 0 ? ends[index - 1] : 0)
            set(picture: content[index], in: cells, style: style)
            done = index + 1
        }
        set(words: content[done...], from: start + ends[done - 1], style: style)
        position.offset = start + (ends.last ?? 0)
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

    private mutating func set(words: ArraySlice<Inline>, from offset: Int, style: Style) {
        let words = words.drop { !$0.isVisible }.dropLastWhile { !$0.isVisible }
        guard !words.isEmpty else { return }
        position.offset = offset
        set(Array(words), style: style)
        leaveGap()
    }

    private mutating func set(picture: Inline, in cells: (columns: Int, rows: Int), style: Style) {
        guard let source = picture.onlyImage?.source else { return }
        let empty = Run(text: String(repeating: " ", count: cells.columns), style: .drawn)
        for _ in 0..<cells.rows { add([empty]) }
        galley.figures.append(
            Figure(
                source: source, lines: galley.lines.count - cells.rows..<galley.lines.count,
                column: galley.measure - margin.textWidth, columns: cells.columns))
        set([picture], style: style)
        leaveGap()
    }
}

extension ArraySlice {
    fileprivate func dropLastWhile(_ isDropped: (Element) -> Bool) -> ArraySlice {
        var rest = self
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}
