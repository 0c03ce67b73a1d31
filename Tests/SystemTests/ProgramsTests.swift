import Foundation
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

@Suite(.timeLimit(.minutes(5))) struct FailingTests {
    private let programs = Programs()

    @Test(arguments: [
        ("exit 3", "the command failed with exit code 3"),
        ("echo a >&2; echo 'no such page' >&2; echo >&2; exit 1", "the command failed with exit code 1: no such page"),
        ("kill -9 $$", "the command was killed by signal 9"),
        ("echo feed; exit 1", "the command failed with exit code 1")
    ])
    func `a failed program is reported with its reason and its last line`(line: String, words: String) async {
        #expect(await self.words(of: Program(shell: line)) == words)
    }

    @Test func `a missing program is reported`() async {
        let words = "can't start the command: no-such-program: No such file or directory"
        #expect(await self.words(of: Program(["no-such-program"])) == words)
    }

    @Test func `an empty command can't be started`() async {
        #expect(await words(of: Program([])) == "can't start the command: no program given")
    }

    @Test func `only the first part of a long last line is kept`() async {
        let flood = Program(shell: "yes | tr -d '\\n' | head -c 3000000 >&2; exit 1")
        #expect(await words(of: flood) == "the command failed with exit code 1: " + String(repeating: "y", count: 300))
    }

    @Test func `a program that prints without end is stopped`() async {
        var program = Program(["yes"])
        program.outputLimit = 1 << 20
        #expect(await programs.outcome(of: program) == .failure(.tooLong(limit: 1 << 20)))
    }

    @Test func `output of exactly the longest length is accepted`() async {
        var program = Program(["head", "-c", "100000", "/dev/zero"])
        program.outputLimit = 100_000
        #expect(await programs.outcome(of: program) == .success(Array(repeating: 0, count: 100_000)))
    }

    private func words(of program: Program) async -> String? {
        if case .failure(let failure) = await programs.outcome(of: program) { failure.description } else { nil }
    }
}

@Suite(.timeLimit(.minutes(5))) struct StoppingTests {
    private let programs = Programs()
    private let home: Home

    init() throws { home = try Home() }

    @Test func `a program that takes too long is stopped with all that it started`() async throws {
        let lifeline = try Lifeline(in: home)
        var program = Program(shell: "\(lifeline.take); sleep 60 & wait")
        program.timeout = .seconds(1)
        #expect(await programs.outcome(of: program) == .failure(.timedOut(after: .seconds(1))))
        try lifeline.waitUntilReleased()
    }

    @Test func `a program that ignores SIGTERM is killed`() async throws {
        let lifeline = try Lifeline(in: home)
        let outcomes = Record<Outcome>()
        let stubborn = Program(shell: "trap '' TERM; \(lifeline.take); while :; do sleep 60; done")
        let run = programs.run(stubborn) { outcomes.add($0) }
        try lifeline.waitUntilTaken()
        run.cancel()
        await outcomes.wait { !$0.isEmpty }
        #expect(outcomes.entries == [.failure(.cancelled)])
        try lifeline.waitUntilReleased()
    }

    @Test func `a program without limits may print anything, and its output isn't kept`() async throws {
        var program = Program(["head", "-c", "40000000", "/dev/zero"])
        (program.timeout, program.outputLimit) = (nil, nil)
        #expect(await programs.outcome(of: program) == .success([]))
    }

    @Test func `a program that is cancelled ends at once`() async throws {
        let outcomes = Record<Outcome>()
        let run = programs.run(Program(["sleep", "60"])) { outcomes.add($0) }
        run.cancel()
        await outcomes.wait { !$0.isEmpty }
        #expect(outcomes.entries == [.failure(.cancelled)])
    }

    @Test func `cancelling a program that has ended changes nothing`() async throws {
        let outcomes = Record<Outcome>()
        let run = programs.run(Program(["true"])) { outcomes.add($0) }
        await outcomes.wait { !$0.isEmpty }
        run.cancel()
        _ = await programs.outcome(of: Program(["true"]))
        #expect(outcomes.entries == [.success([])])
    }

    @Test func `programs run in order, and no more at once than allowed`() async throws {
        let programs = Programs(atOnce: 1)
        let outcomes = Record<Outcome>()
        programs.run(Program(shell: "sleep 0.2; echo 1")) { outcomes.add($0) }
        programs.run(Program(["echo", "2"])) { outcomes.add($0) }
        programs.run(Program(["echo", "3"])) { outcomes.add($0) }
        await outcomes.wait { $0.count == 3 }
        #expect(outcomes.entries == ["1\n", "2\n", "3\n"].map { .success(Array($0.utf8)) })
    }

    @Test func `a program that is cancelled while waiting is never started`() async throws {
        let programs = Programs(atOnce: 1)
        let outcomes = Record<Outcome>()
        programs.run(Program(["sleep", "0.3"])) { outcomes.add($0) }
        let waiting = programs.run(Program(shell: "touch \(home.path)/started")) { outcomes.add($0) }
        waiting.cancel()
        _ = await programs.outcome(of: Program(["true"]))
        #expect(outcomes.entries == [.failure(.cancelled), .success([])])
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/started"))
    }

    @Test func `hundreds of programs leave nothing open`() async throws {
        let outcomes = Record<Outcome>()
        for number in 0..<200 { programs.run(Program(shell: "exit \(number % 2)")) { outcomes.add($0) } }
        await outcomes.wait { $0.count == 200 }
        #expect(outcomes.entries.count { $0 == .success([]) } == 100)
        // The queue closes each program's descriptors before it starts another.
        _ = await programs.outcome(of: Program(["true"]))
        // A few belong to tests that run at the same time.
        #expect(openHandlesOfProcesses < 100)
    }

    private var openHandlesOfProcesses: Int {
        (0..<1024).count { number in
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return link == "anon_inode:[pidfd]"
        }
    }
}

typealias Outcome = Result<[UInt8], ProgramFailure>

extension Programs {
    /// Runs a program to its end.
    func outcome(of program: Program) async -> Outcome {
        await withCheckedContinuation { continuation in run(program) { continuation.resume(returning: $0) } }
    }

    /// The text that a program prints.
    func output(of program: Program) async throws -> String {
        String(decoding: try await outcome(of: program).get(), as: UTF8.self)
    }
}
