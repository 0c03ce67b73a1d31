import Extraction
import Foundation
import Testing

@Suite struct `Hostile pages` {
    @Test(arguments: [
        "<div>", "<p>", "<a href=x>", "<ul><li>", "<table><tr><td>x", "<b><p>x", "<div class=comment>", "<br>",
        "x<br><br>", "<div hidden>", "<article><p>x", "<noscript><div>", "<form><input>", "<section><h2>", "<a><div>x,",
        "<div><p>A text that is long enough for points.</p></div>",
        "<p class=lead>A text, as long as leads are: of fifty letters or so.</p>", "<meta name=author content=x>",
        "<h2>Related</h2><p><a href=x>y</a></p>", "<script type='application/ld+json'>[{\"a\":[1]}]</script>"
    ])
    func `the time grows in proportion to the page`(part: String) {
        // Quadratic growth would be sixteen times.
        let isProportional = (0..<3).contains { _ in
            processorTime(of: part, count: 6000) < 9 * max(processorTime(of: part, count: 1500), 0.005)
        }
        #expect(isProportional)
    }

    /// The seconds that this thread works on a page of one part over and over.
    private func processorTime(of part: String, count: Int) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let page = Array(String(repeating: part, count: count).utf8)
        let start = now()
        _ = Extractor().extract(WebPage(page))
        return now() - start
    }

    @Test(arguments: ["x", "/x", "?x", "x|y"])
    func `a long base doesn't make each link long`(link: String) throws {
        let base = "<base href='https://a.example/\(String(repeating: "x", count: 400_000))/'>"
        let links = String(repeating: "<p>some words here, and more <a href='\(link)'>y</a></p>", count: 1000)
        let page = Array((base + "<article><p>\(Pages.prose(1))</p>\(links)</article>").utf8)
        let article = try Pages.article(in: page)
        #expect(article.html.utf8.count < 20 << 20)
        #expect(article.text.contains("Paragraph 1") && article.text.hasSuffix("and more y"))
    }

    @Test func `an article inside endless nesting is found`() throws {
        let page = String(repeating: "<div>", count: 5000) + (1...4).map { "<p>\(Pages.prose($0))</p>" }.joined()
        #expect(try Pages.article(in: Array(page.utf8)).text.contains("Paragraph 4"))
    }

    @Test func `an article on a page of nearly 8 MB is found`() throws {
        let page = Pages.page(
            head: "<script>\(String(repeating: "x", count: 7 << 20))</script>", (1...99).map(Pages.prose))
        #expect(try Pages.article(in: page).text.contains("Paragraph 99"))
    }

    @Test func `a page with too many elements to search has its text in order`() throws {
        let page = Array((String(repeating: "<i>a</i>", count: 60_000) + "<p>The end, at last.</p>").utf8)
        let article = try Pages.article(in: page)
        #expect(article.reason == "the page is too large to look for its article")
        #expect(article.text.hasSuffix("The end, at last."))
    }

    @Test func `a page in another encoding than its server says is read by its mark`() throws {
        let page = Pages.page(["Ein Bär, eine Kröte und ein Fuchs. " + Pages.prose(1), Pages.prose(2), Pages.prose(3)])
        #expect(
            try Pages.article(in: [0xEF, 0xBB, 0xBF] + page, contentType: "text/html; charset=iso-8859-1").text
                .contains("Bär"))
        let latin =
            Array("<meta charset=latin1>".utf8)
            + String(decoding: page, as: UTF8.self).unicodeScalars.map { UInt8($0.value) }
        #expect(try Pages.article(in: latin).text.contains("Bär"))
    }
}
