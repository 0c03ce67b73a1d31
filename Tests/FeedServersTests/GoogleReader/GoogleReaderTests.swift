import FeedParser
import FoundationEssentials
import TestSupport
import Testing

@testable import FeedServers

extension Visit where Server == GoogleReader {
    init(
        _ dialect: GoogleReaderDouble, _ shelf: ServerShelf = ServerShelf(items: 3), password: String? = nil
    ) throws {
        double = try FeedServerDouble(shelf, dialect)
        server = try GoogleReader(.at(double, password: password))
    }
}

private let dialects: [GoogleReaderDouble] = [.freshRSS, .miniflux, .oldMiniflux, .bazQux, .theOldReader, .inoreader]

@Suite struct `The Google Reader API` {
    @Test(arguments: dialects)
    func `lists name the unread and the starred items`(dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { $0.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) } }
        let (unread, starred) = (try visit.server.unread(limit: 100), try visit.server.starred(limit: 100))
        #expect(unread.isComplete && starred.isComplete)
        #expect(try visit.items(unread.ids).map(\.item.title) == ["Item 1", "Item 3"])
        #expect(try visit.items(starred.ids).map(\.item.title) == ["Item 2"])
    }

    @Test(arguments: dialects)
    func `marks reach the very items`(dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        let ids = visit.double.shelf.items.map(\.id)
        let listed = try visit.server.unread(limit: 100).ids
        try visit.server.mark([listed[0], listed[2]], as: .read)
        try visit.server.mark([listed[1]], as: .starred)
        #expect(visit.double.shelf.unread == [ids[1]])
        #expect(visit.double.shelf.starred == [ids[1]])
        try visit.server.mark([listed[2]], as: .unread)
        try visit.server.mark([listed[1]], as: .unstarred)
        #expect(visit.double.shelf.unread == [ids[0], ids[1]])
        #expect(visit.double.shelf.starred == [])
    }

    @Test func `an item has its text, its feed, its marks and its files`() throws {
        let visit = try Visit(.freshRSS)
        let id = visit.double.shelf.items[0].id
        visit.double.change { $0.change(id) { ($0.isRead, $0.isStarred) = (true, true) } }
        let item = try #require(try visit.items([.number(id)]).first)
        #expect(item.feed == ServerFeedID("feed/1"))
        #expect(item.isRead && item.isStarred)
        #expect(item.item.title == "Item 1")
        #expect(item.item.content == "<p>Text 1</p>")
        #expect(item.item.link == "https://example.org/1/1")
        #expect(item.item.authors == ["A. Writer"])
        #expect(item.item.categories == ["swift"])
        #expect(item.item.published == Date(timeIntervalSince1970: 1_760_000_001))
        #expect(
            item.item.enclosures
                == [ParsedEnclosure(url: "https://example.org/a.mp3", type: "audio/mpeg", length: 12)])
    }

    @Test func `recent items come by the time at which the server got them`() throws {
        let visit = try Visit(.freshRSS)
        let since = Date(timeIntervalSince1970: 1_760_000_002)
        let recent = try visit.server.recent(since: since, limit: 10)
        #expect(recent == ServerList(visit.double.shelf.items[1...].map(\.id).listed, isComplete: false))
    }

    @Test func `feeds come with their folders`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(folders: ["News", nil], items: 0))
        #expect(
            try visit.server.subscriptions() == [
                ServerFeed(
                    id: ServerFeedID("feed/1"), url: "https://example.org/1", site: "https://example.org/",
                    title: "Feed 1", folders: ["News"]),
                ServerFeed(
                    id: ServerFeedID("feed/2"), url: "https://example.org/2", site: "https://example.org/",
                    title: "Feed 2")
            ])
    }

    @Test func `a feed whose URL is only in its id has that URL`() throws {
        let visit = try Visit(.bazQux, ServerShelf(folders: ["News"], items: 1))
        let feed = try #require(try visit.server.subscriptions().first)
        #expect(feed.url == "https://example.org/1")
        #expect(try visit.items(visit.server.unread(limit: 10).ids).map(\.feed) == [feed.id])
        try visit.server.rename(feed.id, to: "Other")
        #expect(visit.double.shelf.feeds.map(\.title) == ["Other"])
    }

    @Test(arguments: [GoogleReaderDouble.freshRSS, .miniflux])
    func `feeds are added, renamed, moved and removed`(dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        let id = try visit.server.add("https://example.org/new?a=1&b=ü", to: "Ä & B")
        #expect(id == ServerFeedID("feed/2"))
        #expect(visit.double.shelf.feeds.last?.url == "https://example.org/new?a=1&b=ü")
        #expect(visit.double.shelf.feeds.last?.folder == "Ä & B")
        try visit.server.rename(id, to: "Neu & alt")
        #expect(visit.double.shelf.feeds.last?.title == "Neu & alt")
        let feed = try #require(try visit.server.subscriptions().last)
        try visit.server.move(feed, to: ["Other", "Ignored"])
        #expect(visit.double.shelf.feeds.last?.folder == "Other")
        try visit.server.renameFolder("Other", to: "Another")
        #expect(visit.double.shelf.feeds.last?.folder == "Another")
        try visit.server.remove(id)
        #expect(visit.double.shelf.feeds.map(\.number) == [1])
    }

    @Test func `a feed is moved out of its folder`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(folders: ["News"], items: 0))
        try visit.server.move(try #require(try visit.server.subscriptions().first), to: [])
        #expect(visit.double.shelf.feeds.map(\.folder) == [nil])
    }

    @Test func `a feed of FreshRSS is marked read exactly up to an item`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(folders: [nil, nil], items: 3))
        let ids = visit.double.shelf.items.map(\.id)
        #expect(visit.server.abilities.readsUpTo)
        try visit.server.markRead(ServerFeedID("feed/1"), upTo: .number(ids[1]))
        #expect(visit.double.shelf.unread == Array(ids[2...]))
    }

    @Test func `a server that compares other times isn't asked to mark up to an item`() throws {
        let visit = try Visit(.miniflux)
        #expect(!visit.server.abilities.readsUpTo)
        #expect(failure { try visit.server.markRead(ServerFeedID("feed/1"), upTo: .number(1)) }?.kind == .unsupported)
        #expect(visit.double.requests("mark-all-as-read").isEmpty)
    }
}
