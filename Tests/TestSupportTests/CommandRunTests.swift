import Glibc
import Testing

@testable import TestSupport

@Suite struct `A command run` {
    @Test func `returns status, output and errors apart`() throws {
        let run = try CommandRun.shell("echo out; echo err >&2; exit 2")
        #expect(run.status == 2)
        #expect(run.output == "out\n")
        #expect(run.errors == "err\n")
    }

    @Test func `sees nothing but the environment it was given`() throws {
        let run = try CommandRun(program: "/usr/bin/env", environment: ["A": "1", "B": "two words"])
        #expect(run.output == "A=1\nB=two words\n")
    }

    @Test func `has no terminal and nothing to read`() throws {
        #expect(try CommandRun.shell("cat; : </dev/tty").status != 0)
    }

    @Test func `feeds more input than a pipe holds while it drains the output`() throws {
        let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
        let run = try CommandRun(program: "/bin/cat", input: input)
        #expect(run.exit == .status(0))
        #expect(run.outputBytes == input)
    }

    @Test func `drains both outputs at once`() throws {
        let run = try CommandRun.shell(
            "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; head -c 1000 /dev/zero >&2")
        #expect(run.outputBytes.count == 300_000)
        #expect(run.errorBytes.count == 301_000)
    }

    @Test func `survives a program that does not read its input`() throws {
        let run = try CommandRun(program: "/bin/true", input: [UInt8](repeating: 0, count: 1_000_000))
        #expect(run.status == 0)
    }

    @Test func `ends empty input at once`() throws {
        #expect(try CommandRun(program: "/bin/cat", input: []).output == "")
    }

    @Test func `tells the signal that ended the program`() throws {
        let run = try CommandRun.shell("kill -TERM $$")
        #expect(run.exit == .signal(SIGTERM))
        #expect(run.status == nil)
    }

    @Test func `gives up on a program that does not end`() throws {
        let failure = #expect(throws: CommandTimeout.self) {
            try CommandRun.shell("echo begun; exec tail -f /dev/null", within: 0.2)
        }
        #expect(failure?.description.contains("standard output: begun") == true)
    }
}

extension CommandRun {
    fileprivate static func shell(_ script: String, within seconds: Double = 20) throws -> CommandRun {
        try CommandRun(
            program: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"], within: seconds)
    }
}
