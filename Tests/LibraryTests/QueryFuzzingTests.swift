import QueryPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of filters and searches` {
    @Test(arguments: try FuzzingSeed.all(of: "queries"))
    func `a filter or search breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        let promises = try QueryPromises()
        #expect(seed.broken(adding: "\"()-:%_ =~", promises.broken) == [])
    }
}
