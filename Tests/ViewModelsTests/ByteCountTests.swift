import Testing

@testable import ViewModels

@Suite struct ByteCountTests {
    @Test(arguments: [
        (-5, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (34_499, "34 kB"), (999_499, "999 kB"),
        (999_500, "1.0 MB"), (1_249_999, "1.2 MB"), (9_949_999, "9.9 MB"), (9_950_000, "10 MB"),
        (1_234_567_890, "1235 MB"), (Int.max, "9223372036854 MB")
    ])
    func `a number of bytes is rounded to a readable unit`(bytes: Int, words: String) {
        #expect(ByteCount(bytes).description == words)
    }
}
