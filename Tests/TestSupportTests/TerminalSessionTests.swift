import Foundation
import Glibc
import Testing

@testable import TestSupport

@Suite struct `A terminal session` {
    @Test func `a session waits for a text and answers it`() throws {
        let session = try TerminalSession.shell("printf 'name? '; read name; echo \"hello $name\"; read end")
        try session.waitForScreen(showing: "name?")
        try session.type("Ada")
        try session.press(.enter)
        let screen = try session.waitForScreen { $0.line(1) == "hello Ada" }
        #expect(screen.text == "name? Ada\nhello Ada")
        try session.press(.control("d"))
        #expect(try session.waitForExit() == .status(1))
    }

    @Test func `the terminal's answers reach the program`() throws {
        let session = try TerminalSession.shell("stty raw -echo; printf 'ab\\033[6n'; head -c 6 | od -An -c; stty sane")
        #expect(try session.waitForExit() == .status(0))
        #expect(session.screen.contains("033   [   1   ;   3   R"))
    }

    @Test func `a failed wait shows the screen`() throws {
        let session = try TerminalSession.shell("echo something else; read line", size: (columns: 16, rows: 2))
        try session.waitForScreen(showing: "something else")
        let failure = #expect(throws: TerminalFailure.self) {
            try session.waitForScreen(showing: "hope", within: 0.01)
        }
        #expect(
            failure?.description == """
                “hope” did not come in time; the screen showed
                ┌────────────────┐
                │something else  │
                │                │
                └────────────────┘
                """)
    }

    @Test func `waiting fails after a while when the program never stops writing`() throws {
        let session = try TerminalSession.shell("exec yes")
        #expect(throws: TerminalFailure.self) { try session.waitForScreen(showing: "no", within: 0.05) }
        #expect(throws: TerminalFailure.self) { try session.waitForExit(within: 0.05) }
    }

    @Test func `the end of the program ends a wait at once`() throws {
        let session = try TerminalSession.shell("echo last words; exit 3", size: (columns: 16, rows: 2))
        let failure = #expect(throws: TerminalFailure.self) {
            try session.waitForScreen(showing: "hope", within: 600)
        }
        #expect(
            failure?.description == """
                the program ended with status 3 before “hope” came; the screen showed
                ┌────────────────┐
                │last words      │
                │                │
                └────────────────┘
                """)
    }

    @Test func `output written just before the end is seen`() throws {
        let session = try TerminalSession.shell("seq 1 5000; echo done")
        try session.waitForScreen(showing: "done")
        #expect(try session.waitForExit() == .status(0))
    }

    @Test func `the screen is resized with the terminal`() throws {
        let session = try TerminalSession.shell("trap 'stty size' WINCH; echo ready; while :; do read line; done")
        try session.waitForScreen(showing: "ready")
        session.resize(columns: 100, rows: 30)
        let screen = try session.waitForScreen(showing: "30 100")
        #expect(screen.lines.count == 30)
        #expect(screen.cells[0].count == 100)
        session.signal(SIGKILL)
        #expect(try session.waitForExit() == .signal(SIGKILL))
    }
}

extension TerminalSession {
    fileprivate static func shell(_ script: String, size: (columns: Int, rows: Int) = (80, 24)) throws
        -> TerminalSession
    {
        let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color"]
        return try TerminalSession(
            program: "/bin/sh", arguments: ["-c", script], environment: environment, size: size)
    }
}

@Suite struct `A reader` {
    @Test func `the reader ends before its home folder is removed`() throws {
        let script = "echo begun; while :; do mkdir -p $HOME/data/lede; : >$HOME/data/lede/library; done"
        var reader: Reader? = try Home().readerRunning(script)
        try reader?.waitForScreen(showing: "begun")
        let path = try #require(reader).home.path
        reader = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `the reader quits with a key`() throws {
        let reader = try Home().readerRunning("stty raw -echo; echo begun; test $(head -c 1) = q")
        try reader.waitForScreen(showing: "begun")
        #expect(try reader.quit() == .status(0))
    }
}

extension Home {
    /// A reader that runs a script as its program, because the real program has its own tests.
    fileprivate func readerRunning(_ script: String) throws -> Reader {
        let environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        return try Reader(home: self, program: "/bin/sh", arguments: ["-c", script], environment: environment)
    }
}
