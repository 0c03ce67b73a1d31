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
