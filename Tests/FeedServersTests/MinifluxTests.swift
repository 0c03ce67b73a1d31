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
        // Unread ones are known anyway, and each comes with its text.
        let since = Date(timeIntervalSince1970: 1_760_000_001)
        #expect(try visit.server.recent(since: since, limit: 9) == ServerList([ids[1]].listed, isComplete: false))
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

@Suite struct `Changes by Miniflux` {
    private let clock = TestClock()

    @Test func `at first all unread and starred items are told, and then what changes`() throws {
        let visit = try Visit(.new, ServerShelf(items: 4), now: clock.now)
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { shelf in
            shelf.change(ids[0]) { $0.isRead = true }
            shelf.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) }
            shelf.now += 100
            shelf.change(ids[2]) { $0.title = "Newest" }
        }
        let (first, cursor) = try visit.changes()
        #expect(Set(first.map(\.id)) == Set(ids[1...].listed))
        clock.pass(600)
        visit.double.change { shelf in
            shelf.now += 600
            shelf.change(ids[0]) { $0.isStarred = true }
            shelf.change(ids[3]) { $0.isRead = true }
        }
        let (second, _) = try visit.changes(since: cursor)
        #expect(Set(second.map(\.id)) == Set([ids[0], ids[3]].listed))
        #expect(second.first { $0.id == .number(ids[0]) }?.isStarred == true)
        #expect(second.first { $0.id == .number(ids[3]) }?.isRead == true)
    }

    @Test func `when nothing has changed, one request says so`() throws {
        let visit = try Visit(.new, ServerShelf(items: 40), now: clock.now)
        let ids = visit.double.shelf.items.map(\.id)
        var (_, cursor) = try visit.changes()
        // A mass mark is told again as long as others may still come from the same time, but not for ever.
        try visit.server.mark(ids.listed, as: .read)
        (_, cursor) = try visit.changes(since: cursor)
        clock.pass(61)
        let before = visit.double.server.requests.count
        let (none, same) = try visit.changes(since: cursor)
        #expect(none.isEmpty)
        #expect(same == cursor)
        #expect(visit.double.server.requests.count == before + 1)
    }

    @Test func `a change that comes late in the same minute isn't lost`() throws {
        let visit = try Visit(.new, ServerShelf(items: 3), now: clock.now)
        let ids = visit.double.shelf.items.map(\.id)
        let (_, cursor) = try visit.changes()
        // Its transaction began before the newest known change and ended after lede had asked.
        visit.double.change { shelf in
            let now = shelf.now
            shelf.now -= 30
            shelf.change(ids[0]) { $0.isRead = true }
            shelf.now = now
        }
        let (late, _) = try visit.changes(since: cursor)
        #expect(late.contains { $0.id == .number(ids[0]) && $0.isRead })
    }

    @Test func `a change between two answers isn't lost`() throws {
        let visit = try Visit(.new, ServerShelf(items: 1500), now: clock.now)
        let ids = visit.double.shelf.items.map(\.id)
        var (_, cursor) = try visit.changes()
        clock.pass(1000)
        visit.double.change { $0.now += 1000 }
        try visit.server.mark(ids.listed, as: .read)
        let clock = clock
        // It has been told as read already, and then is unread again on another device; and then something newer comes.
        visit.double.addTrouble(
            .interference(after: "/entries") { shelf in
                clock.pass(100)
                shelf.now += 50
                shelf.change(ids[0]) { $0.isRead = false }
                shelf.now += 50
                shelf.change(ids[1499]) { $0.isStarred = true }
            })
        let first: [ServerItem]
        (first, cursor) = try visit.changes(since: cursor)
        #expect(first.count == 1500)
        clock.pass(1000)
        visit.double.change { $0.now += 1000 }
        let (second, _) = try visit.changes(since: cursor)
        #expect(second.contains { $0.id == .number(ids[0]) && !$0.isRead })
    }

    @Test func `a mass mark of many answers is told only a few times`() throws {
        let visit = try Visit(.new, ServerShelf(items: 2500), now: clock.now)
        let ids = visit.double.shelf.items.map(\.id)
        var (_, cursor) = try visit.changes()
        clock.pass(1000)
        visit.double.change { $0.now += 1000 }
        for start in stride(from: 0, to: 2500, by: 250) {
            try visit.server.mark(Array(ids[start..<start + 250]).listed, as: .read)
        }
        var told: [Int] = []
        for _ in 0..<5 {
            let items: [ServerItem]
            (items, cursor) = try visit.changes(since: cursor)
            told.append(items.count)
            clock.pass(300)
            visit.double.change { $0.now += 300 }
        }
        #expect(told.first == 2500)
        #expect(told.suffix(2) == [0, 0])
    }

    @Test(arguments: [
        "", "x", "1 2", "1 2 x", "9223372036854775807 9223372036854775807 0", "0 0 -9223372036854775808",
        "-9223372036854775808 0 0"
    ])
    func `a cursor that can't be read begins anew`(text: String) throws {
        let visit = try Visit(.new, now: clock.now)
        #expect(try visit.changes(since: ChangeCursor(text)).0.count == 3)
    }
}
