import FeedParser
import FoundationEssentials
import TestSupport
import Testing

@testable import FeedServers

extension Visit where Server == Miniflux {
    init(
        _ dialect: MinifluxDouble, _ shelf: ServerShelf = ServerShelf(items: 3), password: String? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        double = try FeedServerDouble(shelf, dialect)
        var account = ServerAccount.at(double, password: password)
        account.user = ""
        account.password = password ?? "key"
        let key = account.password
        if password == nil { double.change { $0.password = key } }
        server = try Miniflux(account, now: now)
    }
}

@Suite struct `Miniflux's interface` {
    @Test(arguments: [MinifluxDouble.new, .old])
    func `lists name the unread and the starred items`(dialect: MinifluxDouble) throws {
        let visit = try Visit(dialect)
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { $0.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) } }
        #expect(try visit.server.unread(limit: 10) == ServerList([ids[0], ids[2]].listed, isComplete: true))
        #expect(try visit.server.starred(limit: 10) == ServerList([ids[1]].listed, isComplete: true))
        #expect(try visit.server.unread(limit: 1) == ServerList([ids[2]].listed, isComplete: false))
        let since = Date(timeIntervalSince1970: 1_760_000_002)
        #expect(try visit.server.recent(since: since, limit: 9) == ServerList([ids[2]].listed, isComplete: false))
    }

    @Test func `a list of several answers names every item, but isn't called complete`() throws {
        var dialect = MinifluxDouble.new
        dialect.longestList = 10
        let visit = try Visit(dialect, ServerShelf(items: 25))
        #expect(try visit.server.unread(limit: 100) == ServerList(visit.double.shelf.unread.listed, isComplete: false))
    }

    @Test(arguments: [MinifluxDouble.new, .old])
    func `marks are set, however they were before`(dialect: MinifluxDouble) throws {
        let visit = try Visit(dialect)
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { $0.change(ids[0]) { ($0.isRead, $0.isStarred) = (true, true) } }
        for mark in [ServerMark.read, .starred, .read, .starred] { try visit.server.mark(ids.listed, as: mark) }
        #expect(visit.double.shelf.unread == [])
        #expect(visit.double.shelf.starred == ids)
        for mark in [ServerMark.unread, .unstarred, .unread, .unstarred] {
            try visit.server.mark(ids.listed, as: mark)
        }
        #expect(visit.double.shelf.unread == ids)
        #expect(visit.double.shelf.starred == [])
    }

    @Test(arguments: [Answer.raw([]), Answer(502), Answer(200, body: "<html>")])
    func `a star of an old server isn't toggled twice when an answer is lost`(answer: Answer) throws {
        let visit = try Visit(.old)
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.addTrouble(.loss(of: "bookmark", answer))
        try visit.server.mark([.number(ids[0])], as: .starred)
        #expect(visit.double.shelf.starred == [ids[0]])
        #expect(visit.double.requests("bookmark").count == 1)
    }

    @Test func `a star of an old server that isn't set after all is told`() throws {
        let visit = try Visit(.old)
        visit.double.addTrouble(.refusal(of: "bookmark", Answer(500)))
        let failure = failure { try visit.server.mark([visit.double.shelf.unread.listed[0]], as: .starred) }
        #expect(failure?.kind == .busy)
    }

    @Test(arguments: [Answer(200, body: "<html>Log in</html>"), Answer(200, body: "{}")])
    func `marks are set only if the server says so in its own way`(answer: Answer) throws {
        let visit = try Visit(.new)
        visit.double.addTrouble(.refusal(of: "/entries", answer))
        let failure = failure { try visit.server.mark(visit.double.shelf.unread.listed, as: .read) }
        #expect(failure?.kind == .notUnderstood)
        #expect(failure?.mayBeDone == true)
    }

    @Test func `items are asked for in ranges of their ids`() throws {
        var shelf = ServerShelf(items: 2000)
        for index in shelf.items.indices { shelf.items[index].id = Int64(index + 1) * 3 }
        let visit = try Visit(.new, shelf)
        let wanted: [Int64] = [3, 9, 1002, 1005, 4500, 5999, 6000]
        #expect(Set(try visit.items((wanted + [10]).listed).map(\.id)) == Set(wanted.filter { $0 != 5999 }.listed))
        #expect(visit.double.server.requests.count == 4)
    }

    @Test func `an item has its text, its feed, its marks and its files`() throws {
        let visit = try Visit(.new)
        let id = visit.double.shelf.items[0].id
        visit.double.change { $0.change(id) { ($0.isRead, $0.isStarred) = (true, true) } }
        let item = try #require(try visit.items([.number(id)]).first)
        #expect(item.feed == ServerFeedID("1"))
        #expect(item.isRead && item.isStarred)
        #expect(item.item.title == "Item 1")
        #expect(item.item.content == "<p>Text 1</p>")
        #expect(item.item.link == "https://example.org/1/1")
        #expect(item.item.authors == ["A. Writer"])
        #expect(item.item.categories == ["swift"])
        #expect(item.item.published == Date(timeIntervalSince1970: 1_760_000_001.25))
        #expect(
            item.item.enclosures
                == [ParsedEnclosure(url: "https://example.org/a.mp3", type: "audio/mpeg", length: 12)])
    }

    @Test func `feeds are added, renamed, moved, refreshed and removed`() throws {
        let visit = try Visit(.new, ServerShelf(folders: ["News"], items: 0))
        let id = try visit.server.add("https://example.org/new?\"ü\\", to: "Ä \"B\"\n")
        #expect(visit.double.shelf.feeds.last?.url == "https://example.org/new?\"ü\\")
        #expect(visit.double.shelf.feeds.last?.folder == "Ä \"B\"\n")
        #expect(try visit.server.add("https://example.org/new?\"ü\\", to: nil) == id)
        try visit.server.rename(id, to: "Neu")
        try visit.server.renameFolder("News", to: "Old")
        var feed = try #require(try visit.server.subscriptions().last)
        #expect(feed.title == "Neu")
        #expect(feed.site == "https://example.org/")
        try visit.server.move(feed, to: ["Old"])
        #expect(visit.double.shelf.feeds.map(\.folder) == ["Old", "Old"])
        feed = try #require(try visit.server.subscriptions().last)
        try visit.server.move(feed, to: [])
        #expect(visit.double.shelf.feeds.last?.folder == "All")
        #expect(try visit.server.subscriptions().map(\.folders) == [["Old"], []])
        try visit.server.remove(id)
        try visit.server.remove(id)
        #expect(visit.double.shelf.feeds.map(\.number) == [1])
    }

    @Test func `what can't be added or renamed is told`() throws {
        let visit = try Visit(.new)
        #expect(failure { _ = try visit.server.add("https://example.org/nothing", to: nil) }?.kind == .rejected)
        #expect(failure { try visit.server.renameFolder("None", to: "Other") }?.kind == .gone)
    }

    @Test func `a name and a password do as well as a key`() throws {
        let double = try FeedServerDouble(ServerShelf(items: 1), MinifluxDouble.new)
        try Miniflux(.at(double)).logIn()
        #expect(failure { try Miniflux(.at(double, password: "wrong")).logIn() }?.kind == .loginRefused)
        let stranger = try Visit(.new, password: "wrong")
        #expect(failure { try stranger.server.logIn() }?.kind == .loginRefused)
    }
}
