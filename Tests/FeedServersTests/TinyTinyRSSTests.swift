import FeedParser
import FoundationEssentials
import TestSupport
import Testing

@testable import FeedServers

extension Visit where Server == TinyTinyRSS {
    init(
        ttrss dialect: TinyTinyRSSDouble, _ shelf: ServerShelf = ServerShelf(items: 3), password: String? = nil
    ) throws {
        double = try FeedServerDouble(shelf, dialect)
        server = try TinyTinyRSS(.at(double, password: password))
    }
}

@Suite struct `Tiny Tiny RSS` {
    @Test func `lists name the unread and the starred items`() throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble())
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { $0.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) } }
        #expect(try visit.server.unread(limit: 10) == ServerList([ids[0], ids[2]].listed, isComplete: true))
        #expect(try visit.server.starred(limit: 10) == ServerList([ids[1]].listed, isComplete: true))
        #expect(try visit.server.unread(limit: 1) == ServerList([ids[2]].listed, isComplete: false))
        let since = Date(timeIntervalSince1970: 1_760_000_002)
        #expect(try visit.server.recent(since: since, limit: 9) == ServerList(ids[1...].listed, isComplete: false))
    }

    @Test(arguments: [199, 200, 450])
    func `a list of several answers names every item, but isn't called complete`(count: Int) throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble(), ServerShelf(items: count))
        let list = try visit.server.unread(limit: 10_000)
        #expect(list == ServerList(visit.double.shelf.unread.listed, isComplete: count < 200))
    }

    @Test func `a list with an article that can't be read isn't called complete`() throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble())
        try visit.server.logIn()
        let body = #"{"status":0,"content":[{"id":1,"unread":true,"marked":false},{"id":2}]}"#
        visit.double.addTrouble(.refusal(of: "/api/", Answer(200, body: body)))
        #expect(try visit.server.unread(limit: 9) == ServerList([.number(1)], isComplete: false))
    }

    @Test func `marks are set, however they were before`() throws {
        try Visit(ttrss: TinyTinyRSSDouble()).expectSettingMarks()
    }

    @Test func `many items come, and what has gone is left out`() throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble(), ServerShelf(items: 450))
        let ids = visit.double.shelf.unread.listed
        #expect(Set(try visit.items([.number(1)] + ids).map(\.id)) == Set(ids))
    }

    @Test func `an item has its text, its feed, its marks and its file`() throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble())
        let id = visit.double.shelf.items[0].id
        visit.double.change { $0.change(id) { ($0.isRead, $0.isStarred) = (true, true) } }
        let item = try #require(try visit.items([.number(id)]).first)
        #expect(item.feed == ServerFeedID("1"))
        #expect(item.isRead && item.isStarred)
        #expect(
            item.item
                == ParsedItem(
                    title: "Item 1", link: "https://example.org/1/1", authors: ["A. Writer"],
                    published: Date(timeIntervalSince1970: 1_760_000_001), content: "<p>Text 1</p>",
                    enclosures: [ParsedEnclosure(url: "https://example.org/a.mp3", type: "audio/mpeg")]))
    }

    @Test(arguments: [TinyTinyRSSDouble(), .old])
    func `feeds are added and removed`(dialect: TinyTinyRSSDouble) throws {
        let visit = try Visit(ttrss: dialect, ServerShelf(folders: ["News"], items: 0))
        let id = try visit.server.add("https://example.org/new", to: "News")
        #expect(try visit.server.add("https://example.org/new", to: "Unknown") == id)
        #expect(
            try visit.server.subscriptions().last
                == ServerFeed(id: id, url: "https://example.org/new", title: "Feed 2", folders: ["News"]))
        try visit.server.remove(id)
        try visit.server.remove(id)
        #expect(visit.double.shelf.feeds.map(\.number) == [1])
        #expect(failure { _ = try visit.server.add("https://example.org/nothing", to: nil) }?.kind == .rejected)
        #expect(!visit.server.abilities.arranges)
        #expect(failure { try visit.server.rename(id, to: "Other") }?.kind == .unsupported)
    }

    @Test func `when the session has run out, there is a new login`() throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble())
        try visit.server.logIn()
        visit.double.change { $0.forgetKey() }
        try visit.server.mark(visit.double.shelf.unread.listed, as: .read)
        #expect(visit.double.shelf.unread == [])
        #expect(visit.double.shelf.logins == 2)
    }

    @Test func `a session that is never taken is given up`() throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble())
        try visit.server.logIn()
        let answer = Answer(200, body: #"{"seq":0,"status":1,"content":{"error":"NOT_LOGGED_IN"}}"#)
        visit.double.addTrouble(.refusal(of: "/api/", answer), times: 2)
        #expect(failure { _ = try visit.server.unread(limit: 1) } != nil)
        #expect(visit.double.server.requests.count <= 4)
    }

    @Test func `a wrong password is tried only once, although the status is that of success`() throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble(), password: "wrong")
        for _ in 1...3 { #expect(failure { try visit.server.logIn() }?.kind == .loginRefused) }
        #expect(failure { _ = try visit.server.subscriptions() }?.kind == .loginRefused)
        #expect(visit.double.server.requests.count == 1)
    }

    @Test func `a switched off interface is told`() throws {
        var dialect = TinyTinyRSSDouble()
        dialect.isOn = false
        let visit = try Visit(ttrss: dialect)
        let failure = failure { try visit.server.logIn() }
        #expect(failure?.kind == .busy)
        #expect(failure?.reason == "the API is off: switch it on in tt-rss's settings")
    }

    @Test(arguments: [
        "[]", "<html>", #"{"status":0}"#, #"{"status":0,"content":{}}"#, #"{"content":[]}"#,
        #"{"status":0,"content":[{"#
    ])
    func `an answer without a list isn't taken for an empty one`(body: String) throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble())
        try visit.server.logIn()
        visit.double.addTrouble(.refusal(of: "/api/", Answer(200, body: body)), times: 2)
        #expect(failure { _ = try visit.server.unread(limit: 1) }?.kind == .notUnderstood)
        #expect(failure { _ = try visit.server.subscriptions() }?.kind == .notUnderstood)
    }

    @Test(arguments: [("TOO_OLD", "the server answered “TOO_OLD”"), ("\u{1B}[2J!", "the server answered “error 1”")])
    func `an error of the server is told if it is a name`(error: String, reason: String) throws {
        let visit = try Visit(ttrss: TinyTinyRSSDouble())
        try visit.server.logIn()
        let answer = Answer(200, body: #"{"status":1,"content":{"error":"\#(error)"}}"#)
        visit.double.addTrouble(.refusal(of: "/api/", answer))
        #expect(failure { _ = try visit.server.unread(limit: 1) }?.reason == reason)
    }
}
