import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Pictures on terminals` {
    private let begin = "\u{1B}_Ga=T"
    private let placeholder = "\u{10EEEE}"

    @Test func `kitty gets each picture once, and it scrolls as text`() throws {
        let terminal = try PictureTerminal(photos: 3, answering: PictureTerminal.kitty)
        try terminal.wait { $0.count(placeholder) > 0 && $0.count(begin) == 2 }
        try terminal.settle()
        try terminal.pressSeen("jjkkpp")
        try terminal.settle()
        #expect(terminal.count(begin) == 2)
        try terminal.press("  ")
        try terminal.wait { $0.count(begin) == 3 }
        try terminal.settle()
        try terminal.press("kkkk")
        try terminal.settle()
        #expect(terminal.count(begin) == 3)
        #expect(terminal.count("a=T,U=1,q=2,i=") == 3)
        #expect(terminal.count(",c=30,r=14,f=24,s=120,v=112,o=z,m=1;") == 3)
        // The terminal keeps nothing after the end.
        try terminal.quit()
        #expect(terminal.count("a=d,d=I,i=") == 3)
    }

    @Test func `blocks are there first, and every cell of a picture becomes a placeholder`() throws {
        let terminal = try PictureTerminal(answering: PictureTerminal.kitty)
        try terminal.wait { $0.count(begin) == 1 }
        #expect(terminal.screen.cell(4, 20).background != .standard || terminal.screen.cell(4, 20).text == "P")
        try terminal.wait { $0.count(placeholder) > 0 }
        try terminal.settle()
        #expect(terminal.count(placeholder) == 30 * 14)
        #expect((2..<16).allSatisfy { terminal.screen.line($0).hasSuffix("     " + String(repeating: "P", count: 30)) })
    }

    @Test func `a picture is sent again after another program had the terminal, and after clearing`() throws {
        let terminal = try PictureTerminal(answering: PictureTerminal.kitty)
        try terminal.wait { $0.count(placeholder) > 0 }
        try terminal.press("l")
        try terminal.wait { $0.count("a=d,d=I") == 1 && $0.count(begin) == 2 }
        try terminal.press("c")
        try terminal.wait { $0.count("a=d,d=I") == 2 && $0.count(begin) == 3 }
    }

    @Test func `a picture isn't sent again when the window's size changes`() throws {
        let terminal = try PictureTerminal(answering: PictureTerminal.kitty)
        try terminal.wait { $0.count(placeholder) == 30 * 14 }
        try terminal.settle()
        terminal.resize(columns: 70, rows: 22)
        try terminal.wait { $0.count(placeholder) == 2 * 30 * 14 }
        try terminal.settle()
        #expect(terminal.count(begin) == 1 && terminal.count("a=p,U=1,q=2") == 1)
    }

    @Test func `in tmux a picture waits in blocks until the user is in its window`() throws {
        let tmux = try FakeTmux(sights: ["0|0|1", "1|0|1"])
        let terminal = try PictureTerminal(answering: FakeTmux.identity, environment: tmux.environment)
        try terminal.wait { $0.screen.cell(4, 20).background != .standard }
        try terminal.settle()
        #expect(terminal.count(begin) == 0)
        try terminal.press("j")
        try terminal.wait { $0.count(placeholder) > 0 }
        #expect(terminal.count("\u{1B}Ptmux;\u{1B}\(begin)") == 1)
    }

    @Test func `in tmux a picture is sent again if its window was hidden meanwhile`() throws {
        let tmux = try FakeTmux(sights: ["1|0|1", "1|1|0", "1|0|1"])
        let terminal = try PictureTerminal(answering: FakeTmux.identity, environment: tmux.environment)
        try terminal.wait { $0.count("a=d,d=I") == 1 }
        try terminal.settle()
        #expect(terminal.count(begin) == 1 && terminal.count(placeholder) == 0)
        try terminal.press("j")
        try terminal.wait { $0.count(placeholder) > 0 }
        #expect(terminal.count(begin) == 2)
    }

    @Test func `on a slow line keys are answered between parts of pictures`() throws {
        let terminal = try PictureTerminal(photos: 2, answering: PictureTerminal.kitty)
        terminal.answersStatus = false
        try terminal.wait { $0.count(begin) == 1 }
        try terminal.settle()
        let pieces = terminal.count("\u{1B}_G")
        #expect(terminal.count(placeholder) == 0)
        try terminal.pressSeen("jk")
        #expect(terminal.count("\u{1B}_G") <= pieces + 2)
        terminal.answersStatus = true
        try terminal.press("jk")
        try terminal.wait { $0.count(placeholder) > 0 && $0.count(begin) == 2 }
    }

    @Test func `the setting has an effect at once`() throws {
        let terminal = try PictureTerminal(answering: PictureTerminal.kitty)
        try terminal.wait { $0.count(placeholder) > 0 }
        try terminal.press("B")
        try terminal.wait { $0.screen.contains("blocksOnly") && $0.screen.cell(4, 20).background != .standard }
        #expect(terminal.count("a=d,d=I") == 1)
        try terminal.press("N")
        try terminal.wait { $0.screen.contains("none") && $0.screen.line(4) == "line 3" }
        try terminal.press("K")
        try terminal.wait { $0.count(begin) == 2 && $0.count(placeholder) == 2 * 30 * 14 }
    }

    @Test func `late answers are no keys`() throws {
        let terminal = try PictureTerminal(answering: "")
        try terminal.pressSeen("jk")
        let answer = PictureTerminal.kitty
        try terminal.press(String(answer.prefix(9)))
        try terminal.settle()
        try terminal.press(String(answer.dropFirst(9)) + "pp")
        try terminal.wait { $0.count(placeholder) > 0 }
        #expect(terminal.screen.line(23) == "keys: jkpp")
    }

    @Test func `an answer that stops after its first byte is no key, and Escape is one afterwards`() throws {
        let terminal = try PictureTerminal(answering: "")
        try terminal.pressSeen("jk")
        let answer = PictureTerminal.kitty
        try terminal.press(String(answer.prefix(1)))
        try terminal.settle(0.1)
        try terminal.press(String(answer.dropFirst(1)) + "pp")
        try terminal.wait { $0.count(placeholder) > 0 }
        #expect(terminal.screen.line(23) == "keys: jkpp")
        try terminal.press("\u{1B}")
        try terminal.wait { $0.screen.line(23) == "keys: jkpp<escape>" }
    }

    @Test func `Escape is a key in a terminal that doesn't answer`() throws {
        let terminal = try PictureTerminal(answering: "")
        try terminal.pressSeen("jk")
        try terminal.press("\u{1B}")
        try terminal.wait { $0.screen.line(23) == "keys: jk<escape>" }
    }

    @Test(arguments: [
        "\u{1B}P>|kitty(0.28\u{1B}\\", "\u{1B}P>|\(String(repeating: "k", count: 5000))\u{1B}\\",
        "\u{1B}_Gi=31;\(String(repeating: "x", count: 5000))\u{1B}\\", "\u{1B}[6;0;99999t",
        "\u{1B}[0n\u{1B}[0n\u{1B}[0n",
        "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}]11;rgb:zz/zz/zz\u{1B}\\"
    ])
    func `hostile answers change nothing for the user`(answer: String) throws {
        let terminal = try PictureTerminal(answering: answer + "\u{1B}[?62;22c")
        try terminal.pressSeen("jk")
        try terminal.wait { $0.screen.cell(4, 20).background != .standard }
        #expect(terminal.screen.line(23) == "keys: jk")
        try terminal.quit()
    }

    @Test func `a terminal without colours gets no pictures and no questions`() throws {
        let terminal = try PictureTerminal(answering: PictureTerminal.kitty, environment: ["TERM": "vt100"])
        try terminal.pressSeen("K")
        try terminal.settle()
        #expect(terminal.screen.contains("none"))
        #expect(terminal.count("\u{1B}[>q") == 0)
    }

    @Test func `iTerm2 gets parts of pictures when nothing moves, each once`() throws {
        let terminal = try PictureTerminal(answering: PictureTerminal.iterm)
        let file = "\u{1B}]1337;File=inline=1;size="
        try terminal.wait { $0.count(file) == 3 }
        #expect(terminal.count("\u{1B}7\u{1B}[3;13H\(file)") == 1)
        #expect(terminal.count("\u{1B}7\u{1B}[9;13H\(file)") == 1)
        #expect(terminal.count("\u{1B}7\u{1B}[15;13H\(file)") == 1)
        #expect(terminal.count(";width=30;height=6;preserveAspectRatio=0;doNotMoveCursor=1:") == 2)
        try terminal.pressSeen("xyz")
        try terminal.settle()
        #expect(terminal.count(file) == 3)
        // What a message erased is drawn again, and no more.
        try terminal.pressSeen("p")
        try terminal.settle()
        #expect(terminal.count(file) == 3)
        try terminal.pressSeen("p")
        try terminal.wait { $0.count(file) == 4 }
        try terminal.settle()
        #expect(terminal.count(file) == 4)
        #expect(terminal.count(";width=21;height=3;") == 1)
    }

    @Test(.enabled(if: dlopen("libchafa.so.0", RTLD_LAZY) != nil, "chafa's library isn't installed"))
    func `xterm gets sixels over the cells, and the cursor stays`() throws {
        let terminal = try PictureTerminal(answering: PictureTerminal.xterm)
        let sixels = "\u{1B}P0;1;0q\"1;1;120;48#"
        try terminal.wait { $0.count("\u{1B}P") == 3 }
        #expect(terminal.count("\u{1B}7\u{1B}[3;13H\(sixels)") == 1)
        #expect(terminal.count("\u{1B}7\u{1B}[9;13H\(sixels)") == 1)
        try terminal.settle()
        #expect(terminal.count("\u{1B}\\\u{1B}8") == 3)
        try terminal.press("B")
        try terminal.wait { $0.screen.contains("blocksOnly") }
        try terminal.settle()
        #expect(terminal.count("\u{1B}P") == 3)
    }
}

/// The program PictureShow on a terminal that gives a name and answers as such a terminal does.
final class PictureTerminal {
    private let terminal: PseudoTerminal
    private let emulator = Emulator(columns: 60, rows: 24)
    private let identity: String
    /// Whether it answers that it has taken everything.
    var answersStatus = true
    private var withoutPictures = WithoutPictures()
    private var scanned = 0
    private var openQuestions = 0

    /// Cells of 4×8 pixels keep the pictures small.
    init(photos: Int = 1, answering identity: String, environment: [String: String] = [:]) throws {
        self.identity = identity
        let variables = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""
        ]
        terminal = try PseudoTerminal(
            program: BuildProducts.executable("PictureShow"), arguments: ["\(photos)"],
            environment: variables.merging(Lede.ofProof) { $1 }.merging(environment) { $1 }, size: (60, 24))
    }

    static let kitty = "\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}[6;8;4t\u{1B}[?62;22c"
    static let xterm = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;8;4t\u{1B}[?64;4;22c"
    static let iterm = "\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[6;8;4t\u{1B}[?62;4c"

    var screen: Screen { emulator.screen }

    /// How often the program wrote these bytes.
    func count(_ text: String) -> Int {
        let output = Data(terminal.output)
        let wanted = Data(text.utf8)
        var (count, start) = (0, 0)
        while let found = output.range(of: wanted, in: start..<output.count) {
            count += 1
            start = found.upperBound
        }
        return count
    }

    func resize(columns: Int, rows: Int) {
        emulator.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    func press(_ keys: String) throws { try terminal.write(Array(keys.utf8)) }

    /// Presses keys and waits until the screen shows them.
    func pressSeen(_ keys: String) throws {
        try press(keys)
        try wait { $0.screen.line(23).hasSuffix(keys) }
    }

    /// Waits for what is true. Fails if it isn't true in time.
    func wait(within seconds: Double = Deadline.patience, for isTrue: (PictureTerminal) throws -> Bool) throws {
        let deadline = Deadline(in: seconds)
        while try !isTrue(self) {
            guard !deadline.hasPassed, case .output = try read(until: deadline) else {
                throw TerminalFailure.timedOut(waitingFor: "what is on the terminal", screen)
            }
        }
    }

    /// Reads until the program writes nothing for a while.
    func settle(_ seconds: Double = 0.4) throws { while case .output = try read(until: Deadline(in: seconds)) {} }

    /// Quits, and reads what the program writes at last.
    func quit() throws {
        try press("q")
        while case .output = try read(until: Deadline()) {}
    }

    private func read(until deadline: Deadline) throws -> PseudoTerminal.News {
        let news = terminal.read(until: deadline)
        if case .output(let bytes) = news {
            emulator.feed(withoutPictures.take(bytes))
            try answer()
        }
        return news
    }

    private func answer() throws {
        // A question that is cut is read with the next output.
        var end = terminal.output.count
        if let escape = terminal.output.suffix(3).lastIndex(of: 0x1B) { end = escape }
        let text = String(decoding: terminal.output[min(scanned, end)..<end], as: UTF8.self)
        scanned = max(scanned, end)
        if text.contains("\u{1B}[c") { try terminal.write(Array(identity.utf8)) }
        openQuestions += text.components(separatedBy: "\u{1B}[5n").count - 1
        guard answersStatus else { return }
        for _ in 0..<openQuestions { try terminal.write(Array("\u{1B}[0n".utf8)) }
        openQuestions = 0
    }
}

/// The output of a program for an emulator that knows no pictures: without what terminals take as pictures, and with a
/// letter in place of each placeholder.
struct WithoutPictures {
    private enum State {
        case text
        case escape
        /// In a string, which ends with BEL or `ESC \`.
        case picture(wasEscape: Bool)
        /// Behind a placeholder, with so many marks to come.
        case marks(Int)
    }

    private static let placeholder = Array("\u{10EEEE}".utf8)
    private var state = State.text
    private var matched = 0

    mutating func take(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { take($0) } }

    private mutating func take(_ byte: UInt8) -> [UInt8] {
        switch state {
        case .picture(let wasEscape):
            let isEnd = byte == 0x07 || wasEscape && byte == UInt8(ascii: "\\")
            state = isEnd ? .text : .picture(wasEscape: byte == 0x1B)
            return []
        case .escape:
            // APC, DCS and OSC. Other OSC strings matter to no test here.
            let isString = [UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]")].contains(byte)
            state = isString ? .picture(wasEscape: false) : .text
            return isString ? [] : [0x1B, byte]
        case .marks(let left) where left > 0 && byte & 0xC0 == 0xC0:
            state = .marks(left - 1)
            return []
        case .marks where byte & 0xC0 == 0x80: return []
        case .text, .marks:
            state = byte == 0x1B ? .escape : .text
            return byte == 0x1B ? [] : takeText(byte)
        }
    }

    private mutating func takeText(_ byte: UInt8) -> [UInt8] {
        guard byte == Self.placeholder[matched] else {
            defer { matched = 0 }
            return Self.placeholder.prefix(matched) + [byte]
        }
        matched += 1
        guard matched == Self.placeholder.count else { return [] }
        matched = 0
        state = .marks(3)
        return [UInt8(ascii: "P")]
    }
}

/// A program named tmux that answers as if kitty were around it.
struct FakeTmux {
    private let folder: Folder

    /// It says of the pane one after the other of these, and then always the last.
    init(sights: [String]) throws {
        folder = try Folder()
        let script = """
            #!/bin/sh
            cd "$(dirname "$0")"
            case "$*" in
            *client_termtype*) echo 'kitty(0.41.1)|on|256,RGB' ;;
            "display-message -t %7 -p "*) head -n 1 sights; sed 1d sights > rest; [ ! -s rest ] || mv rest sights ;;
            esac
            """
        try folder.write(script, to: "tmux", mode: 0o700)
        try folder.write(sights.joined(separator: "\n") + "\n", to: "sights")
    }

    static let identity = "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[6;8;4t\u{1B}[?62;22c"

    var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return ["TMUX": folder.path("socket,1,0"), "TMUX_PANE": "%7", "PATH": "\(folder.path("")):\(path)"]
    }
}
