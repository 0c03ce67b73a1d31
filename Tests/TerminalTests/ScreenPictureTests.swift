import TestSupport
import Testing

@testable import Terminal

@Suite(.serialized) struct `Pictures painted as cells` {
    @Test func `a picture is painted in the colours of its blocks, each only where it changes, and reset at the end`()
        throws
    {
        var screen = try PaintedScreen()
        screen.draw(TestPicture(foreground: { row, _ in row == 0 ? 200 : nil }), row: 1, column: 2)
        #expect(
            screen.frame()
                == "⎋[2;3H⎋[38;5;200m⎋[48;2;9;9;9m▀▀▀⎋[3;3H⎋[0m⎋[48;2;9;9;9m▀▀▀⎋[0m⎋[1;1H".replacing(
                    "⎋[0m", with: reset))
    }

    private let reset = "⎋[m"

    @Test func `a terminal shows a picture's blocks in their cells and nothing else`() throws {
        var screen = try PaintedScreen()
        screen.drawing.write("above", row: 0, column: 0, style: CellStyle(.bold), link: "")
        screen.draw(TestPicture(), row: 1, column: 2)
        screen.drawing.write("beside", row: 2, column: 5, style: .plain, link: "")
        let emulator = Emulator(columns: 8, rows: 4)
        emulator.feed(screen.frame().replacing("⎋", with: "\u{1B}"))
        #expect(emulator.text == "above\n  ▀▀▀\n  ▀▀▀bes")
        for row in 0..<2 {
            for column in 0..<3 {
                let cell = emulator.cell(1 + row, 2 + column)
                #expect(cell.foreground == .rgb(UInt8(row), UInt8(column), 1))
                #expect(cell.background == .rgb(9, 9, 9))
            }
        }
        #expect(emulator.cell(2, 5).background == .standard && emulator.cell(2, 5).foreground == .standard)
    }

    @Test func `a terminal with 256 colours gets the nearest ones`() throws {
        var screen = try PaintedScreen(depth: .palette(256))
        screen.draw(
            TestPicture(
                columns: 1, rows: 1, foreground: { _, _ in .rgb(red: 255, green: 0, blue: 0) },
                background: { _, _ in nil }),
            row: 0, column: 0)
        #expect(screen.frame().contains("⎋[1;1H⎋[38;5;196m▀\(reset)"))
    }

    @Test func `a picture that didn't change is painted once`() throws {
        var screen = try PaintedScreen()
        screen.draw(TestPicture(), row: 0, column: 0)
        _ = screen.frame()
        screen.erase()
        screen.draw(TestPicture(), row: 0, column: 0)
        #expect(screen.frame() == "")
    }

    @Test func `a picture without blocks is blank, and painted once they are there, and again when they change`() throws
    {
        var screen = try PaintedScreen()
        var picture = TestPicture(columns: 2, rows: 1, foreground: { _, _ in 1 }, background: { _, _ in nil })
        picture.hasBlocks = false
        screen.draw(picture, row: 0, column: 0)
        #expect(!screen.frame().contains("▀"))
        picture.hasBlocks = true
        screen.draw(picture, row: 0, column: 0)
        #expect(screen.frame().contains("▀▀"))
        picture.character = "▄"
        screen.draw(picture, row: 0, column: 0)
        #expect(screen.frame().contains("▄▄"))
    }

    @Test func `blank cells of a picture have the background around it`() throws {
        var screen = try PaintedScreen()
        screen.drawing.fill(rows: 0..<1, columns: 0..<8, style: CellStyle(background: 17))
        var picture = TestPicture(columns: 2, rows: 1)
        picture.hasBlocks = false
        screen.draw(picture, row: 0, column: 1)
        let emulator = Emulator(columns: 8, rows: 4)
        emulator.feed(screen.frame().replacing("⎋", with: "\u{1B}"))
        #expect((0..<8).allSatisfy { emulator.cell(0, $0).background == .indexed(17) })
    }

    @Test func `only the visible part is painted`() throws {
        var screen = try PaintedScreen()
        screen.draw(TestPicture(), row: -1, column: -2)
        screen.draw(TestPicture(id: 2), row: 3, column: 7)
        screen.draw(TestPicture(id: 3), row: -2, column: 0)
        screen.draw(TestPicture(id: 4), row: 0, column: 8)
        let emulator = Emulator(columns: 8, rows: 4)
        emulator.feed(screen.frame().replacing("⎋", with: "\u{1B}"))
        #expect(emulator.text == "▀\n\n\n       ▀")
        #expect(emulator.cell(0, 0).foreground == .rgb(1, 2, 1))
        #expect(emulator.cell(3, 7).foreground == .rgb(0, 0, 1))
    }

    @Test func `text over a picture replaces its cells, and only these are painted again when it goes`() throws {
        var screen = try PaintedScreen()
        screen.draw(
            TestPicture(columns: 8, rows: 1, foreground: { _, _ in 1 }, background: { _, _ in nil }), row: 0, column: 0)
        _ = screen.frame()
        screen.drawing.write("ab", row: 0, column: 1, style: .plain, link: "")
        screen.drawing.write("c", row: 0, column: 5, style: .plain, link: "")
        #expect(screen.frame().hasPrefix("⎋[1;2Hab⎋[1;6Hc"))
        screen.draw(
            TestPicture(columns: 8, rows: 1, foreground: { _, _ in 1 }, background: { _, _ in nil }), row: 0, column: 0)
        #expect(screen.frame().hasPrefix("⎋[1;2H⎋[31m▀▀⎋[1;6H▀\(reset)"))
    }

    @Test func `half of a wide character beside a picture becomes a space`() throws {
        var screen = try PaintedScreen()
        screen.drawing.write("世世", row: 0, column: 0, style: .plain, link: "")
        screen.draw(TestPicture(columns: 2, rows: 1), row: 0, column: 1)
        let emulator = Emulator(columns: 8, rows: 4)
        emulator.feed(screen.frame().replacing("⎋", with: "\u{1B}"))
        #expect(emulator.text == " ▀▀")
    }

    @Test func `a photo's colours never become styles`() throws {
        var screen = try PaintedScreen(rows: 200, columns: 200)
        screen.draw(TestPicture(columns: 200, rows: 200), row: 0, column: 0)
        _ = screen.frame()
        #expect(screen.drawing.meanings.styles.values.count == 1)
    }

    @Test func `pictures are forgotten once no cell shows them, and their slots are used again`() throws {
        var screen = try PaintedScreen(rows: 1, columns: 4)
        for id in 0..<PictureCell.slots + 2 {
            screen.erase()
            screen.draw(TestPicture(id: id, columns: 4, rows: 1), row: 0, column: 0)
            // Nothing of the picture before is left.
            #expect(screen.frame().count(where: { $0 == "▀" }) == 4)
        }
        screen.erase()
        _ = screen.frame()
        #expect(screen.drawing.pictures.isEmpty)
    }

    @Test func `a picture beyond what cells can name isn't drawn`() throws {
        var screen = try PaintedScreen()
        screen.draw(TestPicture(rows: PictureCell.longestSide + 1), row: 0, column: 0)
        #expect(!screen.frame().contains("▀"))
    }
}

@Suite(.serialized) struct `Pictures painted as placeholders` {
    private let upload = KittyPicture(number: 0x0B01_0203)

    @Test func `cells of an uploaded picture name their part, in the colour of its number`() throws {
        var screen = try PaintedScreen()
        screen.draw(TestPicture(columns: 2, rows: 1), as: upload, row: 1, column: 2)
        #expect(
            screen.frame()
                == "⎋[2;3H⎋[38;2;1;2;3m\u{10EEEE}\u{305}\u{305}\u{34C}\u{10EEEE}\u{305}\u{30D}\u{34C}⎋[m⎋[1;1H")
    }

    @Test(arguments: [ColorDepth.palette(256), .palette(8), .rgb])
    func `the colour is exact in any terminal`(depth: ColorDepth) throws {
        var screen = try PaintedScreen(depth: depth)
        screen.draw(TestPicture(columns: 1, rows: 1), as: upload, row: 0, column: 0)
        #expect(screen.frame().contains("⎋[38;2;1;2;3m"))
        screen.draw(TestPicture(columns: 1, rows: 1), as: KittyPicture(number: 0x0B00_0011), row: 0, column: 0)
        #expect(screen.frame().contains("⎋[38;5;17m"))
    }

    @Test func `blocks become placeholders when the upload is complete, wherever they are`() throws {
        var screen = try PaintedScreen()
        screen.draw(TestPicture(columns: 2, rows: 2), row: -1, column: 0)
        screen.draw(TestPicture(columns: 2, rows: 2), row: 3, column: 5)
        #expect(screen.frame().count(where: { $0 == "▀" }) == 4)
        screen.drawing.show(upload, of: 1)
        let frame = screen.frame()
        #expect(frame.unicodeScalars.count(where: { $0 == "\u{10EEEE}" }) == 4)
        #expect(!frame.contains("▀"))
        screen.draw(TestPicture(columns: 2, rows: 2), as: upload, row: -1, column: 0)
        #expect(screen.frame() == "")
    }

    @Test func `the background of the text is behind transparent pixels`() throws {
        var screen = try PaintedScreen()
        screen.drawing.fill(rows: 0..<1, columns: 0..<8, style: CellStyle(background: 17))
        screen.draw(TestPicture(columns: 1, rows: 1), as: upload, row: 0, column: 0)
        #expect(screen.frame().contains("⎋[48;5;17m⎋[38;2;1;2;3m"))
    }
}
