import Testing

@testable import Library

@Suite struct WordingTests {
    private let title = "A week in the kernel"
    private let text = """
        Sixty patches were merged on Monday, and one of them was taken back on Tuesday, which is where
        the story begins that a maintainer told at the conference.
        """

    private func key(_ html: String) -> Int64? { key(title, html) }

    private func key(_ title: String, _ html: String) -> Int64? { Wording(title: title, html: html).key }

    @Test(arguments: [
        "<p>Sixty patches were merged on <b>Monday</b>, and one of them was taken back on Tuesday, which is where the story begins that a maintainer [1]",
        "<!-- <p> --><style>p > a { color: red }</style><img alt=''>SIXTY patches were merged on Monday &mdash; and one of them was taken back on Tuesday; which is where the story begins that a maintainer told. More",
        "Sixty patches were merged on Monday, &#97;nd one &#x6F;f them was taken back on Tuesday, which is where the story begins that a maintain …"
    ])
    func `a text is recognised by its first words, whatever its markup`(html: String) {
        #expect(key(html) != nil)
        #expect(key(html) == key(text))
    }

    @Test func `a title is recognised by its letters, whatever its punctuation and capitals`() {
        #expect(key("“A Week” in the KERNEL!", text) == key(text))
        #expect(key("A week in the kernels", text) != key(text))
        #expect(key("Неделя в ядре", text) == key("НЕДЕЛЯ В ЯДРЕ", text))
    }

    @Test func `words of the title don't count as words of the text`() {
        #expect(key("A week", "in the kernel " + text) != key("A week in the kernel", text))
    }

    @Test(arguments: [
        "", "Comments", "<p><a href='https://example.org/a/very/long/address/that/nobody/reads'>Read more</a>"
    ])
    func `a short text has no fingerprint`(html: String) {
        #expect(key(html) == nil)
    }

    @Test func `twenty Chinese characters are enough for a fingerprint`() {
        #expect(key("内核一周", "星期一合并了六十个补丁，其中一个在星期二被撤回") != nil)
        #expect(key("内核一周", "星期一合并了") == nil)
    }

    @Test(arguments: ["<", "<p", "<!--", "<script>", "&", "&#", "&#x", "&#99999999;", "&#xD800;", "<p a='", "</"])
    func `text that is cut off anywhere does no harm`(end: String) {
        #expect(key(text + end) != nil)
        #expect(key(end) == nil)
        _ = key(String(repeating: end, count: 100_000))
    }
}
