import Foundation
import Glibc
import Testing

@testable import TestSupport

@Suite struct `A command run` {
    @Test func `a command's status, output and errors are returned separately`() throws {
        let run = try CommandRun.shell("echo out; echo err >&2; exit 2")
        #expect(run.status == 2)
        #expect(run.output == "out\n")
        #expect(run.errors == "err\n")
    }

    @Test func `a command sees only the given environment and the tests' folder`() throws {
        let run = try CommandRun(program: "/usr/bin/env", environment: ["A": "1", "B": "two words"])
        #expect(try run.output == "A=1\nB=two words\nLEDE_TESTS=\(RunFolder.shared.get().path)\n")
    }

    @Test func `a command has no terminal and no input`() throws {
        #expect(try CommandRun.shell("cat; : </dev/tty").status != 0)
    }

    @Test func `a command gets more input than a pipe holds while its output is read`() throws {
        let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
        let run = try CommandRun(program: "/bin/cat", input: input)
        #expect(run.exit == .status(0))
        #expect(run.outputBytes == input)
    }

    @Test func `both outputs of a command are read at once`() throws {
        let run = try CommandRun.shell(
            "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; head -c 1000 /dev/zero >&2")
        #expect(run.outputBytes.count == 300_000)
        #expect(run.errorBytes.count == 301_000)
    }

    @Test func `a command may end without reading its input`() throws {
        let run = try CommandRun(program: "/bin/true", input: [UInt8](repeating: 0, count: 1_000_000))
        #expect(run.status == 0)
    }

    @Test func `empty input ends at once`() throws {
        #expect(try CommandRun(program: "/bin/cat", input: []).output == "")
    }

    @Test func `the signal that ended a command is reported`() throws {
        let run = try CommandRun.shell("kill -TERM $$")
        #expect(run.exit == .signal(SIGTERM))
        #expect(run.status == nil)
    }

    @Test func `waiting for a command that does not end fails after a while`() throws {
        let failure = #expect(throws: CommandTimeout.self) {
            try CommandRun.shell("echo begun; exec tail -f /dev/null", within: 0.2)
        }
        #expect(failure?.description.contains("standard output: begun") == true)
    }
}

extension CommandRun {
    fileprivate static func shell(_ script: String, within seconds: Double = Deadline.patience) throws -> CommandRun {
        try CommandRun(
            program: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"], within: seconds)
    }
}

@Suite struct `A build product` {
    @Test func `an executable is found beside the running one`() throws {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let name = URL(fileURLWithPath: running).lastPathComponent
        #expect(try BuildProducts.executable(name) == running)
    }

    @Test func `a missing executable is reported with its path`() throws {
        let failure = #expect(throws: MissingProduct.self) { try BuildProducts.executable("nothing-of-ours") }
        #expect(failure?.description.hasSuffix("/nothing-of-ours: build it first") == true)
    }
}
