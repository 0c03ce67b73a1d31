/// One cell of the terminal. Numbers stand for values that don't fit into it.
nonisolated struct Cell: Equatable {
    var glyph: Glyph
    /// The numbers of its style and its link in `CellMeanings`.
    var style: UInt16
    var link: UInt16

    static let blank = Cell(glyph: .space, style: 0, link: 0)

    var bits: UInt64 { UInt64(glyph.code) << 32 | UInt64(style) << 16 | UInt64(link) }
}

/// A character as a user perceives it, in one word.
nonisolated struct Glyph: Equatable {
    fileprivate let code: UInt32

    static let space = Glyph(code: 0x20)
    /// The second cell of a character that takes two.
    static let rest = Glyph(code: .max)

    /// Above every scalar.
    private static let firstPicture: UInt32 = 1 << 30
    private static let firstCluster: UInt32 = 1 << 31

    private init(code: UInt32) {
        self.code = code
    }

    init(_ scalar: Unicode.Scalar) {
        code = scalar.value
    }

    /// A character with combining marks, by its number in `CellMeanings`.
    init(cluster number: UInt16) {
        code = Self.firstCluster + UInt32(number)
    }

    init(_ cell: PictureCell) {
        code = Self.firstPicture | UInt32(cell.slot << 18 | cell.row << 9 | cell.column)
    }

    /// Its scalar, if it has only one.
    var scalar: Unicode.Scalar? { Unicode.Scalar(code) }

    /// Its byte, if it is a visible ASCII character.
    var letter: UInt8? { 0x21...0x7E ~= code ? UInt8(code) : nil }

    var cluster: UInt16? {
        code >= Self.firstCluster ? UInt16(exactly: code - Self.firstCluster) : nil
    }

    var isPicture: Bool { Self.firstPicture..<Self.firstCluster ~= code }

    var picture: PictureCell? {
        guard isPicture else { return nil }
        let place = Int(code - Self.firstPicture)
        return PictureCell(slot: place >> 18, row: place >> 9 & 0x1FF, column: place & 0x1FF)
    }
}

/// Some rows and columns of the screen.
package nonisolated struct CellArea: Equatable, Sendable {
    package let rows: Range<Int>
    package let columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
        (self.rows, self.columns) = (rows, columns)
    }

    var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

    func clamped(to other: CellArea) -> CellArea {
        CellArea(rows: rows.clamped(to: other.rows), columns: columns.clamped(to: other.columns))
    }
}
