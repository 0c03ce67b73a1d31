/// What the numbers in cells stand for.
nonisolated struct CellMeanings {
    /// How many cells a character takes.
    let width: (Unicode.Scalar) -> Int
    private(set) var styles = Numbered(first: CellStyle.plain)
    /// What blanks look like in each style, which is a style too.
    private var blanks: [UInt16] = [0]
    /// Addresses that a text leads to; the first is none.
    private(set) var links = Numbered(first: "")
    /// Characters with the marks on them.
    private var clusters = Numbered(first: [Unicode.Scalar("\u{FFFD}")])

    /// A character with as many marks on it as clean text has.
    private static let longestCluster = 9
    /// More than a screen shows, of what others write: then everything is numbered anew.
    private static let many = 10_000

    init(width: @escaping (Unicode.Scalar) -> Int) {
        self.width = width
    }

    /// Whether it is time to begin anew, so that what a long day brings does not stay for good.
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

    /// What blanks look like in a style.
    func blank(of style: UInt16) -> UInt16 { blanks[Int(style)] }

    /// What a glyph becomes with one more mark on it.
    mutating func adding(_ mark: Unicode.Scalar, to glyph: Glyph) -> Glyph {
        let scalars = scalars(of: glyph)
        if scalars.isEmpty || scalars.count == Self.longestCluster { return glyph }
        let number = clusters.number(of: scalars + [mark])
        return number == 0 ? glyph : Glyph(cluster: number)
    }

    /// What a glyph is made of; nothing where it is the rest of one.
    func scalars(of glyph: Glyph) -> [Unicode.Scalar] {
        if let scalar = glyph.scalar { return [scalar] }
        return glyph.cluster.map { clusters[$0] } ?? []
    }
}

nonisolated extension CellStyle {
    /// As much of a style as is seen where there is no character.
    fileprivate var ofBlanks: CellStyle {
        if attributes.contains(.reverse) { return self }
        let lines = attributes.intersection([.underline, .struckOut])
        return CellStyle(lines, foreground: lines.isEmpty ? nil : foreground, background: background)
    }
}
