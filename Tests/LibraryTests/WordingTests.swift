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
    func `a text is known by its first words, whatever its markup`(html: String) {
        #expect(key(html) != nil)
        #expect(key(html) == key(text))
    }

    @Test func `the signs and capitals of a title don't matter, its letters do`() {
        #expect(key("“A Week” in the KERNEL!", text) == key(text))
        #expect(key("A week in the kernels", text) != key(text))
        #expect(key("Неделя в ядре", text) == key("НЕДЕЛЯ В ЯДРЕ", text))
    }

    @Test func `what stands in the title is not mistaken for the text`() {
        #expect(key("A week", "in the kernel " + text) != key("A week in the kernel", text))
    }

    @Test(arguments: [
        "", "Comments", "<p><a href='https://example.org/a/very/long/address/that/nobody/reads'>Read more</a>"
    ])
    func `a text too short to tell has no fingerprint`(html: String) {
        #expect(key(html) == nil)
    }

    @Test func `twenty characters of Chinese are enough`() {
        #expect(key("内核一周", "星期一合并了六十个补丁，其中一个在星期二被撤回") != nil)
        #expect(key("内核一周", "星期一合并了") == nil)
    }

    @Test(arguments: ["<", "<p", "<!--", "<script>", "&", "&#", "&#x", "&#99999999;", "&#xD800;", "<p a='", "</"])
    func `a text that is cut off anywhere is no danger`(end: String) {
        #expect(key(text + end) != nil)
        #expect(key(end) == nil)
        _ = key(String(repeating: end, count: 100_000))
    }
}
