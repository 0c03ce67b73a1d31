import HTML
import Testing

struct CharacterReferenceTests {
    @Test func `a name without its semicolon counts only if old pages wrote it that way`() {
        #expect(text("a &lt b &hellip c &notit;") == "a < b &hellip c ¬it;")
    }

    @Test func `the longest matching name counts`() {
        #expect(text("&notin; &not &CounterClockwiseContourIntegral; &acE; &Zcaron;") == "∉ ¬ ∳ \u{223E}\u{333} Ž")
    }

    @Test func `invalid numbers and old quotation marks are corrected`() {
        #expect(text("&#147;a&#148; &#0; &#xD800; &#x1F600; &#x110000; &#;") == "“a” \u{FFFD} \u{FFFD} 😀 \u{FFFD} &#;")
    }

    private func text(_ html: String) -> String {
        let tree = HTMLTree(parsingFragment: Array(html.utf8), in: "div")
        return tree.textContent(of: tree.root)
    }
}
