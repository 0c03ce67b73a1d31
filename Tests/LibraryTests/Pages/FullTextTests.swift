import FeedParser
import Foundation
import Signals
import System
import Testing

@testable import Library

@Suite struct `Articles from pages` {
    private let shelf: Shelf
    private var library: Library { shelf.library }

    init() throws {
        shelf = try Shelf(feeds: 2)
        for feed in 1...2 {
            try shelf.store(
                (1...3).map { number in
                    var item = ParsedItem("\(feed)/\(number)", text: "A teaser.", hoursAgo: Double(4 - number))
                    item.link = "https://example.org/\(feed)/\(number)"
                    return item
                }, in: feed)
        }
    }

    private func item(_ title: String) throws -> ItemID {
        try #require(try library.items(unreadOnly: false, limit: .max).first { $0.title == title }).id
    }

    private func text(_ html: String, at date: Date = .noon) -> FullText {
        FullText(
            html: html, url: "https://example.org/page", fetched: date, letters: html.count,
            reason: "it is the article",
            title: "Title", byline: "Ann", etag: "\"1\"")
    }

    private func store(_ html: String, of title: String, at date: Date = .noon, isPreloaded: Bool = false) throws {
        try library.store(text(html, at: date), of: item(title), isPreloaded: isPreloaded)
    }

    private func found(_ words: String) throws -> [String] {
        try library.indexForSearch(for: .seconds(10))
        return try library.search(SearchQuery(words), limit: 10).items.map(\.title)
    }

    @Test func `a stored article comes back as it was, and a newer one replaces it`() throws {
        try store("<p>One", of: "1/1")
        #expect(try library.fullText(of: item("1/1")) == text("<p>One"))
        try store("<p>Two", of: "1/1", at: .noon + 60)
        #expect(try library.fullText(of: item("1/1")) == text("<p>Two", at: .noon + 60))
        #expect(try library.fullText(of: item("1/2")) == nil && library.check().isEmpty)
    }

    @Test func `a search finds the words of a page's article until it is discarded`() throws {
        #expect(try found("kestrel").isEmpty)
        try store("<p>A kestrel over the fields", of: "1/2")
        #expect(try found("kestrel") == ["1/2"])
        #expect(try library.snippet(of: item("1/2"), for: SearchQuery("kestrel")).text.contains("A kestrel over"))
        try store("<p>A buzzard over the fields", of: "1/2", at: .noon + 60)
        #expect(try found("kestrel").isEmpty && found("buzzard") == ["1/2"])
        #expect(try library.clearCache().articles == 1)
        #expect(try found("buzzard").isEmpty && found("teaser").count == 6)
    }

    @Test func `a saved search about the text follows a page's article`() throws {
        try shelf.follow(queries: [SavedQuery(name: "Birds", expression: "content =~ \"kestrel\"")])
        try store("<p>A kestrel over the fields", of: "2/1")
        let query = try #require(library.queries().first)
        #expect(try library.listing(.query(query.id), unreadOnly: false, order: .newest).count == 1)
    }

    @Test func `the articles read longest ago go first, starred and preloaded unread ones last`() throws {
        let bytes = String(repeating: "x", count: 1000)
        for (hours, title) in ["1/1", "1/2", "1/3", "2/1"].enumerated() {
            try store(bytes, of: title, at: .noon + Double(hours * 3600), isPreloaded: title == "1/2")
        }
        library.mark(.item(try item("1/1")), .starred)
        library.drain()
        #expect(try library.discardCached(beyond: CacheLimits(bytes: 2000, age: 1e9), at: .noon) == 2)
        #expect(try library.fullText(of: item("1/1")) != nil && library.fullText(of: item("1/2")) != nil)
        #expect(try library.discardCached(beyond: CacheLimits(bytes: 9000, age: 1800), at: .noon + 7200) == 1)
        #expect(try library.cacheSummary().articles == 1)
    }

    @Test func `discarding can be limited to a feed, or to old pages`() throws {
        for title in ["1/1", "2/1", "2/2"] { try store("<p>x", of: title, at: title == "2/2" ? .noon : .noon + 60) }
        #expect(try library.clearCache(of: shelf.feed(2).id, fetchedBefore: .noon + 1).articles == 1)
        #expect(try library.clearCache(of: shelf.feed(2).id).articles == 1)
        #expect(try library.cacheSummary().feeds.map(\.feed) == [shelf.feed(1).id])
    }

    @Test func `the blocks of a feed's last five pages are kept`() throws {
        for number in 1...3 {
            try library.store(text("x"), of: item("1/\(number)"), blocks: [UInt64(number), .max], isPreloaded: false)
        }
        let others = try library.blocks(ofPagesIn: shelf.feed(1).id, besides: item("1/2"))
        #expect(others == [[3, .max], [1, .max]])
    }

    @Test func `items without a page are found, the newest first`() throws {
        try store("<p>x", of: "1/2")
        let all = ItemSet(try library.items(unreadOnly: false, limit: .max).map(\.id))
        let wanted = try library.itemsWithoutPage(among: all, limit: 3)
        let titles = try wanted.map { id in try library.article(id)?.item.title }
        #expect(titles == ["2/3", "1/3", "2/2"])
        let page = try #require(try library.pageToFetch(of: wanted[0]))
        #expect(page.link == "https://example.org/2/3" && page.html == "A teaser." && page.etag == nil)
        #expect(try library.pageToFetch(of: item("1/2"))?.etag == "\"1\"")
    }

    @Test func `an item says whether its page has an article`() throws {
        let changes = Locked<[ItemSet]>([])
        library.changes.onNext { change in
            if case .pages(let items) = change { changes.withLock { $0.append(items) } }
        }
        try store("<p>x", of: "1/1")
        try store("", of: "1/2")
        #expect(try library.items(unreadOnly: false, limit: .max).filter(\.hasPage).map(\.title) == ["1/1"])
        #expect(try library.article(item("1/1"))?.item.hasPage == true)
        try library.clearCache()
        #expect(try library.items(unreadOnly: false, limit: .max).allSatisfy { !$0.hasPage })
        let told = changes.withLock { $0 }
        #expect(try told.map(\.count) == [1, 1, 2] && told[0].contains(item("1/1")))
    }

    @Test func `a page that couldn't be fetched waits, longer each time, and one that came waits no more`() throws {
        let one = try item("1/1")
        let all = ItemSet([one])
        func isTriedAgain(after hours: Double) throws -> Bool {
            try !library.itemsWithoutPage(among: all, limit: 1, triedAgainBy: .noon + hours * 3600).isEmpty
        }
        try library.recordFailure(ofPageOf: one, at: .noon, isFinal: true)
        #expect(try !isTriedAgain(after: 0.9) && isTriedAgain(after: 1.1))
        try library.recordFailure(ofPageOf: one, at: .noon, isFinal: true)
        #expect(try !isTriedAgain(after: 3.9) && isTriedAgain(after: 4.1))
        try library.recordFailure(ofPageOf: one, at: .noon, earliest: .noon + 100 * 3600, isFinal: false)
        #expect(try !isTriedAgain(after: 99) && isTriedAgain(after: 101))
        // The user may ask at any time.
        #expect(try library.itemsWithoutPage(among: all, limit: 1) == [one])
        try store("<p>x", of: "1/1")
        try library.clearCache()
        #expect(try isTriedAgain(after: 0))
    }

    @Test func `a page that the user waits for is remembered until it comes or can't be had`() throws {
        let (one, two) = try (item("1/1"), item("1/2"))
        for item in [one, two] { library.want(pageOf: item) }
        library.drain()
        // A busy server doesn't end that.
        try library.recordFailure(ofPageOf: two, at: .noon - 7200, isFinal: false)
        #expect(try Set(library.wantedPages(at: .noon)) == [one, two])
        try library.recordFailure(ofPageOf: one, at: .noon, isFinal: true)
        #expect(try library.wantedPages(at: .noon) == [two])
        try store("<p>x", of: "1/2")
        #expect(try library.wantedPages(at: .noon).isEmpty)
    }

    @Test func `what went for lack of room isn't fetched again at once, or it would come and go for ever`() throws {
        for title in ["1/1", "1/2"] { try store(String(repeating: "x", count: 900), of: title, isPreloaded: true) }
        let all = ItemSet(try ["1/1", "1/2"].map(item))
        try library.discardCached(beyond: CacheLimits(bytes: 1000, age: 86_400), at: .noon)
        #expect(try library.itemsWithoutPage(among: all, limit: 9, triedAgainBy: .noon + 3600).isEmpty)
        #expect(try library.itemsWithoutPage(among: all, limit: 9, triedAgainBy: .noon + 8 * 86_400).count == 1)
    }

    @Test func `housekeeping keeps articles within their limits`() throws {
        try store("<p>x", of: "1/1")
        let housekeeping = Housekeeping(library)
        let limits = CacheLimits(bytes: 1000, age: 3600)
        try housekeeping.run(keeping: Retention(), cache: limits, foldingCopies: true, at: .noon + 3500)
        #expect(try library.cacheSummary().articles == 1)
        try housekeeping.run(keeping: Retention(), cache: limits, foldingCopies: true, at: .noon + 3700)
        #expect(try library.cacheSummary().articles == 0)
    }

    @Test func `pages of a feed that was removed are asked for by nobody`() throws {
        library.want(pageOf: try item("2/1"))
        library.drain()
        try library.follow([Subscription(shelf.feed(1).url)])
        #expect(try library.wantedPages(at: .noon).isEmpty)
    }

    @Test func `an article that doesn't fit doesn't take the room of smaller ones, and starred ones stay longest`()
        throws
    {
        try store(String(repeating: "x", count: 600), of: "1/1")
        try store(String(repeating: "x", count: 5000), of: "1/2", at: .noon + 60, isPreloaded: true)
        try store(String(repeating: "x", count: 300), of: "1/3")
        library.mark(.item(try item("1/1")), .starred)
        library.drain()
        #expect(try library.discardCached(beyond: CacheLimits(bytes: 1000, age: 1e9), at: .noon) == 1)
        #expect(try library.fullText(of: item("1/2")) == nil)
    }

    @Test func `of what nobody has read yet, the newest stays, whenever it came`() throws {
        for (minutes, title) in ["1/3", "1/2", "1/1"].enumerated() {
            let date = Date.noon + Double(minutes * 60)
            try store(String(repeating: "x", count: 400), of: title, at: date, isPreloaded: true)
        }
        try library.discardCached(beyond: CacheLimits(bytes: 900, age: 1e9), at: .noon)
        #expect(try library.fullText(of: item("1/1")) == nil && library.fullText(of: item("1/3")) != nil)
    }

    @Test func `a page that failed before is asked for as soon as the user wants it`() throws {
        try library.recordFailure(ofPageOf: item("1/1"), at: .noon, isFinal: true)
        library.want(pageOf: try item("1/1"))
        library.drain()
        #expect(try library.wantedPages(at: .noon).count == 1)
    }
}
