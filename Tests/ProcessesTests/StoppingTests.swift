import Foundation
import Processes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StoppingTests {
    private let programs = Programs()
    private let home: Home

    init() throws { home = try Home() }

    @Test func `a program that takes too long is stopped, and with it all that it started`() async throws {
        let lifeline = try Lifeline(in: home)
        var program = Program(shell: "\(lifeline.take); sleep 60 & wait")
        program.timeout = .seconds(1)
        #expect(await programs.outcome(of: program) == .failure(.timedOut(after: .seconds(1))))
        try lifeline.waitUntilReleased()
    }

    @Test func `a program that won't be told is killed`() async throws {
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

    @Test func `a program without limits prints what it likes, of which nothing is kept`() async throws {
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

    @Test func `to cancel what is over changes nothing`() async throws {
        let outcomes = Record<Outcome>()
        let run = programs.run(Program(["true"])) { outcomes.add($0) }
        await outcomes.wait { !$0.isEmpty }
        run.cancel()
        _ = await programs.outcome(of: Program(["true"]))
        #expect(outcomes.entries == [.success([])])
    }

    @Test func `no more run at once than may, in the order in which they came`() async throws {
        let programs = Programs(atOnce: 1)
        let outcomes = Record<Outcome>()
        programs.run(Program(shell: "sleep 0.2; echo 1")) { outcomes.add($0) }
        programs.run(Program(["echo", "2"])) { outcomes.add($0) }
        programs.run(Program(["echo", "3"])) { outcomes.add($0) }
        await outcomes.wait { $0.count == 3 }
        #expect(outcomes.entries == ["1\n", "2\n", "3\n"].map { .success(Array($0.utf8)) })
    }

    @Test func `one that is cancelled while it waits is never started`() async throws {
        let programs = Programs(atOnce: 1)
        let outcomes = Record<Outcome>()
        programs.run(Program(["sleep", "0.3"])) { outcomes.add($0) }
        let waiting = programs.run(Program(shell: "touch \(home.path)/started")) { outcomes.add($0) }
        waiting.cancel()
        _ = await programs.outcome(of: Program(["true"]))
        #expect(outcomes.entries == [.failure(.cancelled), .success([])])
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/started"))
    }

    @Test func `hundreds of programs leave nothing open behind`() async throws {
        let outcomes = Record<Outcome>()
        for number in 0..<200 { programs.run(Program(shell: "exit \(number % 2)")) { outcomes.add($0) } }
        await outcomes.wait { $0.count == 200 }
        #expect(outcomes.entries.count { $0 == .success([]) } == 100)
        // Their queue closes each of them before it begins another.
        _ = await programs.outcome(of: Program(["true"]))
        // A few are those of the tests beside this one.
        #expect(openHandlesOfProcesses < 100)
    }

    private var openHandlesOfProcesses: Int {
        (0..<1024).count { number in
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return link == "anon_inode:[pidfd]"
        }
    }
}
