// Lists are written with these, row by row and for every frame. A character takes no more cells than bytes.
extension String {
    /// How many cells of a terminal this text takes.
    package var cellWidth: Int { CellWidth.of(self) }

    /// The text, or as much of it as fits with an ellipsis after it; never cut inside a character.
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

    /// The text, or what fits of its beginning and of its end with an ellipsis between them: of addresses the ends tell.
    package func shortened(toCells cells: Int) -> String {
        let width = cellWidth
        guard cells > 0, width > cells else { return truncated(toCells: cells) }
        let beginning = truncated(toCells: max(1, cells / 3))
        return beginning + dropping(cells: width - cells + beginning.cellWidth)
    }

    /// What stands right of a column, for scrolling sideways; a space in place of half a wide character.
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

    /// The text with spaces around it, so that it takes this many cells; longer text stays as it is.
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

    /// Where spaces begin before a place, and an ellipsis, which needs no second one.
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

/// Where in its column text stands.
package enum CellAlignment: Sendable {
    case left
    case center
    case right
}
