import FeedParser
import FoundationEssentials
import TestSupport
import Testing

@testable import FeedServers

extension Visit where Server == Fever {
    init(fever dialect: FeverDouble, _ shelf: ServerShelf = ServerShelf(items: 3), password: String? = nil) throws {
        double = try FeedServerDouble(shelf, dialect)
        server = try Fever(.at(double, password: password))
    }
}

private let dialects: [FeverDouble] = [.freshRSS, .coldsweat]

@Suite struct `The Fever API` {
    @Test(arguments: dialects)
    func `lists name the unread and the starred items`(dialect: FeverDouble) throws {
        let visit = try Visit(fever: dialect)
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { $0.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) } }
        #expect(try visit.server.unread(limit: 10) == ServerList([ids[0], ids[2]].listed, isComplete: true))
        #expect(try visit.server.starred(limit: 10) == ServerList([ids[1]].listed, isComplete: true))
        #expect(try visit.server.unread(limit: 1) == ServerList([ids[2]].listed, isComplete: false))
        visit.double.change { $0.change(ids[1]) { $0.isStarred = false } }
        #expect(try visit.server.starred(limit: 10) == ServerList([], isComplete: true))
    }

    @Test(arguments: dialects)
    func `marks are set, one at a time`(dialect: FeverDouble) throws {
        let visit = try Visit(fever: dialect)
        let ids = visit.double.shelf.items.map(\.id)
        #expect(visit.server.abilities.marksAtOnce == 1)
        for mark in [ServerMark.read, .read, .starred, .starred] { try visit.server.mark([.number(ids[0])], as: mark) }
        #expect(visit.double.shelf.unread == Array(ids[1...]))
        #expect(visit.double.shelf.starred == [ids[0]])
        for mark in [ServerMark.unread, .unstarred] { try visit.server.mark([.number(ids[0])], as: mark) }
        #expect(visit.double.shelf.unread == ids)
        #expect(visit.double.shelf.starred == [])
    }

    @Test(arguments: dialects + [.strict])
    func `many items come, and what has gone is left out`(dialect: FeverDouble) throws {
        let visit = try Visit(fever: dialect, ServerShelf(items: 120))
        let ids = visit.double.shelf.unread.listed
        let asked = ids[..<60] + [.number(1), .number(2)] + ids[60...]
        #expect(Set(try visit.items(Array(asked)).map(\.id)) == Set(ids))
    }

    @Test(arguments: dialects)
    func `an item has its text, its feed and its marks`(dialect: FeverDouble) throws {
        let visit = try Visit(fever: dialect)
        let id = visit.double.shelf.items[0].id
        visit.double.change { $0.change(id) { ($0.isRead, $0.isStarred, $0.title) = (true, true, "A & B") } }
        let item = try #require(try visit.items([.number(id)]).first)
        #expect(item.feed == ServerFeedID("1"))
        #expect(item.isRead && item.isStarred)
        #expect(
            item.item
                == ParsedItem(
                    title: "A & B", link: "https://example.org/1/1", authors: ["A. Writer"],
                    published: Date(timeIntervalSince1970: 1_760_000_001), content: "<p>Text 1</p>"))
    }

    @Test(arguments: dialects)
    func `feeds come with their folders`(dialect: FeverDouble) throws {
        let visit = try Visit(fever: dialect, ServerShelf(folders: ["Ä & B", nil], items: 0))
        let feeds = try visit.server.subscriptions()
        #expect(feeds.map(\.id.text) == ["1", "2"])
        #expect(feeds.map(\.url) == ["https://example.org/1", "https://example.org/2"])
        #expect(feeds[0].folders == ["Ä & B"])
        if dialect.writesWide { #expect(feeds[1].folders == []) }
    }

    @Test func `a wrong password is tried only once, although the status is that of success`() throws {
        let visit = try Visit(fever: .freshRSS, password: "wrong")
        #expect(failure { try visit.server.logIn() }?.kind == .loginRefused)
        #expect(failure { _ = try visit.server.unread(limit: 1) }?.kind == .loginRefused)
        #expect(failure { try visit.server.mark([.number(1)], as: .read) }?.kind == .loginRefused)
        #expect(visit.double.server.requests.count == 1)
    }

    @Test(arguments: ["<html>Log in</html>", "", "[]", #"{"api_version":3}"#, #"{"auth":1}"#, #"{"auth":1,"items":{}}"#]
    )
    func `an answer without what was asked for isn't taken for an empty one`(body: String) throws {
        let visit = try Visit(fever: .freshRSS)
        visit.double.addTrouble(.refusal(of: "", Answer(200, body: body)), times: 3)
        #expect(failure { _ = try visit.server.unread(limit: 1) }?.kind == .notUnderstood)
        #expect(failure { _ = try visit.items([.number(1)]) }?.kind == .notUnderstood)
        #expect(failure { _ = try visit.server.subscriptions() }?.kind == .notUnderstood)
    }

    @Test func `a mark that the server doesn't confirm may be set`() throws {
        let visit = try Visit(fever: .freshRSS)
        visit.double.addTrouble(.loss(of: "", Answer(200, body: "<html>")))
        #expect(failure { try visit.server.mark([.number(1)], as: .read) }?.mayBeDone == true)
    }

    @Test func `a mark of an unknown item says that it has gone`() throws {
        let visit = try Visit(fever: .coldsweat)
        #expect(failure { try visit.server.mark([.number(1)], as: .read) }?.kind == .gone)
    }

    @Test func `Miniflux is refused, since it toggles stars`() throws {
        let visit = try Visit(fever: .miniflux)
        for _ in 1...2 {
            let failure = failure { try visit.server.logIn() }
            #expect(failure?.kind == .unsupported)
            #expect(
                failure?.reason
                    == "Miniflux's Fever API loses stars: use its own interface or its Google Reader API")
        }
        #expect(visit.double.server.requests.allSatisfy { $0.body.isEmpty })
    }

    @Test func `whether it is Miniflux is asked until it is known`() throws {
        let visit = try Visit(fever: .miniflux)
        visit.double.addTrouble(.refusal(of: "/v1/me", .raw([])))
        #expect(failure { try visit.server.logIn() }?.kind == .offline)
        #expect(failure { try visit.server.mark([.number(1)], as: .starred) } != nil)
        #expect(visit.double.server.requests.allSatisfy { $0.body.isEmpty })
    }

    @Test func `feeds can't be managed`() throws {
        let visit = try Visit(fever: .freshRSS)
        #expect(!visit.server.abilities.adds && !visit.server.abilities.arranges)
        #expect(failure { try visit.server.remove(ServerFeedID("1")) }?.kind == .unsupported)
    }
}

@Suite struct MD5Tests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        ("anna:geheim & ö", "27f11c7ffa36b5b1b1653d1dd1f5c916")
    ])
    func `a text has the hash of the standard`(text: String, hash: String) {
        #expect(MD5.hash(text) == hash)
    }
}
