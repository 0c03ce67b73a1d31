import Foundation
import Glibc
import Testing

@testable import TestSupport

@Suite struct `A pseudo-terminal` {
    @Test func `the pseudoterminal is the controlling terminal of the program's own session`() throws {
        let terminal = try PseudoTerminal.shell("tty; cut -d' ' -f1,6,7 /proc/$$/stat; echo gone home >/dev/tty")
        #expect(terminal.waitForExit() == .status(0))
        let lines = terminal.text.split(separator: "\r\n")
        try #require(lines.count == 3)
        let number = try #require(Int(lines[0].replacing("/dev/pts/", with: "")))
        // Process, session and device number of the controlling terminal: /dev/pts/n is 136:n (proc(5)).
        let leader = terminal.processIdentifier
        #expect(lines[1] == "\(leader) \(leader) \(136 << 8 | number & 0xFF | (number >> 8) << 20)")
        #expect(lines[2] == "gone home")
    }

    @Test func `control C becomes a signal for the program`() throws {
        let terminal = try PseudoTerminal.shell("echo ready; exec cat")
        terminal.read(until: "ready")
        try terminal.write([0x03])
        #expect(terminal.waitForExit() == .signal(SIGINT))
    }

    @Test func `the terminal has the given size`() throws {
        let terminal = try PseudoTerminal.shell("stty size", size: (columns: 132, rows: 43))
        #expect(terminal.waitForExit() == .status(0))
        #expect(terminal.text == "43 132\r\n")
    }

    @Test func `the program is told of a new size`() throws {
        let terminal = try PseudoTerminal.shell(
            "trap 'stty size; exit 7' WINCH; echo ready; while :; do read line; done")
        terminal.read(until: "ready")
        terminal.resize(columns: 100, rows: 30)
        #expect(terminal.waitForExit() == .status(7))
        #expect(terminal.text.hasSuffix("30 100\r\n"))
    }

    @Test func `the program gets what is typed`() throws {
        let terminal = try PseudoTerminal.shell("read line; echo \"got $line\"")
        try terminal.write(Array("héllo\r".utf8))
        #expect(terminal.waitForExit() == .status(0))
        #expect(terminal.text == "héllo\r\ngot héllo\r\n")
    }

    @Test func `the program gets the signals sent to it`() throws {
        let terminal = try PseudoTerminal.shell("trap 'exit 3' TERM; echo ready; while :; do read line; done")
        terminal.read(until: "ready")
        terminal.signal(SIGTERM)
        #expect(terminal.waitForExit() == .status(3))
    }

    @Test func `the terminal tells whether the program restored its modes`() throws {
        let terminal = try PseudoTerminal.shell("read a; old=$(stty -g); stty raw -echo; echo ready; read b; stty $old")
        let before = terminal.modes
        #expect(before.echoes && before.waitsForLines && before.makesSignals)
        try terminal.write(Array("\r".utf8))
        terminal.read(until: "ready")
        #expect(!terminal.modes.echoes && !terminal.modes.waitsForLines && !terminal.modes.makesSignals)
        try terminal.write(Array("\n".utf8))
        #expect(terminal.waitForExit() == .status(0))
        #expect(terminal.modes == before)
    }

    @Test func `no output of an ended program is lost`() throws {
        let terminal = try PseudoTerminal.shell("seq 1 50000")
        #expect(terminal.waitForExit() == .status(0))
        #expect(terminal.text == (1...50000).map { "\($0)\r\n" }.joined())
    }

    @Test func `output read while waiting for the end is returned afterwards`() throws {
        let terminal = try PseudoTerminal.shell("echo last words")
        #expect(terminal.waitForExit() == .status(0))
        #expect(terminal.read(until: Deadline(in: 0)) == .output(Array("last words\r\n".utf8)))
        #expect(terminal.read(until: Deadline(in: 0)) == .ended(.status(0)))
    }

    @Test func `more can be typed than fits while the program answers`() throws {
        let terminal = try PseudoTerminal.shell("stty raw -echo; echo ready; exec cat")
        terminal.read(until: "ready\n")
        try terminal.write([UInt8](repeating: UInt8(ascii: "x"), count: 300_000))
        terminal.read { $0.count { $0 == UInt8(ascii: "x") } == 300_000 }
    }

    @Test func `the terminal knows what a program has not read yet`() throws {
        let terminal = try PseudoTerminal.shell("stty raw -echo; echo ready; exec sleep 1000")
        terminal.read(until: "ready")
        #expect(throws: SystemFailure("typing", code: ETIMEDOUT)) {
            try terminal.writeWithoutReading([UInt8(ascii: "A")], within: 0.1)
        }
    }

    @Test func `output that does not come in time is reported`() throws {
        let terminal = try PseudoTerminal.shell("read line")
        #expect(terminal.read(until: Deadline(in: 0.01)) == .timedOut)
        #expect(terminal.waitForExit(within: 0.01) == nil)
        #expect(terminal.exit == nil)
    }

    @Test func `a program that cannot be started is reported with the reason`() {
        #expect(throws: SystemFailure("starting /nowhere/lede", code: ENOENT)) {
            try PseudoTerminal(program: "/nowhere/lede")
        }
    }

    @Test func `a program starts with the signal handling of a normal start`() throws {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // The shell itself can't be asked, because it blocks all signals while it starts a command.
        let terminal = try PseudoTerminal.shell("exec grep -E '^Sig(Blk|Ign)' /proc/self/status")
        #expect(terminal.waitForExit() == .status(0))
        // Signals 32 and 33 belong to glibc. posix_spawn() leaves them ignored.
        let ours = ~(UInt64(1) << 31 | UInt64(1) << 32)
        let masks = terminal.text.split(separator: "\r\n").map { $0.suffix(16) }
        #expect(masks.map { UInt64($0, radix: 16).map { $0 & ours } } == [0, 0])
    }

    @Test func `a program inherits none of the test's descriptors`() throws {
        let server = try LoopbackServer { _ in .stall }
        let client = try Client(server)
        client.get("/")
        try server.waitForHits(on: "/")
        let terminal = try PseudoTerminal.shell("ls -1 /proc/$$/fd")
        #expect(terminal.waitForExit() == .status(0))
        #expect(terminal.text == "0\r\n1\r\n2\r\n")
    }

    @Test func `a program inherits nothing that another test opens as it starts`() throws {
        let stopped = Latch()
        defer { stopped.set() }
        Thread.detachNewThread {
            while !stopped.wait(until: Deadline(in: 0)) {
                let opened = (0..<50).map { _ in open("/dev/null", O_RDONLY) }
                for number in opened { close(number) }
            }
        }
        for _ in 0..<10 {
            let terminal = try PseudoTerminal.shell("ls -1 /proc/$$/fd")
            #expect(terminal.waitForExit() == .status(0))
            #expect(terminal.text == "0\r\n1\r\n2\r\n")
        }
    }

    @Test func `nothing that the program started outlives the terminal`() throws {
        let home = try Home()
        let fifo = "\(home.path)/alive"
        #expect(mkfifo(fifo, 0o600) == 0)
        let alive = Descriptor(open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
        var terminal: PseudoTerminal? = try .shell("exec >\(fifo); cat /dev/zero >&2 & echo running; wait")
        #expect(Poll.wait(for: [(alive.number, Poll.readable)], until: Deadline()) == [Poll.readable])
        #expect(alive.read() == .bytes(Array("running\n".utf8)))
        #expect(terminal?.exit == nil)
        terminal = nil
        // The pipe ends when the last process that could write to it is gone.
        #expect(Poll.wait(for: [(alive.number, Poll.readable)], until: Deadline()) != [0])
        #expect(alive.read() == .ended)
    }
}

extension PseudoTerminal {
    fileprivate static func shell(_ script: String, size: (columns: Int, rows: Int) = (80, 24)) throws -> PseudoTerminal
    {
        let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        return try PseudoTerminal(program: "/bin/sh", arguments: ["-c", script], environment: environment, size: size)
    }

    fileprivate var text: String { String(decoding: output, as: UTF8.self) }

    fileprivate func read(until text: String) {
        read { String(decoding: $0, as: UTF8.self).contains(text) }
    }

    fileprivate func read(until isEnough: ([UInt8]) -> Bool) {
        let deadline = Deadline()
        while !isEnough(output) {
            guard case .output = read(until: deadline) else {
                Issue.record("the program did not write what was waited for, but \(text)")
                return
            }
        }
    }
}
