import Testing

@testable import Terminal

@Suite struct `Input` {
    private var decoder = InputDecoder()
    private var time = ContinuousClock.now

    /// Takes what a terminal sends, as ncurses hands it over.
    private mutating func take(_ text: String, after pause: Duration = .zero) -> [TerminalInput] {
        time += pause
        var input = [decoder.begin(at: time)].compactMap(\.self)
        var rest = text[...]
        while let first = rest.unicodeScalars.first {
            if let known = InputDecoder.sequences.first(where: { rest.hasPrefix($0.text) }) {
                if let event = decoder.take(code: known.code) { input.add(event) }
                rest = rest.dropFirst(known.text.count)
            } else {
                if let event = decoder.take(character: first.value) { input.add(event) }
                rest.unicodeScalars.removeFirst()
            }
        }
        return input
    }

    @Test mutating func `is keys`() {
        #expect(take("jé\t") == [.key(.character("j")), .key(.character("é")), .key(.tab)])
    }

    @Test mutating func `is a key with Alt where one comes along with an escape`() {
        #expect(take("\u{1B}bc") == [.key(.alt(.character("b"))), .key(.character("c"))])
        #expect(take("\u{1B}\u{7F}") == [.key(.alt(.backspace))])
        #expect(take("\u{1B}\r\u{1B}") == [.key(.escape), .key(.enter), .key(.escape)])
        #expect(take("b") == [.key(.character("b"))])
    }

    @Test(arguments: [
        ("0;1;1M", MouseEvent.Deed.press(.left), 0, 0), ("2;80;24M", .press(.right), 23, 79),
        ("0;3;2m", .release, 1, 2),
        ("32;3;2M", .drag, 1, 2), ("64;5;6M", .wheelUp, 5, 4), ("81;5;6M", .wheelDown, 5, 4)
    ])
    mutating func `is what the mouse did`(report: String, deed: MouseEvent.Deed, row: Int, column: Int) {
        #expect(take("\u{1B}[<" + report) == [.mouse(MouseEvent(deed, row: row, column: column))])
    }

    @Test mutating func `is a double press when the second comes soon, and in the same cell`() {
        let press = MouseEvent(.press(.left), row: 1, column: 2)
        let double = MouseEvent(.doublePress, row: 1, column: 2)
        #expect(take("\u{1B}[<0;3;2M") == [.mouse(press)])
        #expect(take("\u{1B}[<0;3;2M", after: .milliseconds(200)) == [.mouse(double)])
        #expect(take("\u{1B}[<0;3;2M", after: .milliseconds(200)) == [.mouse(press)])
        #expect(take("\u{1B}[<0;3;2M", after: .seconds(1)) == [.mouse(press)])
    }

    @Test mutating func `of the mouse may come in pieces`() {
        #expect(take("\u{1B}[<64;5") == [])
        #expect(take(";6Mj") == [.mouse(MouseEvent(.wheelUp, row: 5, column: 4)), .key(.character("j"))])
    }

    @Test(arguments: ["", ";;", "0;0;0", "0;1", "1;2;3;4", "99999999;1;1", "3;1;1"])
    mutating func `that the mouse never sent is nothing`(report: String) {
        #expect(take("\u{1B}[<" + report + "M").filter { $0 == .key(.character("M")) } == [])
    }

    @Test mutating func `is a whole paste, with its lines and no keys in it`() {
        #expect(take("\u{1B}[200~q\r\u{1B}") == [])
        #expect(take("Q\u{1B}[201~j") == [.key(.paste("q\n\u{1B}Q")), .key(.character("j"))])
    }

    @Test mutating func `is no more of a paste than any prompt takes`() {
        let pasted = take("\u{1B}[200~" + String(repeating: "x", count: 100_000) + "\u{1B}[201~")
        #expect(pasted == [.key(.paste(String(repeating: "x", count: 1 << 16)))])
    }

    @Test mutating func `is keys again when a paste never ends`() {
        #expect(take("\u{1B}[200~abc") == [])
        #expect(take("j", after: .seconds(6)) == [.key(.paste("abc")), .key(.character("j"))])
    }

    @Test mutating func `is one paste, however long it takes to come and to be read`() {
        #expect(take("\u{1B}[200~ab") == [])
        #expect(take("c", after: .seconds(4)) == [])
        decoder.end(at: time + .seconds(4))
        #expect(take("q\u{1B}[201~", after: .seconds(8)) == [.key(.paste("abcq"))])
    }

    @Test(arguments: [
        ("11;rgb:0000/0000/0000\u{7}", TerminalBackground.dark), ("11;rgb:ffff/ffff/ffff\u{1B}\\", .light),
        ("11;rgb:fd/f6/e3\u{7}", .light), ("11;rgb:0/2/3\u{7}", .dark)
    ])
    mutating func `is what is behind the text`(report: String, background: TerminalBackground) {
        #expect(take("\u{1B}]" + report) == [.background(background)])
    }

    @Test(arguments: ["11;?", "10;rgb:0000/0000/0000", "11;rgb:00000/0/0", "11;rgb:/", "11;rgb:0/0", ""])
    mutating func `that says nothing of it is nothing`(report: String) {
        #expect(take("\u{1B}]" + report + "\u{7}j") == [.key(.character("j"))])
    }

    @Test mutating func `is keys again after a report that never ends`() {
        _ = take("\u{1B}]" + String(repeating: "1", count: 200))
        #expect(take("j") == [.key(.character("j"))])
    }

    @Test(arguments: ["\u{1B}]", "\u{1B}]11;rgb:0000/0000/0000", "\u{1B}[<0;3"])
    mutating func `is keys again a second after a beginning that has no end, though somebody types on`(
        beginning: String
    ) {
        #expect(take(beginning) == [])
        #expect(take("1", after: .milliseconds(600)) == [])
        #expect(take("j", after: .milliseconds(600)) == [.key(.character("j"))])
    }

    @Test(arguments: [("15;0", TerminalBackground.dark), ("0;15", .light), ("12;default;8", .dark), ("0;7", .light)])
    func `of the environment tells what is behind the text`(value: String, background: TerminalBackground) {
        #expect(TerminalBackground(colorFGBG: value) == background)
        #expect(TerminalBackground(colorFGBG: "default;default") == nil)
    }
}
