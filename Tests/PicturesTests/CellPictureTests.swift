import Testing

@testable import Pictures

@Suite(.timeLimit(.minutes(5))) struct `Drawing of pictures` {
    private let black = RGB(red: 0, green: 0, blue: 0)

    private func request(_ colors: CellRequest.Colors, columns: Int = 8, rows: Int = 4) -> CellRequest {
        CellRequest(columns: columns, rows: rows, colors: colors, background: black)
    }

    @Test(.enabled(if: libraries.chafa != nil, "chafa's library isn't installed: “make test” installs it"))
    func `a picture is drawn with chafa's blocks in the colours of the terminal`() async throws {
        let pixels = try decoded(Fixture.bytes("palette.png")).get().pixels
        let decoder = try PictureDecoder.forTests()
        let all = try await decoder.drawn(pixels, request(.all))
        #expect(all.parts == [.red, .green, .blue, .white])
        let palette = try await decoder.drawn(pixels, request(.palette256))
        #expect(palette.parts.allSatisfy { part in if case .palette(16...) = part { true } else { false } })
        #expect(Set(palette.parts).count == 4)
        let sixteen = try await decoder.drawn(pixels, request(.palette16))
        #expect(sixteen.parts.allSatisfy { part in if case .palette(..<16) = part { true } else { false } })
        let eight = try await decoder.drawn(pixels, request(.palette8))
        #expect(eight.parts == [.palette(1), .palette(2), .palette(4), .palette(7)])
        let none = try await decoder.drawn(pixels, request(.none))
        #expect(none.cells.allSatisfy { $0.foreground == nil && $0.background == nil })
    }

    @Test func `without chafa a picture is drawn with half blocks`() throws {
        let pixels = try decoded(Fixture.bytes("palette.png")).get().pixels
        let all = CellPicture.halfBlocks(of: pixels, request(.all))
        #expect(all.parts == [.red, .green, .blue, .white])
        #expect(
            CellPicture.halfBlocks(of: pixels, request(.palette256)).parts == [160, 40, 20, 231].map { .palette($0) })
        #expect(CellPicture.halfBlocks(of: pixels, request(.palette8)).parts == [1, 2, 4, 7].map { .palette($0) })
        let none = CellPicture.halfBlocks(of: pixels, request(.none, columns: 2, rows: 1))
        #expect(none[0, 0].character == " ")
        #expect(none[0, 1].character == "█")
        // More cells than pixels.
        #expect(CellPicture.halfBlocks(of: pixels, request(.all, columns: 100, rows: 60)).parts == all.parts)
    }

    @Test func `what is behind a transparent picture is seen through it`() async throws {
        let pixels = try decoded(Fixture.bytes("interlaced-opacity.png")).get().pixels
        var request = request(.all)
        request.background = RGB(red: 10, green: 120, blue: 130)
        let blocks = CellPicture.halfBlocks(of: pixels, request)
        #expect(blocks[0, 6].foreground == .rgb(request.background))
        let drawn = try await PictureDecoder.forTests().drawn(pixels, request)
        // The terminal's own background, or the same colour; never its colour for text.
        #expect([nil, .rgb(request.background)].contains(drawn[0, 6].background))
        #expect(drawn.cells.allSatisfy { $0.character == " " || $0.foreground != nil })
    }

    @Test(.enabled(if: libraries.chafa != nil, "chafa's library isn't installed: “make test” installs it"))
    func `a sixel picture has the size of the pixels and their colours`() async throws {
        let decoder = try PictureDecoder.forTests()
        let pixels = try decoded(Fixture.bytes("palette.png")).get().pixels
        let sixels = Sixels(try await decoder.sixels(pixels).bytes)
        #expect(sixels.width == 64)
        #expect(sixels.height == 48)
        #expect(sixels.shows([220, 30, 30], column: 5, row: 5))
        #expect(sixels.shows([250, 250, 250], column: 60, row: 47))
        // A part of it, as of a picture that is half scrolled away.
        let part = try #require(pixels.cropped(columns: 32..<64, rows: 12..<24))
        let partSixels = Sixels(try await decoder.sixels(part).bytes)
        #expect((partSixels.width, partSixels.height) == (32, 12))
        #expect(partSixels.shows([30, 200, 30], column: 5, row: 5))
    }

    @Test(
        .enabled(if: libraries.chafa != nil, "chafa's library isn't installed: “make test” installs it"),
        arguments: 61...64)
    func `pictures of any width are drawn upright`(width: Int) async throws {
        // Red on the left, blue on the right.
        let row = (0..<width).flatMap { $0 < width / 2 ? [220, 30, 30] as [UInt8] : [30, 30, 220] }
        let pixels = try #require(
            Pixels(
                size: PixelSize(width: width, height: 96), channels: 3,
                bytes: [[UInt8]](repeating: row, count: 96).flatMap(\.self)))
        let decoder = try PictureDecoder.forTests()
        let sixels = Sixels(try await decoder.sixels(pixels).bytes)
        let cells = try await decoder.drawn(pixels, request(.all))
        for row in [2, 93] {
            #expect(sixels.shows([220, 30, 30], column: width / 2 - 3, row: row))
            #expect(sixels.shows([30, 30, 220], column: width / 2 + 3, row: row))
        }
        for row in [0, 3] {
            #expect(cells[row, 2].background != cells[row, 5].background)
            #expect(cells[row, 2] == cells[0, 2])
            #expect(cells[row, 5] == cells[0, 5])
        }
    }

    @Test(.enabled(if: libraries.chafa != nil, "chafa's library isn't installed: “make test” installs it"))
    func `a sixel picture whose last band isn't full leaves alone what is below`() async throws {
        let pixels = try decoded(Fixture.bytes("palette.png")).get().pixels
        let part = try #require(pixels.cropped(columns: 0..<32, rows: 0..<20))
        let sixels = Sixels(try await PictureDecoder.forTests().sixels(part).bytes)
        #expect(sixels.shows([220, 30, 30], column: 5, row: 19))
        #expect(sixels.isEmpty(column: 5, row: 20))
    }

    @Test func `a part outside of a picture is none`() throws {
        let pixels = try decoded(Fixture.bytes("palette.png")).get().pixels
        #expect(pixels.cropped(columns: 0..<65, rows: 0..<1) == nil)
        #expect(pixels.cropped(columns: 0..<0, rows: 0..<1) == nil)
        #expect(pixels.cropped(columns: 0..<64, rows: 0..<48) == pixels)
    }
}

extension CellPicture {
    /// What colour most of each quarter has: the first three as the picture of the fixtures has them.
    fileprivate var parts: [Part?] {
        [(1, 1), (1, columns - 2), (rows - 2, 1), (rows - 2, columns - 2)].map { row, column in
            let cell = self[row, column]
            // A full block shows only its foreground, and a space none of it.
            return (cell.character == " " ? cell.background : cell.foreground).map(Part.init)
        }
    }
}

private enum Part: Hashable {
    case red, green, blue, white, palette(UInt8)

    init(_ color: CellPicture.Color) {
        switch color {
        case .palette(let number): self = .palette(number)
        case .rgb(let color):
            self =
                color.red > 200 && color.green > 200
                ? .white : color.red > 128 ? .red : color.green > 128 ? .green : .blue
        }
    }
}

/// The pixels that a terminal makes of a sixel sequence.
struct Sixels {
    private(set) var width = 0
    private(set) var height = 0
    private var pixels: [SIMD2<Int>: [Int]] = [:]

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var body = Substring(text.dropFirst(2).drop { $0 != "q" }.dropFirst().dropLast(2))
        var palette: [Int: [Int]] = [:]
        var (color, column, top) = (0, 0, 0)
        func numbers() -> [Int] {
            let digits = body.prefix { $0.isNumber || $0 == ";" }
            body = body.dropFirst(digits.count)
            return digits.split(separator: ";").compactMap { Int($0) }
        }
        while let sign = body.popFirst() {
            switch sign {
            case "\"":
                let size = numbers()
                (width, height) = (size[2], size[3])
            case "#":
                let values = numbers()
                color = values[0]
                // In percent.
                if values.count == 5 { palette[color] = values[2...].map { $0 * 255 / 100 } }
            case "$": column = 0
            case "-": (column, top) = (0, top + 6)
            default:
                let count = sign == "!" ? numbers()[0] : 1
                let bits = Int((sign == "!" ? body.removeFirst() : sign).asciiValue ?? 63) - 63
                for row in 0..<6 where bits >> row & 1 == 1 {
                    for place in column..<column + count { pixels[SIMD2(place, top + row)] = palette[color] }
                }
                column += count
            }
        }
    }

    /// Whether a pixel is none of the picture's.
    func isEmpty(column: Int, row: Int) -> Bool { pixels[SIMD2(column, row)] == nil }

    func shows(_ color: [Int], column: Int, row: Int) -> Bool {
        guard let pixel = pixels[SIMD2(column, row)] else { return false }
        return zip(pixel, color).allSatisfy { abs($0 - $1) < 16 }
    }
}
