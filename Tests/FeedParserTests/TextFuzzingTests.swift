import ParserPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of dates and JSON` {
    @Test(arguments: try FuzzingSeed.all(of: "dates"))
    func `a date breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        #expect(seed.broken(DatePromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "json"))
    func `JSON breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        #expect(seed.broken(adding: "{}[],:\"\\", JSONPromises.broken) == [])
    }
}
