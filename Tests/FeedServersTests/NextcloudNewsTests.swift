import FeedParser
import FoundationEssentials
import TestSupport
import Testing

@testable import FeedServers

extension Visit where Server == NextcloudNews {
    init(
        nextcloud dialect: NextcloudDouble, _ shelf: ServerShelf = ServerShelf(items: 3), password: String? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        double = try FeedServerDouble(shelf, dialect)
        server = try NextcloudNews(.at(double, password: password), now: now)
    }
}

@Suite struct `Nextcloud News` {
    @Test func `lists name the unread and the starred items`() throws {
        let visit = try Visit(nextcloud: NextcloudDouble())
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { $0.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) } }
        #expect(try visit.server.unread(limit: 10) == ServerList([ids[0], ids[2]].listed, isComplete: true))
        #expect(try visit.server.starred(limit: 10) == ServerList([ids[1]].listed, isComplete: true))
        #expect(try visit.server.unread(limit: 1) == ServerList([ids[2]].listed, isComplete: false))
    }

    @Test(arguments: [Int64.max, .max - 1, .min, -1])
    func `an id that no database gives is asked for in vain`(id: Int64) throws {
        let visit = try Visit(nextcloud: NextcloudDouble())
        let real = visit.double.shelf.items[0].id
        var received: [ServerItemID] = []
        try visit.server.items([.number(id), .number(real)]) { received += $0.map(\.id) }
        #expect(received == [.number(real)])
    }

    @Test(arguments: [NextcloudDouble(), .inclusive])
    func `a list of several answers names every item, but isn't called complete`(dialect: NextcloudDouble) throws {
        let visit = try Visit(nextcloud: dialect, ServerShelf(items: 2100))
        let list = try visit.server.unread(limit: 10_000)
        #expect(Set(list.ids) == Set(visit.double.shelf.unread.listed))
        #expect(!list.isComplete)
    }

    @Test(arguments: [#"{"id":2}"#, "7", "{}"])
    func `a list with an item that can't be read isn't called complete`(item: String) throws {
        let visit = try Visit(nextcloud: NextcloudDouble())
        let body = #"{"items":[{"id":1,"feedId":1,"unread":true,"starred":false},\#(item)]}"#
        visit.double.addTrouble(.refusal(of: "items", Answer(200, body: body)))
        #expect(try visit.server.unread(limit: 9) == ServerList([.number(1)], isComplete: false))
    }

    @Test func `marks are set, however they were before`() throws {
        try Visit(nextcloud: NextcloudDouble()).expectSettingMarks()
    }

    @Test func `a feed is marked read exactly up to an item`() throws {
        let visit = try Visit(nextcloud: NextcloudDouble(), ServerShelf(folders: [nil, nil], items: 3))
        let ids = visit.double.shelf.items.map(\.id)
        try visit.server.markRead(ServerFeedID("1"), upTo: .number(ids[1]))
        #expect(visit.double.shelf.unread == Array(ids[2...]))
    }

    @Test func `a login page in place of an answer to a mark is told`() throws {
        let visit = try Visit(nextcloud: NextcloudDouble())
        visit.double.addTrouble(.refusal(of: "multiple", Answer(200, body: "<!DOCTYPE html>")))
        let failure = failure { try visit.server.mark([.number(1)], as: .read) }
        #expect(failure?.kind == .notUnderstood)
        #expect(failure?.mayBeDone == true)
    }

    @Test(arguments: ["[]", #"{"message":"no"}"#, #"{"items":{}}"#, #"{"items":[{"id":1}"#, "<html>"])
    func `an answer without items isn't taken for none`(body: String) throws {
        let visit = try Visit(nextcloud: NextcloudDouble())
        visit.double.addTrouble(.refusal(of: "items", Answer(200, body: body)), times: 2)
        #expect(failure { _ = try visit.server.unread(limit: 1) }?.kind == .notUnderstood)
        #expect(failure { _ = try visit.changes() }?.kind == .notUnderstood)
    }

    @Test(arguments: [NextcloudDouble(), .inclusive])
    func `items are asked for in ranges of their ids`(dialect: NextcloudDouble) throws {
        var shelf = ServerShelf(items: 2000)
        for index in shelf.items.indices { shelf.items[index].id = Int64(index + 1) * 3 }
        let visit = try Visit(nextcloud: dialect, shelf)
        let wanted: [Int64] = [3, 9, 1002, 1005, 4500, 5999, 6000]
        #expect(Set(try visit.items((wanted + [10]).listed).map(\.id)) == Set(wanted.filter { $0 != 5999 }.listed))
        #expect(visit.double.server.requests.count == 4)
    }

    @Test func `an item has the feed's own id, its text, its marks and its file`() throws {
        let visit = try Visit(nextcloud: NextcloudDouble())
        let id = visit.double.shelf.items[0].id
        visit.double.change { $0.change(id) { ($0.isRead, $0.isStarred) = (true, true) } }
        let item = try #require(try visit.items([.number(id)]).first)
        #expect(item.feed == ServerFeedID("1"))
        #expect(item.isRead && item.isStarred)
        #expect(
            item.item
                == ParsedItem(
                    id: "guid-1", title: "Item 1", link: "https://example.org/1/1", authors: ["A. Writer"],
                    published: Date(timeIntervalSince1970: 1_760_000_001), content: "<p>Text 1</p>",
                    enclosures: [ParsedEnclosure(url: "https://example.org/a.mp3", type: "audio/mpeg")]))
    }

    @Test func `at first all unread and starred items are told, and then what changes`() throws {
        let visit = try Visit(nextcloud: NextcloudDouble(), ServerShelf(items: 1200))
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { shelf in
            shelf.change(ids[0]) { $0.isRead = true }
            shelf.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) }
        }
        let (first, cursor) = try visit.changes()
        #expect(Set(first.map(\.id)) == Set(ids[1...].listed))
        visit.double.change { shelf in
            shelf.now += 600
            shelf.change(ids[0]) { $0.isStarred = true }
            shelf.change(ids[3]) { $0.isRead = true }
        }
        let (second, _) = try visit.changes(since: cursor)
        #expect(second.first { $0.id == .number(ids[0]) }?.isStarred == true)
        #expect(second.first { $0.id == .number(ids[3]) }?.isRead == true)
    }

    @Test func `when nothing has changed, one request says so`() throws {
        let clock = TestClock()
        let visit = try Visit(nextcloud: NextcloudDouble(), ServerShelf(items: 40), now: clock.now)
        var (_, cursor) = try visit.changes()
        (_, cursor) = try visit.changes(since: cursor)
        clock.pass(200)
        let before = visit.double.server.requests.count
        let (none, same) = try visit.changes(since: cursor)
        #expect(none.isEmpty)
        #expect(same == cursor)
        #expect(visit.double.server.requests.count == before + 1)
    }

    @Test func `feeds are added, renamed, moved and removed`() throws {
        let visit = try Visit(nextcloud: NextcloudDouble(), ServerShelf(folders: ["News"], items: 0))
        let id = try visit.server.add("https://example.org/new", to: "Ä \"B\"")
        #expect(visit.double.shelf.feeds.last?.folder == "Ä \"B\"")
        #expect(try visit.server.add("https://example.org/new", to: nil) == id)
        try visit.server.rename(id, to: "Neu")
        try visit.server.renameFolder("News", to: "Old")
        let feeds = try visit.server.subscriptions()
        #expect(feeds.map(\.folders) == [["Old"], ["Ä \"B\""]])
        #expect(feeds.map(\.title) == ["Feed 1", "Neu"])
        try visit.server.move(feeds[1], to: ["Old"])
        #expect(visit.double.shelf.feeds.map(\.folder) == ["Old", "Old"])
        try visit.server.move(feeds[1], to: [])
        #expect(visit.double.shelf.feeds.map(\.folder) == ["Old", nil])
        try visit.server.remove(id)
        try visit.server.remove(id)
        #expect(visit.double.shelf.feeds.map(\.number) == [1])
        #expect(failure { _ = try visit.server.add("https://example.org/nothing", to: nil) }?.kind == .rejected)
    }

    @Test func `a wrong password is tried only once, since Nextcloud slows down who guesses`() throws {
        let visit = try Visit(nextcloud: NextcloudDouble(), password: "wrong")
        for _ in 1...3 { #expect(failure { try visit.server.logIn() }?.kind == .loginRefused) }
        #expect(visit.double.server.requests.count == 1)
    }
}
