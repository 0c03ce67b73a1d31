import TestSupport
import Testing

@Suite struct `Confinement of the helper` {
    @Test(arguments: [
        "read a file", "write a file", "connect", "run a program", "kill lede", "start a process", "make code of data",
        "use 300 MB"
    ])
    func `the helper can't do what decoding doesn't need`(attempt: String) throws {
        let run = try CommandRun(
            program: BuildProducts.executable("ConfinedHelper"), arguments: ["try", attempt], environment: [:])
        #expect(run.status == 0)
    }
}
