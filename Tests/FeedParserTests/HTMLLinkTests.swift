import FeedParser
import Testing

/// Relative links inside the HTML of a feed.
struct HTMLLinkTests {
    private func body(_ html: String, baseURL: String? = "https://a.example/feed/all.xml") throws -> String? {
        let item = "<description><![CDATA[\(html)]]></description>"
        return try FeedParser.parse(rss(item: item), baseURL: baseURL).items.first?.summary
    }

    @Test(arguments: [
        ("<a href='b.html'>x</a>", "<a href='https://a.example/feed/b.html'>x</a>"),
        ("<a href=\"/b?c#d\">x</a>", "<a href=\"https://a.example/b?c#d\">x</a>"),
        ("<a class=x href=../b>x</a>", "<a class=x href=https://a.example/b>x</a>"),
        ("<IMG alt='a > b' SRC = 'i.png'/>", "<IMG alt='a > b' SRC = 'https://a.example/feed/i.png'/>"),
        ("<img src='//b.example/i.png'>", "<img src='https://b.example/i.png'>"),
        (
            "<video poster='p.png'><source src='v.mp4'></video>",
            "<video poster='https://a.example/feed/p.png'><source src='https://a.example/feed/v.mp4'></video>"
        ),
        ("<a href='..\\b c'>x</a>", "<a href='https://a.example/b%20c'>x</a>"),
        ("<a href='%2e%2e/b'>x</a>", "<a href='https://a.example/b'>x</a>"),
        ("<a href='b?c=d e'>x</a>", "<a href='https://a.example/feed/b?c=d%20e'>x</a>"),
        ("<a href=' b '>x</a> tail", "<a href='https://a.example/feed/b'>x</a> tail")
    ])
    func `a relative link in HTML starts from the document's URL`(html: String, resolved: String) throws {
        #expect(try body(html) == resolved)
    }

    @Test(arguments: [
        "<a href='https://b.example/c'>x</a>", "<a href='mailto:a@b.example'>x</a>", "<a href=''>x</a>",
        "<a href>x</a>", "<a href='#fn1'>1</a>", "<a href=#fn1>1</a>",
        "a < b href='c'", "<p title='href=x'>href='y'</p>", "<p data-src='x'>", "<a href='unclosed", "<a href=", "<"
    ])
    func `other links in HTML stay unchanged`(html: String) throws {
        #expect(try body(html) == html)
    }

    @Test(arguments: ["b", "../b"])
    func `a resolved link keeps the host as in its document`(link: String) throws {
        let resolved = try body("<a href='\(link)'>x</a>", baseURL: "https://Bücher.Example/feed")
        #expect(resolved == "<a href='https://Bücher.Example/b'>x</a>")
    }

    @Test func `links stay unchanged without a base URL`() throws {
        #expect(try body("<a href='b'>x</a>", baseURL: nil) == "<a href='b'>x</a>")
    }

    @Test func `links in inline XHTML start from the nearest xml:base`() throws {
        let feed = """
            <feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://a.example/'><entry>
            <content type='xhtml' xml:base='b/'><div xmlns='http://www.w3.org/1999/xhtml' xml:base='c/'><a href='d'/>\
            <p xml:base='/e/'><img src='f'/></p><a href='g'/><a href='#h'/></div></content>
            <link href='h'/></entry></feed>
            """
        let item = try #require(FeedParser.parse(Array(feed.utf8)).items.first)
        #expect(
            item.content == """
                <a href="https://a.example/b/c/d"></a><p><img src="https://a.example/e/f"></p>\
                <a href="https://a.example/b/c/g"></a><a href="#h"></a>
                """)
        #expect(item.link == "https://a.example/h")
    }
}
