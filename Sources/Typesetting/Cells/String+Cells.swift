// Called for every row of a list in every frame. No character takes more cells than bytes.
extension String {
    /// The number of terminal cells of this text.
    package var cellWidth: Int { CellWidth.of(self) }

    /// Returns the text or its beginning with an ellipsis, never cut inside a character.
    package func truncated(toCells cells: Int) -> String {
        guard cells > 0 else { return "" }
        let bytes = utf8.span
        if bytes.count <= cells { return self }
        var used = 0
        var index = 0
        var cut = 0
        while index < bytes.count {
            let end = Cluster.end(in: bytes, at: index)
            used += CellWidth.of(bytes, in: index..<end)
            if used > cells { return String(decoding: utf8.prefix(endOfText(before: cut)), as: UTF8.self) + "…" }
            if used < cells { cut = end }
            index = end
        }
        return self
    }

    /// Returns the text, or its beginning and end with an ellipsis between. The ends of URLs matter most.
    package func shortened(toCells cells: Int) -> String {
        let width = cellWidth
        guard cells > 0, width > cells else { return truncated(toCells: cells) }
        let beginning = truncated(toCells: max(1, cells / 3))
        return beginning + dropping(cells: width - cells + beginning.cellWidth)
    }

    /// Returns the text from a column on, for horizontal scrolling. Half a wide character becomes a space.
    package func dropping(cells: Int) -> String {
        let bytes = utf8.span
        var used = 0
        var index = 0
        while used < cells, index < bytes.count {
            let end = Cluster.end(in: bytes, at: index)
            used += CellWidth.of(bytes, in: index..<end)
            index = end
        }
        let rest = index == 0 ? self : String(decoding: utf8.dropFirst(index), as: UTF8.self)
        return used > cells && cells >= 0 ? String(repeating: " ", count: used - cells) + rest : rest
    }

    /// Returns the text padded with spaces to this many cells. Longer text stays unchanged.
    package func padded(toCells cells: Int, alignment: CellAlignment = .left) -> String {
        let missing = cells - cellWidth
        guard missing > 0 else { return self }
        let before =
            switch alignment {
            case .left: 0
            case .center: missing / 2
            case .right: missing
            }
        return String(repeating: " ", count: before) + self + String(repeating: " ", count: missing - before)
    }

    /// Returns the end of the text before `end`, without its spaces and a last ellipsis.
    private func endOfText(before end: Int) -> Int {
        var text = utf8.prefix(end)
        while true {
            if text.last == .space {
                text.removeLast()
            } else if text.suffix(Self.ellipsis.count).elementsEqual(Self.ellipsis) {
                text.removeLast(Self.ellipsis.count)
            } else {
                return text.count
            }
        }
    }

    private static let ellipsis = Array("…".utf8)
}

/// The position of text in its column.
package enum CellAlignment: Sendable {
    case left
    case center
    case right
}
