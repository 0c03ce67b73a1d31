import Spelling
import Testing

@Suite struct `The nearest name` {
    private let names = ["items", "import opml", "refresh", "unread", "undo", "-h"]

    @Test(arguments: [("itms", "items"), ("refersh", "refresh"), ("Unread", "unread"), ("unred", "unread")])
    func `is the one that was meant`(written: String, meant: String) {
        #expect(NearestName.of(written, among: names) == meant)
    }

    @Test(arguments: ["frobnicate", "", "x", String(repeating: "items", count: 1000)])
    func `is none where nothing is near`(written: String) {
        #expect(NearestName.of(written, among: names) == nil)
    }
}
