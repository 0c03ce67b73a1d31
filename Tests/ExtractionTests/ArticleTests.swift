import Extraction
import Foundation
import TestSupport
import Testing
import URLs

@Suite struct `The article of a page` {
    @Test func `a blog's article has its text and nothing from around it`() throws {
        let article = try Pages.article(in: "blog")
        #expect(article.text.hasPrefix("The clock came to us in a shoe box"))
        #expect(article.text.hasSuffix("late for everything, too."))
        #expect(article.text.contains("Cutting a wheel"))
        for other in ["Share this", "one letter a month", "Recent articles", "same clock", "All rights", "About"] {
            #expect(!article.text.contains(other))
        }
    }

    @Test func `a news article is without advertisements and links to other articles`() throws {
        let text = try Pages.article(in: "news").text
        #expect(text.contains("will reopen in the second week of May"))
        #expect(text.contains("early for work"))
        #expect(text.contains("no mobile reception at all"))
        for other in ["Advertisement", "Read more", "Barge owner", "cookies", "Imprint", "14 March 2026", "Sport"] {
            #expect(!text.contains(other))
        }
    }

    @Test func `a table of data stays in the article`() throws {
        let article = try Pages.article(in: "news")
        #expect(article.html.contains("<th>Ferry</th>"))
        #expect(article.text.contains("11,300"))
    }

    @Test func `a page laid out with tables and line breaks has paragraphs`() throws {
        let article = try Pages.article(in: "table-layout")
        #expect(article.text.split(separator: "\n").count { $0.utf8.count > 150 } == 3)
        #expect(article.html.contains("<p>For a hundred") || article.html.contains("<p>\nFor a hundred"))
        for other in ["Guest book", "The birds", "Last changed"] { #expect(!article.text.contains(other)) }
    }

    @Test func `a comic is an article, although it has a picture and no text`() throws {
        let article = try Pages.article(in: "comic", at: "https://robots.example/412")
        #expect(article.html.contains("src=\"https://robots.example/comics/412.png\""))
        #expect(article.html.contains("alt=\"Two robots look at a puddle.\""))
        #expect(article.metadata.byline == "Pia Ruud")
    }

    @Test func `links and pictures have absolute URLs`() throws {
        let html = try Pages.article(in: "blog", at: "https://wood.example/2026/mending-a-clock/").html
        #expect(html.contains("href=\"https://wood.example/2026/wheels/\""))
        #expect(html.contains("src=\"https://wood.example/pictures/wheel.jpg\""))
        #expect(!html.contains("data:image"))
    }

    @Test(arguments: [
        "https://a.example/b?c=d&e#f", "https://a.example", "HTTPS://A.example/B", "https://a.example:443/b",
        "http://1.2/", "https://xn--bcher-kva.example/", "https://bücher.example/", "https://a-.b--c.example/",
        "https://a@b.example/", "https://a.example/./b/../c", "https://a.example/%2e%2E/b%20c%zz", "//a.example/b",
        "/", "/b/c", "/../b", "/.b", "/b//c", "b", "b/./c", "b/..", "b.html?c=/../d#e#f", "mailto:a@example.org",
        "3",
        "?b", "#b", "#b c", "#b'", "/b'c?d'e", "/ü?ü", "/b\\c", "/b\tc", " /b ", "/b|c[d]{e}^", "http:/b", "https:b", ""
    ])
    func `a link leads where browsers would lead`(address: String) throws {
        let url = "https://example.org:8080/2026/a%20page/x?y#z"
        let page = Pages.page([
            Pages.prose(1), "<a href=\"\(address)\">Link</a> " + Pages.prose(2), Pages.prose(3)
        ])
        let href = try #require(WebURL(address, base: WebURL(url))).href.replacing("&", with: "&amp;")
        #expect(try Pages.article(in: page, at: url).html.contains("<a href=\"\(href)\">Link"))
    }

    @Test(arguments: ["", "x", "<&\">", "a < b && c > d", "“ü” & <ü>", String(repeating: "123456", count: 3) + "&"])
    func `text is text in the HTML, too`(text: String) throws {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
        let article = try Pages.article(in: Pages.page([escaped + Pages.prose(1), Pages.prose(2), Pages.prose(3)]))
        #expect(article.html.contains("<p>\(escaped)Paragraph"))
        #expect(article.text.hasPrefix(text + "Paragraph"))
    }

    @Test(arguments: [
        (" a  b\t\nc d e f g h  i\u{A0}j ", "a b c d e f g h i\u{A0}j"), ("a b c d e f g h ", "a b c d e f g h"),
        ("word word word word\n\nword word ü ü ü ü", "word word word word word word ü ü ü ü")
    ])
    func `white space in a row is one space in the text`(text: String, expected: String) throws {
        let article = try Pages.article(in: Pages.page([text, Pages.prose(1), Pages.prose(2), Pages.prose(3)]))
        #expect(article.text.split(separator: "\n")[0] == expected)
        #expect(article.letters >= expected.utf16.count + 3 * Pages.prose(1).utf16.count)
        #expect(article.letters <= expected.utf16.count + 3 * Pages.prose(1).utf16.count + 1)
    }

    @Test func `captions are in the HTML as captions, and not in the text`() throws {
        let article = try Pages.article(in: "blog")
        #expect(article.html.contains("<figcaption>The wheel that was missing.</figcaption>"))
        #expect(!article.text.contains("The wheel that was missing."))
        let other = Pages.page([
            Pages.prose(1), "<img src=/a.jpg><span class=wp-caption-text>A mill.</span>", Pages.prose(2), Pages.prose(3)
        ])
        #expect(try Pages.article(in: other).html.contains("<figcaption>A mill.</figcaption>"))
    }

    @Test func `a caption and its picture stay together if the page has them in a box`() throws {
        let page = Pages.page([
            Pages.prose(1), "<div><div><img src=/a.jpg></div><p class=caption>A mill.</p></div>", Pages.prose(2),
            Pages.prose(3)
        ])
        let article = try Pages.article(in: page)
        #expect(article.html.contains("<figcaption>A mill.</figcaption></figure>"))
        #expect(!article.text.contains("A mill."))
    }

    @Test func `soft hyphens are in the HTML and not in the text`() throws {
        let article = try Pages.article(
            in: Pages.page(["Donau&shy;dampf", Pages.prose(1), Pages.prose(2), Pages.prose(3)]))
        #expect(article.html.contains("Donau\u{AD}dampf"))
        #expect(article.text.hasPrefix("Donaudampf\n"))
    }

    @Test(arguments: [
        "<math><msup><mi>x</mi><mn>2</mn></msup></math>",
        "<span class=mwe-math-element><span style='display: none'><math><msup><mi>x</mi><mn>2</mn></msup></math></span><img class=mwe-math-fallback-image-inline aria-hidden=true alt='{x^2}' src=/x.svg></span>",
        "<span class=MathJax_Preview>y</span><script type='math/tex'>x²</script>",
        "<span class=katex><span class=katex-mathml><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation>y</annotation></semantics></math></span><span class=katex-html aria-hidden=true>y</span></span>"
    ])
    func `formulas are text, once each`(formula: String) throws {
        let article = try Pages.article(
            in: Pages.page(["Then \(formula) holds.", Pages.prose(1), Pages.prose(2), Pages.prose(3)]))
        #expect(article.text.hasPrefix("Then x² holds.\n"))
    }

    @Test func `scripts, handlers and dangerous links aren't in the HTML`() throws {
        let page = Pages.page([
            Pages.prose(1), "<a href='javascript:alert(1)' onclick='x()'>Press</a> or <script>alert(2)</script>wait.",
            "<img src=x onerror=alert(3)>" + Pages.prose(2),
            "<iframe src='https://evil.example/'></iframe>" + Pages.prose(3)
        ])
        let html = try Pages.article(in: page).html
        #expect(html.contains("Press"))
        for part in ["javascript:", "alert", "onclick", "onerror", "iframe", "script"] { #expect(!html.contains(part)) }
    }

    @Test func `an article that shows its text only without scripts is found`() throws {
        let page =
            "<title>A page</title><body><div id=app></div><noscript><div>"
            + (1...4).map { "<p>\(Pages.prose($0))</p>" }.joined() + "</div></noscript>"
        #expect(try Pages.article(in: Array(page.utf8)).text.contains("Paragraph 4"))
    }

    @Test func `a page that shows less than its text for search engines has that text`() throws {
        let text = (1...4).map { Pages.prose($0) }.joined(separator: "\\n")
        let data = #"{"@type":"NewsArticle","headline":"A page","articleBody":"\#(text)"}"#
        let page = Pages.page(head: "<script type='application/ld+json'>\(data)</script>", ["Loading the article."])
        let article = try Pages.article(in: page)
        #expect(article.text.split(separator: "\n").count == 4)
        #expect(article.reason == "the page shows less than its text for search engines")
    }

    @Test func `the lead of an article comes first, although it is in the page's header`() throws {
        let lead = "A mill, a river and a dog: what happened in a valley where nothing was expected to happen."
        let page =
            "<title>A page</title><body><header class=site-header><h1>A page</h1><p class=lead>\(lead)</p></header>"
            + "<nav><p class=teaser-text>\(Pages.prose(9))</p></nav><article>"
            + (1...4).map { "<p>\(Pages.prose($0))</p>" }.joined() + "</article>"
        let inArticle = page.replacing("<article>", with: "").replacing("<header", with: "<article><header")
        #expect(try Pages.article(in: Array(inArticle.utf8)).text.hasPrefix(lead))
        #expect(try !Pages.article(in: Array(inArticle.utf8)).text.contains("Paragraph 9"))
    }

    @Test func `hidden text isn't part of the article`() throws {
        let page = Pages.page([
            Pages.prose(1), Pages.prose(2), "<span style='color: red; Display : none'>secret</span>" + Pages.prose(3),
            "<span hidden>secret</span><span aria-hidden=true>secret</span>" + Pages.prose(4)
        ])
        #expect(try !Pages.article(in: page).text.contains("secret"))
    }

    @Test func `an article is found whatever its class says about its subject`() throws {
        let page =
            "<title>A page</title><body><article class='post category-social-media sponsor'>"
            + (1...4).map { "<p>\(Pages.prose($0))</p>" }.joined() + "</article>"
        #expect(try Pages.article(in: Array(page.utf8)).text.contains("Paragraph 4"))
    }

    @Test func `the reason says why a part was chosen`() throws {
        #expect(try Pages.article(in: "blog").reason == "it has the most text")
        #expect(try Pages.article(in: "news").reason == "the page marks it, and it has the most text")
    }
}

@Suite struct `A page without an article` {
    @Test(arguments: [
        ("login", ExtractionRefusal.login), ("consent", .consent), ("application", .needsScripts)
    ])
    func `a page in the article's place is refused with the reason`(name: String, refusal: ExtractionRefusal) {
        #expect(throws: refusal) { try Pages.article(in: name) }
    }

    @Test(
        arguments: [
            ("%PDF-1.7 …", nil, ExtractionRefusal.pdf), ("…", "application/pdf", .pdf), ("…", "video/mp4", .video),
            ("…", "image/png", .notHTML("image/png")), ("{\"a\":1}", "text/html", .notHTML("application/json")),
            ("<?xml version='1.0'?><!-- x --><rss version='2.0'>", nil, .feed),
            ("<feed xmlns='http://www.w3.org/2005/Atom'>", "text/html", .feed), ("<rdf:RDF>", nil, .feed),
            ("GIF89a\0\0\0", nil, .notHTML("application/octet-stream")), ("", nil, .tooLittleText),
            ("<title>Empty</title>", nil, .tooLittleText)
        ] as [(String, String?, ExtractionRefusal)])
    func `what isn't a page to read is refused with its kind`(page: String, type: String?, refusal: ExtractionRefusal) {
        #expect(throws: refusal) { try Pages.article(in: Array(page.utf8), contentType: type) }
    }

    @Test func `a page of more than 8 MB is refused`() {
        let page = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20 + 1)
        #expect(throws: ExtractionRefusal.tooLarge) { try Pages.article(in: page) }
    }

    @Test func `a video with a line of text is refused, and one with an article isn't`() throws {
        let head = "<meta property='og:type' content='video.other'>"
        #expect(throws: ExtractionRefusal.video) {
            try Pages.article(in: Pages.page(head: head, ["A cat falls off a sofa."]))
        }
        #expect(try Pages.article(in: Pages.page(head: head, (1...5).map(Pages.prose))).letters > 500)
    }

    @Test func `an article that speaks of cookies and passwords is an article`() throws {
        let page = Pages.page(
            (1...9).map(Pages.prose) + ["The button says “accept all cookies”. <input type=password> Nobody reads on."])
        #expect(try Pages.article(in: page).text.contains("accept all cookies"))
    }

    @Test(arguments: [
        (ExtractionRefusal.login, "the page asks you to log in"), (.notHTML("image/png"), "not a web page: image/png"),
        (.tooLarge, "the page is larger than 8 MB"), (.needsScripts, "the page needs JavaScript")
    ])
    func `each reason is said in words`(refusal: ExtractionRefusal, words: String) {
        #expect(refusal.description == words)
    }
}

@Suite struct `Hostile pages` {
    @Test(arguments: [
        "<div>", "<p>", "<a href=x>", "<ul><li>", "<table><tr><td>x", "<b><p>x", "<div class=comment>", "<br>",
        "x<br><br>", "<div hidden>", "<article><p>x", "<noscript><div>", "<form><input>", "<section><h2>", "<a><div>x,",
        "<div><p>A text that is long enough for points.</p></div>",
        "<p class=lead>A text, as long as leads are: of fifty letters or so.</p>", "<meta name=author content=x>",
        "<h2>Related</h2><p><a href=x>y</a></p>", "<script type='application/ld+json'>[{\"a\":[1]}]</script>"
    ])
    func `the time grows in proportion to the page`(part: String) {
        let isProportional = growsSteadily(from: 1500) { count in
            _ = Extractor().extract(WebPage(Array(String(repeating: part, count: count).utf8)))
        }
        #expect(isProportional)
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
