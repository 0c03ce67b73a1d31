import InputPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of terminal input` {
    @Test(arguments: try FuzzingSeed.all(of: "input"))
    func `what a terminal sends breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        #expect(seed.broken(adding: "\u{1B}[]~;<M\\", InputPromises.broken) == [])
    }
}
