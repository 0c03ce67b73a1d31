import AnswerPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of feed servers` {
    @Test(arguments: try FuzzingSeed.all(of: "answers"))
    func `what a server answers breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        let promises = AnswerPromises()
        #expect(seed.broken(count: 30, adding: "{}[],:\"\0", promises.broken) == [])
    }
}
