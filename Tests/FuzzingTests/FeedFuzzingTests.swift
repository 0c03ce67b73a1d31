import Promises
import TestSupport
import Testing

@Suite struct `Fuzzing of feeds and servers` {
    @Test(arguments: try FuzzingSeed.all(in: "Fuzzing/Seeds") + FuzzingSeed.all(in: "Fuzzing/Findings"))
    func `a document breaks no promise of the parser`(seed: FuzzingSeed) {
        #expect(ParserPromises.broken(by: FuzzedInput(seed.bytes)) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "dates"))
    func `a date breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(DatePromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "json"))
    func `JSON breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "{}[],:\"\\", JSONPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "headers"))
    func `the head of an answer breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: ":;=,\r\n \t", HeaderPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "answers"))
    func `what a server answers breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        let promises = AnswerPromises()
        #expect(seed.broken(count: 30, adding: "{}[],:\"\0", promises.broken) == [])
    }
}
