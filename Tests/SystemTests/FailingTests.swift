import System
import TestSupport
import Testing

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
