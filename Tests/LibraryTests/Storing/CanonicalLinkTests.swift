import Testing

@testable import Library

@Suite struct CanonicalLinkTests {
    @Test(arguments: [
        "http://example.org/news/1", "HTTPS://Example.ORG/news/1", "https://www.example.org/news/1/",
        "https://m.example.org/news/1", "https://amp.example.org/news/1", "https://example.org/news/1/amp/",
        "https://example.org:443/news/1", "http://example.org:80/news/1", "https://me@example.org./news/1",
        "https://example.org/news/1#comments", " https://example.org/news/1\n", "https://example.org/news//1",
        "https://example.org/news/1/index.html", "https://example.org/news/1;jsessionid=A7",
        "https://example.org/news/1?utm_source=rss&utm_medium=feed", "https://example.org/news/1?fbclid=x&amp;gclid=y",
        "https://example.org/news/1?FBCLID=x", "https://example.org/news/1?source=rss----1",
        "https://example.org/news/1?&",
        "https://example.org/%6eews/1"
    ])
    func `different links to a page have the same canonical link`(link: String) {
        #expect(CanonicalLink(link)?.text == "example.org/news/1")
    }

    @Test(arguments: [
        ("https://example.org/a?b=2&a=1", "example.org/a?a=1&b=2"),
        ("https://example.org/?p=12", "example.org?p=12"),
        ("https://example.org/index.php?p=12", "example.org?p=12"),
        ("https://example.org/a?q=x+y&from=Paris", "example.org/a?from=Paris&q=x%20y"),
        ("https://example.org:8080/a", "example.org:8080/a"),
        ("http://[::1]:8080/a", "[::1]:8080/a"),
        ("https://amp.dev/a", "amp.dev/a"),
        ("https://example.org/#!/a", "example.org#!/a"),
        ("https://example.org/a%2fb/ü%e2", "example.org/a%2Fb/%C3%BC%E2"),
        ("https://example.org/100%/x%zz", "example.org/100%/x%zz"),
        ("https://example.org/A", "example.org/A"), ("https://bücher.example/a", "xn--bcher-kva.example/a"),
        ("https://xn--bcher-kva.example/a", "xn--bcher-kva.example/a")
    ])
    func `links to different pages keep different canonical links`(link: String, text: String) {
        #expect(CanonicalLink(link)?.text == text)
    }

    @Test(arguments: [
        "https://www.google.com/url?rct=j&url=https://www.example.org/a%3Fp%3D1&ct=ga",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fa%3Fp%3D1%26fbclid%3Dx&h=AT",
        "https://go.theregister.com/feed/www.example.org/a?p=1",
        "https://out.reddit.com/?url=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fexample.org%252Fa%253Fp%253D1"
    ])
    func `a link through another site leads to the page behind it`(link: String) {
        // Text after a target in a path could belong to the wrapper or to the target.
        #expect(CanonicalLink(link)?.text.hasPrefix("example.org/a") == true)
    }

    @Test(arguments: [
        "", "mailto:me@example.org", "example.org/a", "ftp://example.org/a", "https://", "https:///a",
        "https://example.org",
        "https://example.org/", "https://www.example.org/?utm_source=rss", "https://example.org/index.html#top",
        "https://example.org/" + String(repeating: "a", count: 5000)
    ])
    func `a link that isn't to an article has no canonical link`(link: String) {
        #expect(CanonicalLink(link) == nil)
    }

    @Test func `links wrapped many times don't take for ever`() {
        var link = "https://example.org/a"
        for _ in 1...5 {
            link = "https://t.umblr.com/redirect?z=" + link.replacing("%", with: "%25").replacing("?", with: "%3F")
        }
        #expect(CanonicalLink(link) != nil)
    }
}

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
