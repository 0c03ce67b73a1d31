import TestSupport
import Testing

@testable import Terminal

/// Content that moves up or down on the screen.
@Suite struct ScrollingTests {
    private static let (rows, columns) = (20, 60)
    /// Two panes with a rule between them.
    private static let (left, right) = (0..<20, 21..<60)

    @Test func `a list that moves by a row sends only the new one`() throws {
        var screen = try Self.screen(hasMargins: false)
        Self.draw(from: 0, on: &screen, in: 0..<Self.columns)
        _ = screen.frame()
        Self.draw(from: 1, on: &screen, in: 0..<Self.columns)
        let frame = screen.frame()
        #expect(frame.contains("⎋[1S"))
        #expect(frame.contains("Row 20") && !frame.contains("Row 19"))
    }

    @Test func `a pane moves alone where the terminal has margins`() throws {
        var screen = try Self.screen(hasMargins: true)
        Self.draw(from: 0, on: &screen, in: Self.left)
        Self.draw(from: 100, on: &screen, in: Self.right)
        _ = screen.frame()
        Self.draw(from: 98, on: &screen, in: Self.right)
        let frame = screen.frame()
        #expect(frame.hasPrefix("⎋[?69h⎋[22;60s⎋[1;20r⎋[2T⎋[1;20r⎋[?69l"))
        #expect(frame.contains("Row 99") && !frame.contains("Row 100") && !frame.contains("Row 1 "))
    }

    @Test func `a terminal without margins gets whole rows scrolled only if that is less to paint`() throws {
        var screen = try Self.screen(hasMargins: false)
        Self.draw(from: 0, on: &screen, in: Self.left)
        Self.draw(from: 0, on: &screen, in: Self.right)
        _ = screen.frame()
        Self.draw(from: 1, on: &screen, in: Self.left)
        #expect(!screen.frame().contains("⎋[1S"))
        Self.draw(from: 1, on: &screen, in: Self.right)
        #expect(screen.frame().contains("⎋[1S"))
    }

    @Test(arguments: [false, true], 0..<10 as Range<UInt64>)
    func `the terminal shows what was drawn, whatever moves`(hasMargins: Bool, seed: UInt64) throws {
        var chance = SplitMix(state: seed)
        var screen = try Self.screen(hasMargins: hasMargins)
        let emulator = Emulator(columns: Self.columns, rows: Self.rows)
        var tops = [1000, 5000]
        for _ in 0..<15 {
            for (pane, columns) in [Self.left, Self.right].enumerated() where Bool.random(using: &chance) {
                tops[pane] += .random(in: -12...12, using: &chance)
                Self.draw(
                    from: tops[pane], on: &screen, in: columns, cursor: .random(in: 0..<Self.rows, using: &chance))
            }
            emulator.feed(screen.frame().replacing("⎋", with: "\u{1B}"))
            let repainted = Self.repainted(screen)
            let (seen, wanted) = (Self.looks(of: emulator.screen), Self.looks(of: repainted))
            let row = seen.indices.first { seen[$0] != wanted[$0] }
            let column = row.flatMap { row in seen[row].indices.first { seen[row][$0] != wanted[row][$0] } }
            if let row, let column {
                Issue.record("row \(row), column \(column): \(seen[row][column]) for \(wanted[row][column])")
            }
        }
    }

    private static func screen(hasMargins: Bool) throws -> PaintedScreen {
        var screen = try PaintedScreen(rows: rows, columns: columns, hasMargins: hasMargins)
        for row in 0..<rows { screen.drawing.write("│", row: row, column: 20, style: .plain, link: "") }
        return screen
    }

    /// Draws rows of a list whose texts tell their numbers; one in seven is empty, as between paragraphs.
    private static func draw(
        from first: Int, on screen: inout PaintedScreen, in columns: Range<Int>, cursor: Int? = nil
    ) {
        screen.drawing.erase(rows: 0..<rows, columns: columns)
        screen.drawing.noteScrollable(CellArea(rows: 0..<rows, columns: columns))
        for row in 0..<rows where (first + row) % 7 != 3 {
            let style = CellStyle(row == cursor ? .reverse : (first + row) % 3 == 0 ? .bold : [])
            let text = "Row \(first + row) 世 \(String(repeating: "\(abs(first + row) % 7)", count: columns.count - 12))"
            screen.drawing.write(text, row: row, column: columns.lowerBound, style: style, link: "")
        }
    }

    /// The cells as a person sees them: the bold of blanks and the style of a wide character's second half can't be
    /// seen.
    private static func looks(of screen: Screen) -> [[Screen.Cell]] {
        screen.cells.map { row in
            row.map { cell in
                var cell = cell
                if cell.text == " " { cell.bold = false }
                return cell.width == 0 ? Screen.Cell() : cell
            }
        }
    }

    /// What a terminal shows that gets everything at once.
    private static func repainted(_ screen: PaintedScreen) -> Screen {
        var (drawing, shown) = (screen.drawing, CellGrid(rows: rows, columns: columns))
        drawing.touchAll()
        let emulator = Emulator(columns: columns, rows: rows)
        var painter = screen.painter
        painter.beginAnew()
        let cursor = TerminalCursor(row: 0, column: 0, isShown: true)
        emulator.feed(painter.frame(of: drawing, over: &shown, cursor: cursor))
        return emulator.screen
    }
}

@Suite struct `Terminal colours` {
    private let orange = TerminalColor.rgb(red: 0xFF, green: 0x87, blue: 0)

    @Test func `a colour is written as six hexadecimal digits`() {
        #expect(TerminalColor(hex: "#ff8700") == orange)
        for text in ["ff8700", "#ff870", "#ff87000", "#gg8700", "#+f8700", ""] {
            #expect(TerminalColor(hex: text) == nil, "\(text)")
        }
    }

    @Test func `a colour is shown as the nearest one that the terminal has`() {
        #expect(ColorDepth.palette(256).shown(orange) == 208)
        #expect(ColorDepth.palette(256).shown(.rgb(red: 128, green: 128, blue: 128)) == 244)
        #expect(ColorDepth.palette(16).shown(.rgb(red: 250, green: 10, blue: 0)) == 9)
        #expect(ColorDepth.palette(8).shown(252) == 7)
        #expect(ColorDepth.palette(8).shown(9) == 1)
        #expect(ColorDepth.none.shown(orange) == nil)
    }

    @Test func `a colour that the terminal has is shown as it is`() {
        #expect(ColorDepth.palette(256).shown(9) == 9)
        #expect(ColorDepth.paletteAndRGB.shown(orange) == orange)
        #expect(ColorDepth.rgb.shown(orange) == orange)
        // Such a terminal has eight of the palette's colours.
        #expect(ColorDepth.rgb.shown(7) == 7)
        #expect(ColorDepth.rgb.shown(208) == orange)
    }
}

@Suite struct `An ASCII terminal` {
    private func shown(_ text: String) -> String {
        Repertoire.ascii.showing(text) {
            $0.value >= 0x3000 ? 2 : $0.properties.canonicalCombiningClass == .notReordered ? 1 : 0
        }
    }

    @Test(arguments: [
        ("Füße für Zoë, naïve", "Fuse fur Zoe, naive"), ("Łódź, Ångström, øre", "Lodz, Angstrom, ore"),
        ("Ærø", "Aro"), ("E = mc², H₂O", "E = mc2, H2O"), ("u\u{308}ber", "uber"), ("“a” – b…", "\"a\" - b~")
    ])
    func `ASCII terminals show letters without marks, plain digits and similar signs`(
        text: String, shown: String
    ) {
        #expect(self.shown(text) == shown)
    }

    @Test func `ASCII terminals show a question mark for each cell of other characters`() {
        #expect(shown("漢字") == "????")
        #expect(shown("жук") == "???")
        #expect(shown("½") == "?")
    }

    @Test func `terminals with letters show them unchanged`() {
        #expect(Repertoire.letters.showing("Füße ● ²", width: { _ in 1 }) == "Füße * ²")
    }
}
