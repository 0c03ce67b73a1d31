import Testing

@testable import Terminal

private func name(_ answer: String) -> TerminalName {
    guard let name = TerminalName(answer) else { preconditionFailure("a terminal has a name") }
    return name
}

@Suite struct `Answers about pictures` {
    private var decoder = InputDecoder()
    private var time = ContinuousClock.now

    private mutating func take(_ text: String, after pause: Duration = .zero) -> [TerminalInput] {
        time += pause
        return decoder.decode(Array(text.utf8), at: time)
    }

    private mutating func wait(_ pause: Duration) -> [TerminalInput] {
        time += pause
        return decoder.resolveEscape(at: time)
    }

    /// What kitty answers.
    private static let answers =
        "\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?69;0$y\u{1B}[?62;4;22c"
    private static let parsed: [TerminalInput] = [
        .pictures(.name(name("kitty(0.32.2)"))), .pictures(.cell(usualCell)), .pictures(.attributes(hasSixel: true))
    ]

    @Test func `lede asks all at once, and last what every terminal answers`() {
        #expect(TerminalQuery.sequences == "\u{1B}[>q\u{1B}[16t\u{1B}[?69$p\u{1B}[c")
    }

    @Test mutating func `answers between keys are no keys`() {
        decoder.expectReports(from: time)
        #expect(take("j" + Self.answers + "k") == [.key(.character("j"))] + Self.parsed + [.key(.character("k"))])
    }

    @Test(arguments: [Duration.milliseconds(10), .milliseconds(800)])
    mutating func `answers that come in two pieces are no keys, wherever they are cut`(pause: Duration) {
        for cut in 1..<Self.answers.utf8.count { expectNoKeys(cut: cut, pause) }
    }

    @Test mutating func `a long name may stop for seconds`() {
        for cut in 3..<18 { expectNoKeys(cut: cut, .seconds(4)) }
    }

    private mutating func expectNoKeys(cut: Int, _ pause: Duration) {
        let bytes = Array(Self.answers.utf8)
        decoder = InputDecoder()
        decoder.expectReports(from: time)
        var input = decoder.decode(bytes[..<cut], at: time)
        input += decoder.decode(bytes[cut...], at: time + pause)
        #expect(input == Self.parsed, "cut at \(cut)")
    }

    @Test mutating func `an answer is none of the keys after what was taken for a key`() {
        decoder.expectReports(from: time)
        #expect(take("\u{1B}P") == [])
        #expect(decoder.mayBeEscape)
        #expect(wait(.milliseconds(25)) == [.key(.alt(.character("P")))])
        #expect(
            take(">|foot(1.13.1)\u{1B}\\q", after: .milliseconds(300)) == [
                .pictures(.name(name("foot(1.13.1)"))), .key(.character("q"))
            ])
    }

    @Test mutating func `an escape waits longer for the rest of an answer, and not once all have come`() {
        decoder.expectReports(from: time)
        #expect(take("\u{1B}") == [])
        #expect(decoder.patience(at: time + .milliseconds(400)) == .milliseconds(100))
        #expect(decoder.patience(at: time + .milliseconds(500)) == nil)
        #expect(take(String(Self.answers.dropFirst()), after: .milliseconds(400)) == Self.parsed)
        #expect(take("\u{1B}") == [])
        #expect(decoder.patience(at: time) == nil)
        #expect(wait(.milliseconds(25)) == [.key(.escape)])
    }

    @Test mutating func `an escape waits no longer in a terminal that answers nothing`() {
        decoder.expectReports(from: time)
        #expect(take("\u{1B}", after: .seconds(10)) == [])
        #expect(decoder.patience(at: time) == nil)
    }

    @Test mutating func `an answer whose escape was taken for a key long before has no keys`() {
        decoder.expectReports(from: time)
        for (report, answer) in zip(["P>|kitty(0.32.2)\u{1B}\\", "[6;20;10t", "[?62;4;22c"], Self.parsed) {
            #expect(take("\u{1B}") == [])
            #expect(wait(.milliseconds(500)) == [.key(.escape)])
            #expect(take(report, after: .seconds(3)) == [answer])
        }
        #expect(take("P") == [.key(.character("P"))])
    }

    @Test mutating func `keys with Alt work as before once all answers have come`() {
        decoder.expectReports(from: time)
        #expect(take(Self.answers) == Self.parsed)
        #expect(take("\u{1B}P") == [.key(.alt(.character("P")))])
        #expect(take(">") == [.key(.character(">"))])
    }

    @Test(arguments: [
        "[6;20t", "[6;0;0t", "[6;99999;99999t", "[4;600;800t", "[8;24;80t", "P>|\u{1B}\\", "P>|a\u{1}b\u{1B}\\",
        "_Gi=31;OK\u{1B}\\", "_Gi=7;OK\u{1B}\\", "P1$r0m\u{1B}\\", "[>1;2;3c"
    ])
    mutating func `other reports are no answers and no keys`(report: String) {
        decoder.expectReports(from: time)
        #expect(take("\u{1B}\(report)j") == [.key(.character("j"))])
    }

    @Test mutating func `the old keys of rxvt stay keys`() {
        decoder = InputDecoder(known: [Array("\u{1B}[c".utf8): .right, Array("\u{1B}Ot".utf8): .character("4")])
        #expect(take("\u{1B}[c\u{1B}Ot") == [.key(.right), .key(.character("4"))])
    }

    @Test(arguments: [
        ("kitty(0.28.1)", "kitty", [0, 28, 1]), ("WezTerm 20230712-072601-f4abf8fd", "wezterm", [20_230_712]),
        ("tmux 3.3a", "tmux", [3, 3]), ("XTerm(379)", "xterm", [379]), ("ghostty 1.0.1", "ghostty", [1, 0, 1]),
        ("iTerm2 3.5.0beta1", "iterm2", [3, 5, 0]), ("Konsole", "konsole", []),
        ("xterm.js(5.6.0-beta.8)", "xterm.js", [5, 6, 0])
    ])
    func `a terminal's name and version are read`(answer: String, name: String, version: [Int]) {
        #expect(TerminalName(answer)?.name == name)
        #expect(TerminalName(answer)?.version == version)
    }
}

@Suite struct `Ways to show pictures` {
    private func method(
        _ name: String?, sixel: Bool = false, cell: Bool = true, environment: [String: String] = [:],
        aroundTmux: String? = nil
    ) -> PictureMethod {
        var abilities = PictureAbilities(environment: environment, cell: nil)
        if let answer = name.flatMap({ TerminalName($0) }) { abilities.learn(.name(answer)) }
        if cell { abilities.learn(.cell(usualCell)) }
        abilities.learn(.attributes(hasSixel: sixel))
        if let aroundTmux {
            abilities.learn(fromTmux: "\(aroundTmux)|1|256,RGB")
        }
        #expect(abilities.isComplete)
        return abilities.method
    }

    @Test(arguments: [
        ("kitty(0.28.0)", PictureMethod.kitty), ("kitty(0.26.5)", .blocks), ("ghostty 1.0", .kitty),
        ("Rio 0.2", .kitty),
        ("Konsole 22.12.3", .blocks), ("Warp(v0.2024)", .blocks), ("WezTerm 20230712", .iterm),
        ("iTerm2 3.5.0", .iterm),
        ("foot(1.13.1)", .blocks), ("VTE(7006)", .blocks)
    ])
    func `name and version decide`(name: String, expected: PictureMethod) {
        #expect(method(name) == expected)
    }

    @Test func `other terminals show sixels if they say so and the size of a cell is known`() {
        for name in ["foot(1.13.1)", "XTerm(379)", "mlterm(3.9.2)", nil] {
            #expect(method(name, sixel: true) == .sixel)
            #expect(method(name, sixel: true, cell: false) == .blocks)
        }
        #expect(method("xterm.js(5.6.0)", sixel: true) == .iterm)
        #expect(method("xterm.js(5.6.0)") == .blocks)
        #expect(method("iTerm2 3.5.0", cell: false) == .iterm)
    }

    @Test func `in tmux the terminal around it decides, if tmux passes sequences on`() {
        #expect(method("tmux 3.4", sixel: true) == .blocks)
        #expect(method("tmux 3.3a", aroundTmux: "kitty(0.32.2)") == .kitty)
        #expect(method("tmux 3.3a", aroundTmux: "iTerm2 3.5.0") == .blocks)
    }

    @Test func `before the answers variables tell the terminal, except in tmux`() {
        let kitty = ["TERM": "xterm-kitty", "TERM_PROGRAM": ""]
        #expect(PictureAbilities(environment: kitty, cell: nil).terminal == TerminalName("kitty"))
        let code = ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.86.2", "TERM": "xterm-256color"]
        #expect(PictureAbilities(environment: code, cell: nil).terminal?.name == "xterm.js")
        #expect(PictureAbilities(environment: ["TMUX": "/tmp/x", "TERM_PROGRAM": "tmux"], cell: nil).terminal == nil)
        #expect(method(nil, environment: ["TERM_PROGRAM": "WezTerm"]) == .iterm)
    }
}
