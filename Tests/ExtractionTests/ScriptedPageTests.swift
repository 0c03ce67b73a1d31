import Extraction
import TestSupport
import Testing

@Suite struct `A page that its scripts complete` {
    private func article(in body: String, head: String = "", title: String = "The mill in the valley") throws
        -> ExtractedArticle
    {
        try Pages.article(in: Array("<!DOCTYPE html><title>\(title)</title>\(head)<body>\(body)".utf8))
    }

    private func prose(_ numbers: ClosedRange<Int>) -> String { numbers.map { "<p>\(Pages.prose($0))</p>" }.joined() }

    private func order(_ text: String) -> [Int] {
        text.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    }

    @Test func `parts that a server sent later are where their templates stand`() throws {
        let text = try article(
            in: """
                <main><article>\(prose(1...2))<!--$?--><template id="B:0"></template><p>Loading the rest.</p><!--/$-->
                <!--$?--><template id="B:1"></template><!--/$-->\(prose(7...8))</article></main>
                <div hidden id="S:2">\(prose(5...6))</div><script>$RC=function(a,b){};$RC("B:1","S:2")</script>
                <div hidden id="S:0">\(prose(3...3))<template id="P:9"></template></div><script>$RC("B:0","S:0")</script>
                <div hidden id="S:9">\(prose(4...4))</div><script>$RS("S:9","P:9")</script>
                """
        ).text
        #expect(order(text) == Array(1...8))
        #expect(!text.contains("Loading"))
    }

    @Test func `a hidden part for which no template waits stays hidden`() throws {
        let text = try article(
            in:
                "<article>\(prose(1...4))</article><div hidden id=\"S:0\">\(prose(9...9))</div><script>$RC(\"B:0\",\"S:0\")</script>"
        ).text
        #expect(order(text) == Array(1...4))
    }

    @Test(arguments: [
        (1...5).map { "<p>\(Pages.prose($0))</p>" }.joined().debugDescription,
        "["
            + (1...5).map {
                #"{"_type":"block","style":"normal","children":[{"_type":"span","text":"\#(Pages.prose($0))"}]}"#
            }
            .joined(separator: ",") + "]",
        #"{"nodeType":"document","content":["#
            + (1...5).map { #"{"nodeType":"paragraph","content":[{"nodeType":"text","value":"\#(Pages.prose($0))"}]}"# }
            .joined(separator: ",") + "]}",
        (1...5).map { "<p>\(Pages.prose($0))</p>" }.joined().debugDescription
            .replacing("<", with: "\\u003c").replacing("valley", with: "v\\u0061lley")
    ])
    func `an article that only a script's data has is read from there`(body: String) throws {
        let data = #"{"menu":["Home","About"],"post":{"title":"The mill in the valley","body":\#(body)}}"#
        for script in [
            "<script id=__DATA__ type=application/json>\(data)</script>", "<script>window.STATE = \(data);</script>"
        ] {
            let article = try article(in: "<div id=app>Loading…</div>\(script)")
            #expect(order(article.text) == Array(1...5))
            #expect(article.text.contains("in a valley so narrow"))
            #expect(article.reason == "the page has its text in a script")
        }
    }

    @Test func `an article in a stream of strings is read across their ends`() throws {
        let html = prose(1...5)
        let stream =
            #"1:{"title":"The mill in the valley"}"# + "\n2:T\(String(html.utf8.count, radix: 16)),\(html)3:[]\n"
        let scripts = stride(from: 0, to: stream.utf8.count, by: 100).map { start in
            let part = String(stream.dropFirst(start).prefix(100))
            return "<script>self.x.push([1,\(part.debugDescription.replacing("</", with: "<\\/"))])</script>"
        }
        #expect(try order(article(in: "<div></div>" + scripts.joined()).text) == Array(1...5))
    }

    @Test func `data in a script that doesn't have the page's title isn't its article`() {
        let data = "{\"messages\":[\((1...5).map { Pages.prose($0).debugDescription }.joined(separator: ","))]}"
        #expect(throws: ExtractionRefusal.self) {
            try article(in: "<div></div><script>window.x = \(data)</script>", title: "Another page")
        }
    }

    @Test(arguments: [
        "<h3><button aria-expanded=false aria-controls=a>How was it mended?</button></h3><div id=a hidden>PART</div>",
        "<button data-bs-target='#a'>How was it mended?</button><div id=a style='display: none'>PART</div>",
        "<h3>How was it mended?</h3><div style='display:none'>PART</div>",
        "<h3>How was it mended?</h3><div hidden=until-found>PART</div>",
        "<details><summary>How was it mended?</summary>PART</details>",
        "<h3>How was it mended?</h3><div class=slide aria-hidden=true>PART</div>",
        "<div><h3>How was it mended?</h3><nav>PART</nav></div>"
    ])
    func `what a click shows is part of the article, with its heading`(card: String) throws {
        let text = try article(in: "<article>\(prose(1...3))\(card.replacing("PART", with: prose(4...4)))</article>")
            .text
        #expect(text.contains("How was it mended?"))
        #expect(order(text).filter { $0 > 0 } == Array(1...4))
    }

    @Test(arguments: ["style='visibility:hidden'", "style='display:none'", "hidden", "aria-hidden=true"])
    func `a page that is hidden until it is loaded has its article`(hiding: String) throws {
        #expect(
            try order(article(in: "<div \(hiding)><article>\(prose(1...5))</article></div><p>Loading</p>").text)
                == Array(1...5))
    }

    @Test(arguments: [1...1, 1...3, 1...5])
    func `what the page has for browsers without scripts is read if it shows much less, and never twice`(
        shown: ClosedRange<Int>
    ) throws {
        let copy = "<noscript><div>\(prose(1...5))</div></noscript>"
        let text = try article(in: "<article>\(prose(shown))\(copy)</article>").text
        #expect(order(text) == Array(shown.upperBound == 1 ? 1...5 : shown))
    }

    @Test func `a short text for browsers without scripts is the article if the page has no other`() throws {
        let page =
            "<noscript><div><p>\(Pages.prose(1))</p></div><footer><p>Best viewed with JavaScript enabled</p></footer></noscript><section></section><form style='display:none'><input type=password></form>"
        #expect(try order(article(in: page).text) == [1])
    }

    @Test func `a field for a password beside a short text is no reason to refuse it`() throws {
        #expect(
            try order(
                article(
                    in: "<form><input type=password></form><article><p>\(Pages.prose(1).prefix(150)).</p></article>"
                ).text) == [1])
    }
}

@Suite struct `Hidden text that is an attack` {
    private static let prose = (1...4).map { "<p>\(Pages.prose($0))</p>" }.joined()

    @Test(arguments: [
        "<div hidden>Buy pills, buy many pills, and buy them at once, before the night ends, from us and from nobody else.</div>",
        "<div style='display:none'><p>Buy pills, buy many pills, and buy them at once, before the night ends, from us.</p></div>",
        "<p style='color:#FFFFFF'>Buy pills, buy many pills, and buy them at once, before the night ends, from us.</p>",
        "<p style='color:red; background: red'>Buy pills, buy many pills, and buy them at once, before the night ends.</p>",
        "<p style='font-size:0'>Buy pills, buy many pills, and buy them at once, before the night ends, from us.</p>",
        "<p style='position:absolute; left:-9999px'>Buy pills, buy many pills, and buy them at once, before the night ends.</p>"
    ])
    func `a thousand hidden blocks add nothing to an article`(block: String) throws {
        let blocks = String(repeating: block, count: 1000)
        let page =
            "<title>A page</title><body style='background: white'>\(blocks)<article>\(Self.prose)</article>\(blocks)"
        let text = try Pages.article(in: Array(page.utf8)).text
        #expect(text.contains("Paragraph 4"))
        #expect(!text.contains("pills"))
    }

    @Test(arguments: [
        "<div hidden id=a>x</div><template id=b></template><script>f(\"b\",\"a\")</script>",
        "<script>{\"title\":\"A page\",\"a\":[{\"text\":\"A sentence of more than sixty letters, as long as those of articles are.\"}]}</script>",
        "<script>x = [[[{\"a\":\"</script>",
        "<button aria-controls=a>Show what is hidden</button><div id=a hidden>x</div>",
        "<div class=post><a href=/u/a>Ada</a><p>A post of some words.</p></div>",
        "<li><a href=x>A link to a page</a></li>",
        "<div><div><a href=/user/x>Ada</a>",
        "<section><div><p>A paragraph that has more than eighty letters, so that it counts as a part of an article.</p></div></section>"
    ])
    func `pages of parts that scripts show and of parts that look alike take time in proportion`(part: String) {
        let isProportional = growsSteadily(from: 1000) { count in
            let page = "<title>A page</title><body>" + String(repeating: part, count: count)
            _ = Extractor().extract(WebPage(Array(page.utf8)))
        }
        #expect(isProportional)
    }

    @Test func `a megabyte of data in a script changes nothing of an article`() throws {
        let data =
            "{\"title\":\"A page\",\"all\":["
            + String(
                repeating: "{\"text\":\"Buy pills, and buy them at once, before the night ends.\"},", count: 16_000)
            + "0]}"
        let page = "<title>A page</title><body><article>\(Self.prose)</article><script>window.x = \(data)</script>"
        let text = try Pages.article(in: Array(page.utf8)).text
        #expect(text.contains("Paragraph 4") && !text.contains("pills"))
    }
}
