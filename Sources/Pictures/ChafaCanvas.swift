import CPictures

/// Pixels drawn by chafa, as characters or as a sixel picture.
struct ChafaCanvas: ~Copyable {
    private let library: ChafaLibrary
    private let canvas: UnsafeMutableRawPointer

    /// Draws pixels into cells. Returns nil if chafa gets no memory.
    init?(_ pixels: Pixels, _ request: CellRequest, _ library: ChafaLibrary) {
        guard let map = library.symbol_map_new() else { return nil }
        defer { library.symbol_map_unref(map) }
        library.symbol_map_add_by_tags(
            map, Int32(LEDE_CHAFA_SPACE | LEDE_CHAFA_BLOCK | LEDE_CHAFA_QUAD | LEDE_CHAFA_HALVES))
        self.init(pixels, library) { config in
            library.canvas_config_set_geometry(config, Int32(request.columns), Int32(request.rows))
            library.canvas_config_set_canvas_mode(config, Int32(request.colors.mode))
            library.canvas_config_set_bg_color(config, request.background.packed)
            library.canvas_config_set_symbol_map(config, map)
        }
    }

    /// Draws pixels as a sixel picture of the same size, whose last band leaves alone what is below.
    init?(sixelsOf pixels: Pixels, background: RGB, _ library: ChafaLibrary) {
        let pixels = pixels.filledUp(toRowsOf: Self.band) ?? pixels
        self.init(pixels, library) { config in
            library.canvas_config_set_pixel_mode(config, Int32(LEDE_CHAFA_SIXELS))
            // One cell is the whole picture.
            library.canvas_config_set_geometry(config, 1, 1)
            library.canvas_config_set_cell_geometry(config, Int32(pixels.size.width), Int32(pixels.size.height))
            library.canvas_config_set_bg_color(config, background.packed)
        }
    }

    /// Sixels are bands of so many rows. chafa would make a picture smaller that doesn't consist of whole ones.
    private static let band = 6

    private init?(
        _ pixels: Pixels, _ library: ChafaLibrary, configure: (UnsafeMutableRawPointer) -> Void
    ) {
        guard let config = library.canvas_config_new() else { return nil }
        defer { library.canvas_config_unref(config) }
        // It makes colours stronger than they are.
        library.canvas_config_set_preprocessing_enabled(config, 0)
        configure(config)
        guard let canvas = library.canvas_new(config) else { return nil }
        (self.library, self.canvas) = (library, canvas)
        let type = pixels.channels == 3 ? LEDE_CHAFA_RGB : LEDE_CHAFA_RGBA
        let (bytes, length) = Self.rows(of: pixels)
        bytes.withUnsafeBufferPointer { bytes in
            library.canvas_draw_all_pixels(
                canvas, Int32(type), bytes.baseAddress, Int32(pixels.size.width), Int32(pixels.size.height),
                Int32(length))
        }
    }

    /// The pixels with rows of whole words, and the length of a row: chafa 1.12 counts it in words, and drops the rest.
    private static func rows(of pixels: Pixels) -> (bytes: [UInt8], length: Int) {
        let length = pixels.size.width * pixels.channels
        let filler = [UInt8](repeating: 0, count: (4 - length % 4) % 4)
        guard !filler.isEmpty else { return (pixels.bytes, length) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.size.height * (length + filler.count))
        for start in stride(from: 0, to: pixels.bytes.count, by: length) {
            bytes += pixels.bytes[start..<start + length]
            bytes += filler
        }
        return (bytes, length + filler.count)
    }

    deinit { library.canvas_unref(canvas) }

    /// The characters in the cells.
    func cells(_ request: CellRequest) -> CellPicture {
        let cells = (0..<request.rows).flatMap { row in
            (0..<request.columns).map { column in cell(row: row, column: column, request) }
        }
        return CellPicture(columns: request.columns, rows: request.rows, cells: cells)
    }

    private func cell(row: Int, column: Int, _ request: CellRequest) -> CellPicture.Cell {
        let colors = request.colors
        var (foreground, background): (Int32, Int32) = (-1, -1)
        let ask = colors == .all ? library.canvas_get_colors_at : library.canvas_get_raw_colors_at
        ask?(canvas, Int32(column), Int32(row), &foreground, &background)
        let character = Unicode.Scalar(library.canvas_get_char_at(canvas, Int32(column), Int32(row))) ?? " "
        // The terminal's own colour for text isn't what is behind a block.
        if character != " ", foreground < 0 { foreground = request.backdrop }
        return CellPicture.Cell(
            character: character, foreground: Self.color(foreground, colors), background: Self.color(background, colors)
        )
    }

    /// A negative colour is the terminal's own.
    private static func color(_ number: Int32, _ colors: CellRequest.Colors) -> CellPicture.Color? {
        guard number >= 0, colors != .none else { return nil }
        return colors == .all ? .rgb(RGB(packed: UInt32(number))) : UInt8(exactly: number).map { .palette($0) }
    }

    /// The sixel sequence.
    func printed() -> [UInt8] {
        guard let string = library.canvas_print(canvas, nil) else { return [] }
        defer { _ = library.string_free(string, 1) }
        return Array(UnsafeRawBufferPointer(start: string.pointee.bytes, count: string.pointee.count))
    }
}

extension Pixels {
    /// The same with transparent rows below, so that the number of rows is a multiple. Nil if it is one already.
    fileprivate func filledUp(toRowsOf multiple: Int) -> Pixels? {
        let missing = (multiple - size.height % multiple) % multiple
        guard missing > 0 else { return nil }
        var filled: [UInt8] = []
        filled.reserveCapacity((size.height + missing) * size.width * 4)
        for start in stride(from: 0, to: bytes.count, by: channels) {
            filled += bytes[start..<start + channels]
            if channels == 3 { filled.append(255) }
        }
        filled += [UInt8](repeating: 0, count: missing * size.width * 4)
        return Pixels(
            size: PixelSize(width: size.width, height: size.height + missing), channels: 4, bytes: filled)
    }
}

extension CellRequest {
    /// The number of the colour behind transparent pixels: black or white where there are few colours.
    fileprivate var backdrop: Int32 {
        let isLight = Int(background.red) + Int(background.green) + Int(background.blue) > 384
        return switch colors {
        case .all: Int32(background.packed)
        case .palette256: isLight ? 231 : 16
        case .palette16: isLight ? 15 : 0
        case .palette8: isLight ? 7 : 0
        case .none: -1
        }
    }
}

extension CellRequest.Colors {
    fileprivate var mode: Int {
        switch self {
        case .all: LEDE_CHAFA_TRUE_COLOR
        case .palette256: LEDE_CHAFA_256_COLORS
        case .palette16: LEDE_CHAFA_16_COLORS
        case .palette8: LEDE_CHAFA_8_COLORS
        case .none: LEDE_CHAFA_NO_COLORS
        }
    }
}

/// A picture as a sixel sequence (DEC's VT3xx graphics), of a terminal's own numbers and letters only.
package struct SixelPicture: Equatable, Sendable {
    /// The whole sequence, with its beginning and end.
    package let bytes: [UInt8]

    /// Fails if the bytes are anything else, which a terminal might obey.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0x1B, UInt8(ascii: "P")]), bytes.suffix(2) == [0x1B, UInt8(ascii: "\\")],
            let start = bytes.firstIndex(of: UInt8(ascii: "q")),
            bytes[2..<start].allSatisfy(Self.isNumber)
        else { return nil }
        let allowed = bytes[(start + 1)..<(bytes.count - 2)].allSatisfy { byte in
            UInt8(ascii: "?")...UInt8(ascii: "~") ~= byte || Self.isNumber(byte) || Self.signs.contains(byte)
        }
        guard start + 1 <= bytes.count - 2, allowed else { return nil }
        self.bytes = bytes
    }

    /// Colour, repeat, next line, back to its start, and the size.
    private static let signs = Array("#!-$\"".utf8)

    private static func isNumber(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ";")
    }
}
