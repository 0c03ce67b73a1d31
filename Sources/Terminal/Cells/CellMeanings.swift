/// The values behind the numbers in cells.
nonisolated struct CellMeanings {
    /// The number of cells that a character takes.
    let width: (Unicode.Scalar) -> Int
    private(set) var styles = Numbered(first: CellStyle.plain)
    /// The number of the style that blanks have in each style.
    private var blanks: [UInt16] = [0]
    /// The URLs of links; the first stands for none.
    private(set) var links = Numbered(first: "")
    /// Characters with their combining marks.
    private var clusters = Numbered(first: [Unicode.Scalar("\u{FFFD}")])

    /// The most scalars of one character in clean text.
    private static let longestCluster = 9
    /// More than a screen shows. Beyond it, all text from outside is numbered again.
    private static let many = 10_000

    init(width: @escaping (Unicode.Scalar) -> Int) {
        self.width = width
    }

    /// Whether it is time to start again, so that a long session doesn't fill the memory.
    var isFull: Bool { links.values.count > Self.many || clusters.values.count > Self.many }

    mutating func number(of style: CellStyle) -> UInt16 {
        let number = styles.number(of: style)
        while blanks.count < styles.values.count {
            let blank = styles.values[blanks.count].ofBlanks
            blanks.append(blank == styles.values[blanks.count] ? UInt16(blanks.count) : styles.number(of: blank))
        }
        return number
    }

    mutating func number(ofLink target: String) -> UInt16 { target.isEmpty ? 0 : links.number(of: target) }

    /// The style of blanks in a style.
    func blank(of style: UInt16) -> UInt16 { blanks[Int(style)] }

    /// Returns the glyph with one more combining mark.
    mutating func adding(_ mark: Unicode.Scalar, to glyph: Glyph) -> Glyph {
        let scalars = scalars(of: glyph)
        if scalars.isEmpty || scalars.count == Self.longestCluster { return glyph }
        let number = clusters.number(of: scalars + [mark])
        return number == 0 ? glyph : Glyph(cluster: number)
    }

    /// The scalars of a glyph; none for the second cell of a wide character.
    func scalars(of glyph: Glyph) -> [Unicode.Scalar] {
        if let scalar = glyph.scalar { return [scalar] }
        return glyph.cluster.map { clusters[$0] } ?? []
    }
}

nonisolated extension CellStyle {
    /// The part of a style that is visible in a blank.
    fileprivate var ofBlanks: CellStyle {
        if attributes.contains(.reverse) { return self }
        let lines = attributes.intersection([.underline, .struckOut])
        return CellStyle(lines, foreground: lines.isEmpty ? nil : foreground, background: background)
    }
}
