import Testing

@testable import TestSupport

@Suite struct `An emulator` {
    @Test func `the emulator shows text at the cursor`() {
        let emulator = Emulator(columns: 20, rows: 4)
        emulator.feed("one\r\n\u{1B}[3;5Hthree  ")
        #expect(emulator.text == "one\n\n    three")
        #expect(emulator.line(2) == "    three")
        #expect(emulator.screen.lines == ["one", "", "    three", ""])
        #expect(emulator.cursor == .init(row: 2, column: 11))
    }

    @Test func `a wide character takes two cells`() {
        let emulator = Emulator(columns: 10, rows: 1)
        emulator.feed("日本x")
        #expect(emulator.line(0) == "日本x")
        #expect((0..<5).map { emulator.cell(0, $0).text } == ["日", "", "本", "", "x"])
        #expect((0..<5).map { emulator.cell(0, $0).width } == [2, 0, 2, 0, 1])
    }

    @Test func `combining marks stay with their letter`() {
        let emulator = Emulator(columns: 10, rows: 1)
        emulator.feed("e\u{301}x")
        #expect(emulator.cell(0, 0).text == "e\u{301}")
        #expect(emulator.cell(0, 1).text == "x")
    }

    @Test func `characters and sequences may come in pieces`() {
        let emulator = Emulator(columns: 20, rows: 1)
        for byte in Array("\u{1B}]0;Títle\u{07}\u{1B}[1;2mdé\u{1B}[mj".utf8) { emulator.feed([byte]) }
        #expect(emulator.text == "déj")
        #expect(emulator.title == "Títle")
        #expect(emulator.cell(0, 1).bold && emulator.cell(0, 1).dim)
        #expect(!emulator.cell(0, 2).bold && !emulator.cell(0, 2).dim)
    }

    @Test(
        arguments: [
            ("1", \Screen.Cell.bold), ("2", \.dim), ("3", \.italic), ("4", \.underline), ("5", \.blink),
            ("7", \.reverse),
            ("9", \.strike)
        ] as [(String, any KeyPath<Screen.Cell, Bool> & Sendable)])
    func `the attributes of a cell are known`(parameter: String, attribute: any KeyPath<Screen.Cell, Bool> & Sendable) {
        let emulator = Emulator(columns: 10, rows: 1)
        emulator.feed("a\u{1B}[\(parameter)mb\u{1B}[mc")
        #expect((0..<3).map { emulator.cell(0, $0)[keyPath: attribute] } == [false, true, false])
    }

    @Test func `one sequence ends both bold and dim`() {
        let emulator = Emulator(columns: 10, rows: 1)
        emulator.feed("\u{1B}[1;2;4ma\u{1B}[22mb")
        #expect(emulator.cell(0, 0).bold && emulator.cell(0, 0).dim && emulator.cell(0, 0).underline)
        #expect(!emulator.cell(0, 1).bold && !emulator.cell(0, 1).dim && emulator.cell(0, 1).underline)
    }

    @Test func `the numbers of a colour are not taken for attributes`() {
        let emulator = Emulator(columns: 10, rows: 1)
        emulator.feed("\u{1B}[38;2;2;22;2;48;5;2ma\u{1B}[39;49;31mb\u{1B}[0mc")
        #expect(!emulator.cell(0, 0).dim)
        #expect(emulator.cell(0, 0).foreground == .rgb(2, 22, 2))
        #expect(emulator.cell(0, 0).background == .indexed(2))
        #expect(emulator.cell(0, 1).foreground == .indexed(1))
        #expect(emulator.cell(0, 1).background == .standard)
        #expect(emulator.cell(0, 2).foreground == .standard)
    }

    @Test func `a program can switch to the other screen and back`() {
        let emulator = Emulator(columns: 10, rows: 2)
        emulator.feed("before\u{1B}[?1049h\u{1B}[H\u{1B}[2Jduring")
        #expect(emulator.isAlternateScreen)
        #expect(emulator.text == "during")
        emulator.feed("\u{1B}[?1049l")
        #expect(!emulator.isAlternateScreen)
        #expect(emulator.text == "before")
    }

    @Test func `the emulator knows whether the cursor is visible`() {
        let emulator = Emulator()
        #expect(emulator.cursorVisible)
        emulator.feed("\u{1B}[?25l")
        #expect(!emulator.cursorVisible)
        emulator.feed("\u{1B}[?25h")
        #expect(emulator.cursorVisible)
    }

    @Test func `the emulator answers the queries of a program`() {
        let emulator = Emulator()
        #expect(emulator.feed("ab\u{1B}[6n") == Array("\u{1B}[1;3R".utf8))
        #expect(emulator.feed("plain") == [])
    }

    @Test func `both screens can be resized`() {
        let emulator = Emulator(columns: 20, rows: 4)
        emulator.feed("first\u{1B}[?1049h\u{1B}[4;18Hxyz")
        emulator.resize(columns: 10, rows: 2)
        emulator.feed("\u{1B}[H\u{1B}[2Jsmall")
        #expect(emulator.screen.lines == ["small", ""])
        emulator.resize(columns: 30, rows: 5)
        emulator.feed("\u{1B}[5;26Hlarge")
        #expect(emulator.line(4) == String(repeating: " ", count: 25) + "large")
    }

    @Test func `keys are sent in the mode set by the program`() {
        let emulator = Emulator()
        #expect(emulator.bytes(for: .up) == Array("\u{1B}[A".utf8))
        emulator.feed("\u{1B}[?1h")
        #expect(emulator.bytes(for: .up) == Array("\u{1B}OA".utf8))
    }

    @Test(
        arguments: [
            ("jé", "jé"), (.enter, "\r"), (.escape, "\u{1B}"), (.backspace, "\u{7F}"), (.tab, "\t"),
            (.backTab, "\u{1B}[Z"),
            (.delete, "\u{1B}[3~"), (.pageUp, "\u{1B}[5~"), (.pageDown, "\u{1B}[6~"), (.home, "\u{1B}[H"),
            (.end, "\u{1B}[F"), (.function(1), "\u{1B}OP"), (.control("c"), "\u{03}"), (.alt("x"), "\u{1B}x")
        ] as [(Keystroke, String)])
    func `keys are sent as by xterm`(key: Keystroke, bytes: String) {
        #expect(Emulator().bytes(for: key) == Array(bytes.utf8))
    }

    @Test func `a terminal that becomes smaller while some rows scroll forgets those rows`() {
        let emulator = Emulator(columns: 20, rows: 40)
        emulator.feed("\u{1B}[20;39r")
        emulator.resize(columns: 20, rows: 4)
        emulator.feed("\u{1B}[1;1HTea\u{1B}[3S\u{1B}[2T")
        #expect(emulator.screen.lines.allSatisfy { !$0.contains("Tea") })
    }

    @Test func `a terminal of one column survives a wide character`() {
        let emulator = Emulator(columns: 20, rows: 4)
        emulator.resize(columns: 1, rows: 1)
        emulator.feed("日本")
        #expect(emulator.screen.lines.count == 1)
    }
}

@Suite struct `A screen` {
    private let screen: Screen = {
        let emulator = Emulator(columns: 8, rows: 3)
        emulator.feed("News\r\n日本 2")
        return emulator.screen
    }()

    @Test func `a screen's description has a frame`() {
        #expect(
            screen.description == """
                ┌────────┐
                │News    │
                │日本 2  │
                │        │
                └────────┘
                """)
    }

    @Test func `text is found in the lines of a screen`() {
        #expect(screen.contains("本 2"))
        #expect(!screen.contains("Olds"))
        #expect(screen.row(of: "2") == 1)
        #expect(screen.text == "News\n日本 2")
    }
}
