import Extraction
import Testing

@Suite struct `What a page says of its article` {
    @Test func `JSON-LD has the title, the authors, the site, the date and the picture`() throws {
        let metadata = try Pages.article(in: "news", at: "https://ferry.example/bridge").metadata
        #expect(metadata.title == "Harbour bridge to reopen in May")
        #expect(metadata.byline == "Tomas Lind, Aylin Kaya")
        #expect(metadata.site == "The Daily Ferry")
        #expect(metadata.published == "2026-03-14T08:30:00+01:00")
        #expect(metadata.image == "https://ferry.example/images/bridge.jpg")
        #expect(metadata.language == "en")
    }

    @Test func `without data about the author, the line above the text names her`() throws {
        #expect(try Pages.article(in: "blog").metadata.byline == "By Ines Varga")
    }

    @Test(arguments: [
        ("Mending a wooden clock – The Workbench", "Mending a wooden clock"),
        ("How to mend a wooden clock | Somewhere", "How to mend a wooden clock"),
        ("The Workbench | Mending a wooden clock", "Mending a wooden clock"),
        ("A well-known chair", "A well-known chair"),
        ("News - A long tale of two mills - The Workbench", "News - A long tale of two mills"),
        ("Workbench: How to mend a wooden clock", "How to mend a wooden clock"),
        ("A wooden clock: how to mend it", "A wooden clock: how to mend it"),
        ("Clocks", "Clocks")
    ])
    func `the title of a page loses the name of the site`(title: String, expected: String) throws {
        let head = "<meta property='og:site_name' content='The Workbench'>"
        let page = Pages.page(title: title, head: head, [Pages.prose(1), Pages.prose(2), Pages.prose(3)])
        #expect(try Pages.article(in: page).metadata.title == expected)
    }

    @Test func `meta elements are read from the most reliable to the least`() throws {
        let head = """
            <meta name=title content="plain"><meta property="og:title" content="open &amp;amp; graph">
            <meta name="twitter:title" content="bird"><meta name="DC.creator" content="One"><meta name="DC.creator" content="Two">
            <meta property="article:author" content="https://example.org/people/three"><meta name=author content="Four">
            <meta property="article:published_time" content="2026-01-02">
            """
        let metadata = try Pages.article(in: Pages.page(head: head, (1...3).map(Pages.prose))).metadata
        #expect(metadata.title == "open & graph")
        #expect(metadata.byline == "One, Two")
        #expect(metadata.published == "2026-01-02")
    }

    @Test(arguments: [
        #"{"@type":"BlogPosting","name":"A tale","author":"Mo"}"#,
        #"<![CDATA[ [{"@type":"Person","name":"X"}, {"@type":["Thing","Article"],"name":"A tale","author":[{"name":"Mo"}]},] ]]>"#,
        "{\"@type\":\"https://schema.org/Article\",\"headline\":\"A\ntale\",\"author\":{\"name\":\"Mo\"},}",
        #"{"@graph":[{"@type":"WebPage"},{"@type":"Report","headline":"A \u0074ale","author":{"name":["Mo"]}}]}"#
    ])
    func `JSON-LD is read in all its shapes`(data: String) throws {
        let head = "<script type='application/ld+json'>\(data)</script>"
        let metadata = try Pages.article(in: Pages.page(title: "A tale", head: head, (1...3).map(Pages.prose))).metadata
        #expect(metadata.title == "A tale")
        #expect(metadata.byline == "Mo")
    }

    @Test(arguments: [
        ("<meta name=robots content=noarchive>", true),
        ("<META NAME=Robots CONTENT='noindex,NoArchive, nofollow'>", true),
        ("<meta name=robots content=noindex><meta name=robots content=noarchive>", true),
        ("<meta name=robots content=none>", false), ("<meta name=robots content='index, follow'>", false),
        ("<meta name=googlebot content=noarchive>", false), ("<meta name=robots content=noarchived>", false),
        ("<meta name=description content=noarchive>", false), ("", false)
    ])
    func `a page forbids copies by naming robots and “noarchive”`(head: String, isForbidden: Bool) throws {
        let data = #"<script type="application/ld+json">{"@type":"Article","headline":"A tale"}</script>"#
        let page = Pages.page(head: head + data, (1...3).map(Pages.prose))
        #expect(try Pages.article(in: page).metadata.forbidsCopies == isForbidden)
    }

    @Test(arguments: ["{", "[[[[", "{\"a\":}", "{\"@type\":\"Article\",\"name\":\"", "nonsense", "{\"a\" \"b\"}"])
    func `broken JSON-LD does no harm`(data: String) throws {
        let head = "<script type='application/ld+json'>\(data)</script>"
        let article = try Pages.article(in: Pages.page(title: "A tale", head: head, (1...3).map(Pages.prose)))
        #expect(article.metadata.title == "A tale")
    }

    @Test(arguments: [
        ("https://a.example/tale/", "/tale/2/", true), ("https://a.example/tale", "/tale?page=2", true),
        ("https://a.example/tale.html", "/tale-2.html", true), ("https://a.example/tale/2", "/tale/3", true),
        ("https://a.example/tale/", "/another-tale/", false),
        ("https://a.example/tale/", "https://b.example/tale/2/", false),
        ("https://a.example/tale/", "/tale/", false)
    ])
    func `the next page is one of the same article`(url: String, next: String, isNext: Bool) throws {
        let page = Pages.page(head: "<link rel=next href='\(next)'>", (1...3).map(Pages.prose))
        #expect(try (Pages.article(in: page, at: url).nextPage != nil) == isNext)
    }
}

@Suite struct `What the feed knows of a page` {
    @Test func `the feed's title, author and date replace the page's`() throws {
        let feed = FeedKnowledge(title: "Bridge news", author: "The desk", published: "2026-03-13")
        let metadata = try Pages.article(in: "news", feed: feed).metadata
        #expect(metadata.title == "Bridge news")
        #expect(metadata.byline == "The desk")
        #expect(metadata.published == "2026-03-13")
        #expect(metadata.site == "The Daily Ferry")
    }

    /// A page whose longest text isn't the one that the feed means.
    private let page: [UInt8] = {
        func part(_ numbers: ClosedRange<Int>) -> String {
            "<div><h3>Part</h3>" + numbers.map { "<p>\(Pages.prose($0))</p>" }.joined() + "</div>"
        }
        return Array(
            "<title>Two tales</title><body><section>\(part(1...3))</section><section>\(part(4...9))</section>".utf8)
    }()

    @Test func `the article has the feed's teaser, even where another part of the page is longer`() throws {
        #expect(try Pages.article(in: page).text.contains("Paragraph 9"))
        let article = try Pages.article(
            in: page, feed: FeedKnowledge(teaser: "Paragraph 1 tells of a RIVER, a mill and…"))
        #expect(article.text.contains("Paragraph 1 "))
        #expect(!article.text.contains("Paragraph 9"))
        #expect(article.reason == "it has the feed's text")
    }

    @Test func `a teaser that the page doesn't have changes nothing`() throws {
        let feed = FeedKnowledge(teaser: "Our correspondent reports from the valley of the two mills")
        #expect(try Pages.article(in: page, feed: feed) == Pages.article(in: page))
    }

    @Test func `blocks that other pages of the feed share are left out`() throws {
        func page(_ number: Int) -> [UInt8] {
            Pages.page(
                (number..<number + 4).map(Pages.prose)
                    + ["If you like what you read here, tell your friends, your neighbours and your cat about it."])
        }
        let others = try [10, 20].map { try Pages.article(in: page($0)) }
        #expect(others[0].text.contains("your cat"))
        let feed = FeedKnowledge(sharedBlocks: FeedKnowledge.blocks(sharedBy: others.map(\.blocks)))
        let article = try Pages.article(in: page(30), feed: feed)
        #expect(!article.text.contains("your cat"))
        #expect(article.text.contains("Paragraph 33"))
    }

    @Test func `a page that was read twice shares nothing with itself`() throws {
        let blocks = try Pages.article(in: "blog").blocks
        #expect(FeedKnowledge.blocks(sharedBy: [blocks + blocks]).isEmpty)
    }
}
