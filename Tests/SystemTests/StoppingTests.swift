import Foundation
import System
import TestSupport
import Testing

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
