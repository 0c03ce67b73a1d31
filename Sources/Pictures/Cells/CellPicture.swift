/// A picture as characters in cells.
package struct CellPicture: Equatable, Sendable {
    package enum Color: Hashable, Sendable {
        case rgb(RGB)
        /// One of the terminal's colours by its number.
        case palette(UInt8)
    }

    package struct Cell: Hashable, Sendable {
        /// A space or a block.
        package var character: Unicode.Scalar
        /// Nil is the terminal's own colour.
        package var foreground: Color?
        package var background: Color?
    }

    package let columns: Int
    package let rows: Int
    /// Row by row.
    package let cells: [Cell]

    init(columns: Int, rows: Int, cells: [Cell]) {
        precondition(cells.count == columns * rows, "a picture has a character in every cell")
        (self.columns, self.rows, self.cells) = (columns, rows, cells)
    }

    package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }
}

// On the way from the helper.
extension CellPicture {
    private static let bytesPerCell = 12

    static func byteCount(of request: CellRequest) -> Int { request.columns * request.rows * bytesPerCell }

    var bytes: [UInt8] {
        cells.flatMap { cell in
            [cell.character.value, Self.code(cell.foreground), Self.code(cell.background)].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
        }
    }

    /// Fails unless there are as many cells, and only blocks in them.
    init?(columns: Int, rows: Int, bytes: [UInt8]) {
        guard columns > 0, rows > 0, bytes.count == columns * rows * Self.bytesPerCell else { return nil }
        var cells: [Cell] = []
        for start in stride(from: 0, to: bytes.count, by: Self.bytesPerCell) {
            let numbers = (0..<3).map { index in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + index * 4 + $1]) << (8 * $1) }
            }
            guard let character = Unicode.Scalar(numbers[0]), character == " " || "\u{2580}"..."\u{259F}" ~= character
            else { return nil }
            cells.append(
                Cell(character: character, foreground: Self.color(numbers[1]), background: Self.color(numbers[2])))
        }
        self.init(columns: columns, rows: rows, cells: cells)
    }

    private static func code(_ color: Color?) -> UInt32 {
        switch color {
        case .rgb(let color): color.packed
        case .palette(let number): 1 << 24 | UInt32(number)
        case nil: 2 << 24
        }
    }

    private static func color(_ code: UInt32) -> Color? {
        switch code >> 24 {
        case 0: .rgb(RGB(packed: code))
        case 1: .palette(UInt8(truncatingIfNeeded: code))
        default: nil
        }
    }
}
