import Testing

@testable import Refresh

@Suite struct DocumentEndTests {
    @Test(arguments: [
        "<rss><channel></channel></rss>\n", "<feed></feed><!-- made in 3 ms -->", "<RDF:RDF></RDF:RDF>",
        "<a:feed></a:feed>", "{\"items\":[]}\n\n", "<\0f\0e\0e\0d\0/\0>\0"
    ])
    func `a whole document has an end`(text: String) {
        #expect(DocumentEnd(of: Array(text.utf8)).isThere)
    }

    @Test(arguments: [
        "", "<rss><channel><item></item>", "<feed><entry><title>The </feed of", "{\"items\":[{\"id\":1",
        "{\"items\":[1,"
    ])
    func `a truncated document has no end`(text: String) {
        #expect(!DocumentEnd(of: Array(text.utf8)).isThere)
    }
}
