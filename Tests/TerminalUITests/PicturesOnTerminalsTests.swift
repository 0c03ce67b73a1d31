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
