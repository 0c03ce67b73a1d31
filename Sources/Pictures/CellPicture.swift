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

/// How a picture is wanted as characters.
package struct CellRequest: Hashable, Sendable {
    /// The colours that the terminal has.
    package enum Colors: UInt32, Sendable {
        case all
        /// Those with the numbers 16 to 255, since users change the first sixteen.
        case palette256
        case palette16
        case palette8
        case none
    }

    package var columns: Int
    package var rows: Int
    package var colors: Colors
    /// What is behind transparent pixels.
    package var background: RGB

    package init(columns: Int, rows: Int, colors: Colors, background: RGB) {
        (self.columns, self.rows, self.colors, self.background) = (columns, rows, colors, background)
    }
}

/// A colour.
package struct RGB: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// From a number such as 0xFF8700. Its highest byte doesn't count.
    init(packed: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: packed >> 16), green: UInt8(truncatingIfNeeded: packed >> 8),
            blue: UInt8(truncatingIfNeeded: packed))
    }

    var packed: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

extension CellPicture {
    /// Draws pixels as half blocks, two of them in a cell: what is left without chafa.
    static func halfBlocks(of pixels: Pixels, _ request: CellRequest) -> CellPicture {
        let grid = PixelSize(width: request.columns, height: request.rows * 2)
        let colors = (0..<grid.height).flatMap { row in
            (0..<grid.width).map { column in
                pixels.average(
                    columns: part(column, of: grid.width, pixels.size.width),
                    rows: part(row, of: grid.height, pixels.size.height), over: request.background)
            }
        }
        let cells = (0..<request.rows).flatMap { row in
            (0..<request.columns).map { column in
                let (upper, lower) = (
                    colors[row * 2 * grid.width + column], colors[(row * 2 + 1) * grid.width + column]
                )
                return cell(upper, lower, request.colors)
            }
        }
        return CellPicture(columns: request.columns, rows: request.rows, cells: cells)
    }

    private static func cell(_ upper: RGB, _ lower: RGB, _ colors: CellRequest.Colors) -> Cell {
        guard colors != .none else {
            return switch (upper.isBright, lower.isBright) {
            case (true, true): Cell(character: "█")
            case (true, false): Cell(character: "▀")
            case (false, true): Cell(character: "▄")
            case (false, false): Cell(character: " ")
            }
        }
        return Cell(character: "▀", foreground: upper.shown(in: colors), background: lower.shown(in: colors))
    }

    /// The pixels of one of several equal parts, at least one.
    private static func part(_ index: Int, of parts: Int, _ count: Int) -> Range<Int> {
        let start = min(index * count / parts, count - 1)
        return start..<max(start + 1, (index + 1) * count / parts)
    }
}

extension Pixels {
    fileprivate func average(columns: Range<Int>, rows: Range<Int>, over background: RGB) -> RGB {
        let behind = [Int(background.red), Int(background.green), Int(background.blue)]
        var sums = [0, 0, 0]
        for row in rows {
            for column in columns {
                let start = (row * size.width + column) * channels
                let opacity = channels == 4 ? Int(bytes[start + 3]) : 255
                for channel in 0..<3 {
                    sums[channel] += Int(bytes[start + channel]) * opacity + behind[channel] * (255 - opacity)
                }
            }
        }
        let whole = 255 * rows.count * columns.count
        let channels = sums.map { UInt8($0 / whole) }
        return RGB(red: channels[0], green: channels[1], blue: channels[2])
    }
}

extension RGB {
    /// Perceived brightness (Rec. 601).
    fileprivate var isBright: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 127_500 }

    fileprivate func shown(in colors: CellRequest.Colors) -> CellPicture.Color? {
        switch colors {
        case .all: .rgb(self)
        case .palette256: .palette(16 + 36 * step(red) + 6 * step(green) + step(blue))
        case .palette16: .palette(corner | (isBright ? 8 : 0))
        case .palette8: .palette(corner)
        case .none: nil
        }
    }

    /// The nearest of the six steps that the palette's cube has in each direction.
    private func step(_ channel: UInt8) -> UInt8 { channel < 48 ? 0 : channel < 115 ? 1 : (channel - 35) / 40 }

    private var corner: UInt8 { (red > 127 ? 1 : 0) | (green > 127 ? 2 : 0) | (blue > 127 ? 4 : 0) }
}
