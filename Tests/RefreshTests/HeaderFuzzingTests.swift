import HeaderPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of headers` {
    @Test(arguments: try FuzzingSeed.all(of: "headers"))
    func `the head of an answer breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        #expect(seed.broken(adding: ":;=,\r\n \t", HeaderPromises.broken) == [])
    }
}
