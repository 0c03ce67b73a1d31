import TestSupport
import Testing

@Suite struct `Confinement` {
    @Test(arguments: [
        "read a file", "write a file", "change a file", "remove a file", "connect", "send a packet", "run a program",
        "kill lede", "start a process", "make code of data", "make data code", "type into the terminal", "use 300 MB"
    ])
    func `the helper can't do what decoding doesn't need`(attempt: String) throws {
        #expect(try outcome(of: attempt, in: "the helper") == 0)
    }

    @Test(arguments: [
        "write a file", "change a file", "remove a file", "connect", "send a packet", "run a program", "kill lede",
        "start a process", "make code of data", "make data code", "type into the terminal"
    ])
    func `a process that only parses can't do anything else`(attempt: String) throws {
        #expect(try outcome(of: attempt, in: "a parser") == 0)
    }

    @Test func `a process that only parses may read files, such as libraries`() throws {
        #expect(try outcome(of: "read a file", in: "a parser") == 1)
    }

    private func outcome(of attempt: String, in process: String) throws -> Int32? {
        let helper = try BuildProducts.executable("ConfinedHelper")
        return try CommandRun(program: helper, arguments: ["try", process, attempt]).status
    }
}
