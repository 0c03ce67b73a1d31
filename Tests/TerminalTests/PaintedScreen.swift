import CTerminfo
import Testing

@testable import Terminal

/// A picture whose blocks all have other colours.
nonisolated struct TestPicture: ScreenPicture {
    var id = 1
    var columns = 3
    var rows = 2
    var hasBlocks = true
    var character: Unicode.Scalar = "▀"
    var foreground: @Sendable (_ row: Int, _ column: Int) -> TerminalColor? = {
        .rgb(red: UInt8($0), green: UInt8($1), blue: 1)
    }
    var background: @Sendable (_ row: Int, _ column: Int) -> TerminalColor? = { _, _ in
        .rgb(red: 9, green: 9, blue: 9)
    }

    func block(row: Int, column: Int) -> PictureBlock {
        PictureBlock(
            character: character, foreground: foreground(row, column), background: background(row, column))
    }

    var pixelsToUpload: UploadedPixels?
    var pixelSize: (width: Int, height: Int)?

    func looks(like other: any ScreenPicture) -> Bool { (other as? TestPicture)?.character == character }
}

/// A screen to draw on, the painter, and what the terminal shows.
struct PaintedScreen {
    var drawing: Drawing
    private(set) var shown: CellGrid
    private(set) var painter: Painter

    init(rows: Int = 4, columns: Int = 8, depth: ColorDepth = .paletteAndRGB, hasMargins: Bool = false) throws {
        try #require(lede_terminfo_read("xterm-256color") != 0)
        drawing = Drawing(rows: rows, columns: columns) { $0 == "世" ? 2 : 1 }
        shown = CellGrid(rows: rows, columns: columns)
        painter = Painter(terminal: try #require(TerminalDescription()), depth: depth)
        painter.hasMargins = hasMargins
    }

    var part: CellArea { CellArea(rows: 0..<shown.rows, columns: 0..<shown.columns) }

    mutating func draw(_ picture: TestPicture, as upload: KittyPicture? = nil, row: Int, column: Int) {
        drawing.draw(picture, as: upload, row: row, column: column, within: part)
    }

    mutating func erase() { drawing.erase(rows: part.rows, columns: part.columns) }

    /// The bytes of the next frame.
    mutating func frame() -> String {
        let bytes = painter.frame(of: drawing, over: &shown, cursor: TerminalCursor(row: 0, column: 0, isShown: true))
        drawing.settle()
        drawing.forgetPictures(neitherHereNorIn: shown)
        return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "⎋")
    }
}
