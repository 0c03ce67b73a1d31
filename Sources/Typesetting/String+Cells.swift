extension String {
    /// How many cells of a terminal this text takes.
    package var cellWidth: Int { CellWidth.of(self) }

    /// The text, or as much of it as fits with an ellipsis after it; never cut inside a character.
    package func truncated(toCells cells: Int) -> String {
        guard cells > 0 else { return "" }
        if utf8.prefix(cells + 1).allSatisfy({ $0 < 0x80 }) {
            return utf8.count <= cells
                ? self : self[..<utf8.index(startIndex, offsetBy: cells - 1)].droppingLastSpaces + "…"
        }
        var end = startIndex
        var used = 0
        for (index, character) in zip(indices, self) {
            let width = CellWidth.of(String(character))
            used += width
            if used <= cells - 1 { end = self.index(after: index) }
            if used > cells { return self[..<end].droppingLastSpaces + "…" }
        }
        return self
    }

    /// The text with spaces at its other side, so that it takes this many cells; longer text stays as it is.
    package func padded(toCells cells: Int, alignment: CellAlignment = .left) -> String {
        let missing = cells - cellWidth
        guard missing > 0 else { return self }
        let spaces = String(repeating: " ", count: missing)
        return alignment == .left ? self + spaces : spaces + self
    }
}

/// The side of its column at which text stands.
package enum CellAlignment: Sendable {
    case left
    case right
}

extension Substring {
    fileprivate var droppingLastSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
