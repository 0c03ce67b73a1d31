import Extraction
import Testing

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
