import Testing

@testable import Terminal

@Suite struct `Terminal input` {
    private var decoder = InputDecoder()
    private var time = ContinuousClock.now

    /// Decodes text from a terminal.
    private mutating func take(_ text: String, after pause: Duration = .zero) -> [TerminalInput] {
        time += pause
        return decoder.decode(Array(text.utf8), at: time)
    }

    private mutating func wait(_ pause: Duration) -> [TerminalInput] {
        time += pause
        return decoder.resolveEscape(at: time)
    }

    @Test mutating func `terminal input is decoded into keys`() {
        #expect(take("jé\t") == [.key(.character("j")), .key(.character("é")), .key(.tab)])
    }

    @Test mutating func `a character may arrive in pieces`() {
        #expect(take("日本") == [.key(.character("日")), .key(.character("本"))])
        #expect(decoder.decode([0xE6, 0x97], at: time) == [])
        #expect(decoder.decode([0xA5, 0x6A], at: time) == [.key(.character("日")), .key(.character("j"))])
        // Invalid bytes are ignored, and the next key counts.
        #expect(decoder.decode([0xFF, 0xE6, 0x6A, 0x80], at: time) == [.key(.character("j"))])
    }

    @Test mutating func `an escape is the Escape key once it is clear that nothing follows`() {
        #expect(take("\u{1B}") == [])
        #expect(decoder.mayBeEscape)
        #expect(wait(.milliseconds(25)) == [.key(.escape)])
        #expect(take("b") == [.key(.character("b"))])
        #expect(take("\u{1B}\u{1B}") == [.key(.escape)])
        #expect(wait(.milliseconds(25)) == [.key(.escape)])
    }

    @Test mutating func `an escape right before a key is that key with Alt`() {
        #expect(take("\u{1B}bc") == [.key(.alt(.character("b"))), .key(.character("c"))])
        #expect(take("\u{1B}é") == [.key(.alt(.character("é")))])
        #expect(take("\u{1B}\u{7F}") == [.key(.alt(.backspace))])
        #expect(take("\u{1B}P") == [.key(.alt(.character("P")))])
        #expect(take("\u{1B}\r") == [.key(.escape), .key(.enter)])
    }

    @Test(arguments: [
        ("[A", Key.up), ("OA", .up), ("[D", .left), ("OD", .left), ("[H", .home), ("OF", .end), ("[1~", .home),
        ("[4~", .end), ("[7~", .home), ("[8~", .end), ("[3~", .delete), ("[5~", .pageUp), ("[Z", .backTab),
        ("OP", .function(1)), ("[15~", .function(5)), ("[24~", .function(12)), ("[1;5C", .wordRight),
        ("OM", .enter), ("Ou", .character("5")), ("Oo", .character("/"))
    ])
    mutating func `sequences of both terminal modes are decoded into keys`(sequence: String, key: Key) {
        #expect(take("\u{1B}" + sequence + "j") == [.key(key), .key(.character("j"))])
    }

    @Test mutating func `sequences of the terminal's description come before common ones`() {
        decoder = InputDecoder(known: [Array("\u{1B}[[A".utf8): .function(1), Array("\u{1B}A".utf8): .up])
        #expect(take("\u{1B}[[A\u{1B}A") == [.key(.function(1)), .key(.up)])
    }

    // Letters of such sequences once marked everything read, and removed feeds.
    @Test(arguments: [
        "[1;2A", "[1;9C", "[97;5u", "[I", "[O", "[?62;c", "[5;10R", "[2~", "[1;2P", "P1+r544e=1\u{1B}\\", "_x\u{1B}\\",
        "^C\u{1B}\\", "]52;c;Q\u{7}", "O5C", "[M !!", "[[Q", "[<0;1;1x"
    ])
    mutating func `an unknown sequence is skipped as a whole`(sequence: String) {
        #expect(
            take("\u{1B}" + sequence + "j").filter { if case .key = $0 { true } else { false } } == [
                .key(.character("j"))
            ])
    }

    @Test mutating func `a delayed sequence does nothing beyond what its beginning did`() {
        #expect(take("\u{1B}[") == [])
        #expect(take("C", after: .milliseconds(120)) == [.key(.right)])
        #expect(take("\u{1B}") == [])
        #expect(wait(.milliseconds(25)) == [.key(.escape)])
        #expect(take("[C", after: .milliseconds(120)) == [])
        // Users need longer, or press one key at a time.
        #expect(take("\u{1B}") == [])
        #expect(wait(.milliseconds(25)) == [.key(.escape)])
        #expect(take("[", after: .milliseconds(120)) == [.key(.character("["))])
        #expect(take("\u{1B}") == [])
        #expect(wait(.milliseconds(25)) == [.key(.escape)])
        #expect(take("[C", after: .milliseconds(600)) == [.key(.character("[")), .key(.character("C"))])
    }

    @Test mutating func `mouse reports in the old format are decoded`() {
        #expect(take("\u{1B}[M !\"") == [.mouse(MouseEvent(.press(.left), row: 1, column: 0))])
        #expect(take("\u{1B}[M#!\"") == [.mouse(MouseEvent(.release, row: 1, column: 0))])
        #expect(take("\u{1B}[M`!!j") == [.mouse(MouseEvent(.wheelUp, row: 0, column: 0)), .key(.character("j"))])
    }

    @Test(arguments: [
        ("0;1;1M", MouseEvent.Action.press(.left), 0, 0), ("2;80;24M", .press(.right), 23, 79),
        ("0;3;2m", .release, 1, 2),
        ("32;3;2M", .drag, 1, 2), ("64;5;6M", .wheelUp, 5, 4), ("81;5;6M", .wheelDown, 5, 4)
    ])
    mutating func `mouse reports are decoded into mouse events`(
        report: String, action: MouseEvent.Action, row: Int, column: Int
    ) {
        #expect(take("\u{1B}[<" + report) == [.mouse(MouseEvent(action, row: row, column: column))])
    }

    @Test mutating func `a second press soon after, in the same cell, is a double press`() {
        let press = MouseEvent(.press(.left), row: 1, column: 2)
        let double = MouseEvent(.doublePress, row: 1, column: 2)
        #expect(take("\u{1B}[<0;3;2M") == [.mouse(press)])
        #expect(take("\u{1B}[<0;3;2M", after: .milliseconds(200)) == [.mouse(double)])
        #expect(take("\u{1B}[<0;3;2M", after: .milliseconds(200)) == [.mouse(press)])
        #expect(take("\u{1B}[<0;3;2M", after: .seconds(1)) == [.mouse(press)])
    }

    @Test mutating func `a mouse report may arrive in pieces`() {
        #expect(take("\u{1B}[<64;5") == [])
        #expect(take(";6Mj") == [.mouse(MouseEvent(.wheelUp, row: 5, column: 4)), .key(.character("j"))])
    }

    @Test(arguments: ["", ";;", "0;0;0", "0;1", "1;2;3;4", "99999999;1;1", "3;1;1"])
    mutating func `a mouse report with impossible numbers is ignored`(report: String) {
        #expect(take("\u{1B}[<" + report + "M").filter { $0 == .key(.character("M")) } == [])
    }

    @Test mutating func `a paste arrives whole, with its lines and without keys`() {
        #expect(take("\u{1B}[200~q\r\u{1B}") == [])
        #expect(take("Q\u{1B}[201~j") == [.key(.paste("q\n\u{1B}Q")), .key(.character("j"))])
    }

    @Test mutating func `a paste is cut to the longest that a prompt takes`() {
        let pasted = take("\u{1B}[200~" + String(repeating: "x", count: 100_000) + "\u{1B}[201~")
        #expect(pasted == [.key(.paste(String(repeating: "x", count: 1 << 16)))])
    }

    @Test mutating func `keys work again if a paste never ends`() {
        #expect(take("\u{1B}[200~abc") == [])
        #expect(take("j", after: .seconds(6)) == [.key(.paste("abc")), .key(.character("j"))])
    }

    @Test(arguments: [("\u{1B}", Key.escape), ("\u{3}", .control("c"))])
    mutating func `a single Escape or Ctrl-C ends a paste without end`(pressed: String, key: Key) {
        #expect(take("\u{1B}[200~abc") == [])
        let input = take(pressed, after: .seconds(1)) + decoder.resolveEscape(at: time)
        #expect(input == [.key(.paste("abc")), .key(key)])
        #expect(take("[201~j", after: .milliseconds(1)).last == .key(.character("j")))
    }

    @Test mutating func `a slow paste is still one paste`() {
        #expect(take("\u{1B}[200~ab") == [])
        #expect(take("c", after: .seconds(4)) == [])
        #expect(take("q\u{1B}[201~", after: .seconds(4)) == [.key(.paste("abcq"))])
    }

    @Test(arguments: [
        ("11;rgb:0000/0000/0000\u{7}", TerminalBackground.dark), ("11;rgb:ffff/ffff/ffff\u{1B}\\", .light),
        ("11;rgb:fd/f6/e3\u{7}", .light), ("11;rgb:0/2/3\u{7}", .dark)
    ])
    mutating func `a report of the background is decoded as dark or light`(
        report: String, background: TerminalBackground
    ) {
        #expect(take("\u{1B}]" + report) == [.background(background)])
    }

    @Test(arguments: ["11;?", "10;rgb:0000/0000/0000", "11;rgb:00000/0/0", "11;rgb:/", "11;rgb:0/0", ""])
    mutating func `a report of anything else is ignored`(report: String) {
        #expect(take("\u{1B}]" + report + "\u{7}j") == [.key(.character("j"))])
    }

    @Test mutating func `keys work again a second after a report that never ends`() {
        #expect(take("\u{1B}]" + String(repeating: "1", count: 2000)) == [])
        #expect(take("j", after: .milliseconds(1100)) == [.key(.character("j"))])
    }

    @Test(arguments: ["\u{7}", "\u{1B}\\"], ["\u{1B}]11;rgb:", "\u{1B}P"])
    mutating func `a report is skipped however long it is and however slowly it arrives`(
        end: String, beginning: String
    ) {
        #expect(take(beginning + String(repeating: "q", count: 1500)) == [])
        for _ in 0..<5 { #expect(take(String(repeating: "Dq", count: 2000), after: .milliseconds(600)) == []) }
        #expect(take(String(end.prefix(1)), after: .milliseconds(100)) == [])
        #expect(take(end.dropFirst() + "j") == [.key(.character("j"))])
    }

    @Test(arguments: ["P", "X", "^", "_"])
    mutating func `a key with Alt that begins a report is one if an escape follows at once`(key: String) {
        #expect(
            take("\u{1B}\(key)\u{1B}[200~text\u{1B}[201~") == [
                .key(.alt(.character(Character(key)))), .key(.paste("text"))
            ])
    }

    @Test(arguments: ["\u{1B}P>|xterm", "\u{1B}Xj", "\u{1B}]11;rgb:0"])
    mutating func `another sequence breaks off a report, even one of those that are awaited`(report: String) {
        decoder.expectReports(from: time)
        #expect(take(report + "\u{1B}[200~text\u{1B}[201~j") == [.key(.paste("text")), .key(.character("j"))])
    }

    @Test mutating func `a terminal that answers nothing delays no key for longer than others`() {
        decoder.expectReports(from: time)
        #expect(take("\u{1B}Xj", after: .seconds(11)) == [])
        #expect(take("j", after: .milliseconds(1100)) == [.key(.character("j"))])
    }

    @Test mutating func `a sequence is skipped however long it is`() {
        #expect(take("\u{1B}[" + String(repeating: "1;", count: 500) + "Aj") == [.key(.character("j"))])
    }

    @Test(arguments: ["\u{1B}]", "\u{1B}]11;rgb:0000/0000/0000", "\u{1B}[<0;3"])
    mutating func `keys work again a second after an incomplete sequence, even while the user types`(
        beginning: String
    ) {
        #expect(take(beginning) == [])
        #expect(take("1", after: .milliseconds(600)) == [])
        #expect(take("j", after: .milliseconds(600)) == [.key(.character("j"))])
    }

    @Test(arguments: [("15;0", TerminalBackground.dark), ("0;15", .light), ("12;default;8", .dark), ("0;7", .light)])
    func `COLORFGBG tells whether the background is dark or light`(value: String, background: TerminalBackground) {
        #expect(TerminalBackground(colorFGBG: value) == background)
        #expect(TerminalBackground(colorFGBG: "default;default") == nil)
    }
}

@Suite struct `Names of keys` {
    @Test(
        arguments: [
            (0x0D, Key.enter), (0x0A, .enter), (0x1B, .escape), (0x7F, .backspace), (0x08, .backspace), (0x09, .tab),
            (0x03, .control("c")), (0x1A, .control("z")), (0x20, .character(" ")), (0x65E5, .character("日"))
        ] as [(UInt32, Key)])
    func `a key is made from the character that it sends`(character: UInt32, key: Key) {
        #expect(Key(character: character) == key)
    }

    @Test(arguments: [0, 0x1C, 0x1F, 0xD800, 0x110000, .max] as [UInt32])
    func `an invalid character makes no key`(character: UInt32) {
        #expect(Key(character: character) == nil)
    }

    @Test func `a key has a name for the help`() {
        #expect(
            [Key.character("j"), .control("l"), .enter, .character(" "), .up].map(\.name) == [
                "j", "Ctrl-L", "Enter", "Space", "↑"
            ])
    }
}
