import System
import Testing

@Suite struct `The nearest name` {
    private let names = ["items", "import opml", "refresh", "unread", "undo", "-h"]

    @Test(arguments: [("itms", "items"), ("refersh", "refresh"), ("Unread", "unread"), ("unred", "unread")])
    func `a misspelled name gets the most similar one`(written: String, meant: String) {
        #expect(NearestName.of(written, among: names) == meant)
    }

    @Test(arguments: ["frobnicate", "", "x", String(repeating: "items", count: 1000)])
    func `a name that resembles no other gets no suggestion`(written: String) {
        #expect(NearestName.of(written, among: names) == nil)
    }
}

@Suite struct CountedTests {
    @Test func `a count of one has a singular, and any other a plural`() {
        #expect([0, 1, 2].map { $0.counted("feed") } == ["0 feeds", "1 feed", "2 feeds"])
    }

    @Test func `a plural can have its own form`() {
        #expect([1, 2].map { $0.counted("saved search", "saved searches") } == ["1 saved search", "2 saved searches"])
    }
}
