import HTMLPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of encodings and selectors` {
    @Test(arguments: try FuzzingSeed.all(of: "charsets"))
    func `text in any encoding breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        #expect(seed.broken(CharsetPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "selectors"))
    func `a selector breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        #expect(seed.broken(adding: "[]():>~*/@|", SelectorPromises.broken) == [])
    }
}
