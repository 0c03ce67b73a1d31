import Glibc
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunningTests {
    private let programs = Programs()

    @Test func `a program's output is returned`() async throws {
        #expect(try await programs.output(of: Program(["printf", "%s", "a feed"])) == "a feed")
    }

    @Test func `arguments aren't interpreted by a shell`() async throws {
        let words = "$(id) `id`; id > /dev/stdout"
        #expect(try await programs.output(of: Program(["printf", "%s", words])) == words)
    }

    @Test func `a shell command is interpreted by the shell`() async throws {
        #expect(try await programs.output(of: Program(shell: "echo one; echo two | tr a-z A-Z")) == "one\nTWO\n")
    }

    @Test func `a program reads its input, however long it is`() async throws {
        var program = Program(["cat"])
        program.input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(await programs.outcome(of: program) == .success(program.input ?? []))
    }

    @Test func `a program may leave its input unread`() async throws {
        var program = Program(["true"])
        program.input = Array(repeating: 0, count: 1_000_000)
        #expect(await programs.outcome(of: program) == .success([]))
    }

    @Test func `a program without input reads an empty one`() async throws {
        #expect(try await programs.output(of: Program(shell: "cat; echo done")) == "done\n")
    }

    @Test func `given variables replace those of the environment`() async throws {
        var program = Program(shell: "echo $LEDE_TITLE; echo $HOME; echo $PATH")
        program.environment = ["LEDE_TITLE": "A “title”; $(id)", "HOME": "/nowhere"]
        let path = try #require(getenv("PATH").map { String(cString: $0) })
        #expect(try await programs.output(of: program) == "A “title”; $(id)\n/nowhere\n\(path)\n")
    }

    @Test func `a program inherits only its own three descriptors`() async throws {
        let open = open("/dev/null", O_RDONLY)
        defer { close(open) }
        // The fourth is the folder that ls reads.
        #expect(try await programs.output(of: Program(shell: "ls /proc/self/fd")) == "0\n1\n2\n3\n")
    }

    @Test func `a program starts with default signal handling`() async throws {
        signal(SIGUSR2, SIG_IGN)
        let line = Program(shell: "grep -E 'SigBlk|SigIgn' /proc/self/status | cut -f 2")
        let masks = try await programs.output(of: line).split(separator: "\n").map { UInt64($0, radix: 16) }
        // The C library ignores two more signals of its own.
        #expect(masks.map { $0.map { $0 & 0x7FFF_FFFF } } == [0, 0])
    }

    @Test func `a program has its own session, out of reach of the terminal`() async throws {
        let line = Program(shell: "echo $$; cut -d ' ' -f 6 /proc/$$/stat")
        let (process, session) = try await firstTwoLines(of: line)
        #expect(process == session)
    }

    @Test func `a run doesn't wait for programs that the program left in the background`() async throws {
        let (said, background) = try await firstTwoLines(of: Program(shell: "echo feed; sleep 3600 & echo $!"))
        #expect(said == "feed")
        #expect(kill(try #require(pid_t(background)), SIGKILL) == 0)
    }

    private func firstTwoLines(of program: Program) async throws -> (String, String) {
        let lines = try await programs.output(of: program).split(separator: "\n")
        try #require(lines.count == 2)
        return (String(lines[0]), String(lines[1]))
    }
}
