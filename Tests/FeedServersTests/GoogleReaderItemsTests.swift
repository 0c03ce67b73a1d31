import FeedParser
import Foundation
import FoundationEssentials
import System
import TestSupport
import Testing

@testable import FeedServers

@Suite struct `Lists of the Google Reader API` {
    @Test func `a list of several pages names every item, but isn't called complete`() throws {
        var dialect = GoogleReaderDouble.freshRSS
        dialect.cap = 10
        let visit = try Visit(dialect, ServerShelf(items: 25))
        let list = try visit.server.unread(limit: 1000)
        #expect(list == ServerList(visit.double.shelf.unread.listed, isComplete: false))
    }

    @Test(arguments: [GoogleReaderDouble.freshRSS, .miniflux])
    func `a list that loses an item between two pages isn't called complete`(dialect: GoogleReaderDouble) throws {
        var dialect = dialect
        dialect.cap = 10
        let visit = try Visit(dialect, ServerShelf(items: 25))
        let ids = visit.double.shelf.unread
        // The last id of the first page is read on another device meanwhile.
        visit.double.addTrouble(.interference(after: "items/ids") { $0.change(ids[15]) { $0.isRead = true } })
        let list = try visit.server.unread(limit: 1000)
        #expect(list.ids.count == 24)
        #expect(!list.ids.contains(.number(ids[14])))
        #expect(!list.isComplete)
    }

    @Test func `a list with as many ids as were asked for isn't called complete`() throws {
        var dialect = GoogleReaderDouble.miniflux
        dialect.saysContinuation = false
        let visit = try Visit(dialect, ServerShelf(items: 9))
        #expect(!(try visit.server.unread(limit: 7).isComplete))
        #expect(!(try visit.server.unread(limit: 9).isComplete))
        #expect(try visit.server.unread(limit: 10).isComplete)
    }

    @Test(arguments: [
        #"{"itemRefs":[{"id":"1"},{}]}"#, #"{"itemRefs":[{"id":"1"},{"id":[2]}]}"#, #"{"itemRefs":[{"id":"1"},7]}"#
    ])
    func `a list with an id that can't be read isn't called complete`(body: String) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "items/ids", Answer(200, body: body)))
        #expect(try visit.server.unread(limit: 10) == ServerList([.number(1)], isComplete: false))
    }

    @Test(arguments: [20, 1000])
    func `a list that ends at a number where servers cut isn't called complete`(cap: Int) throws {
        var dialect = GoogleReaderDouble.miniflux
        (dialect.cap, dialect.saysContinuation) = (cap, false)
        let visit = try Visit(dialect, ServerShelf(items: cap + 5))
        let list = try visit.server.unread(limit: 10_000)
        #expect(list.ids.count == cap)
        #expect(!list.isComplete)
    }

    @Test func `a list that ends at the limit isn't called complete`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(items: 3))
        #expect(
            try visit.server.unread(limit: 2) == ServerList(visit.double.shelf.unread[1...].listed, isComplete: false))
        #expect(try visit.server.unread(limit: 4).isComplete)
    }

    @Test func `a list is asked for in the largest pages that the server has`() throws {
        let freshRSS = try Visit(.freshRSS)
        _ = try freshRSS.server.unread(limit: 50_000)
        #expect(freshRSS.double.requests("items/ids").map { $0.query["n"] } == ["50000"])
        let other = try Visit(.miniflux)
        _ = try other.server.unread(limit: 50_000)
        #expect(other.double.requests("items/ids").map { $0.query["n"] } == ["10000"])
    }

    @Test(arguments: [
        ("https://example.org/api/greader.php", Int.max), ("https://www.bazqux.com", 50_000),
        ("https://www.inoreader.com", 1000), ("https://theoldreader.com", 10_000),
        ("https://notinoreader.com", 10_000)
    ])
    func `the size of pages depends on the server`(url: String, count: Int) {
        #expect(GoogleReaderDialect(of: url).longestList == count)
    }

    @Test(arguments: [
        ("https://miniflux.example.org", "All"), ("https://rss.example.org/api/greader.php", "Uncategorized"),
        ("https://theoldreader.com", nil), ("https://bazqux.com", nil)
    ])
    func `a folder that stands for none is none`(url: String, name: String?) {
        #expect(GoogleReaderDialect(of: url).noFolder == name)
    }

    @Test func `what a wrong list lacks is told by the items themselves`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.pretence(for: "items/ids") { $0.items.removeLast(2) })
        let listed = try visit.server.unread(limit: 10).ids
        let missing = visit.double.shelf.unread.listed.filter { !listed.contains($0) }
        #expect(missing.count == 2)
        #expect(try visit.items(missing).map(\.isRead) == [false, false])
    }

    @Test func `items of a feed that was added again have new ids and the same links`() throws {
        let visit = try Visit(.freshRSS)
        let old = try visit.items(try visit.server.unread(limit: 10).ids)
        visit.double.change { $0.renewItems(of: 1) }
        let new = try visit.items(try visit.server.unread(limit: 10).ids)
        #expect(Set(new.map(\.id)).isDisjoint(with: old.map(\.id)))
        #expect(new.map(\.item.link) == old.map(\.item.link))
    }

    @Test func `a list that never ends is given up`() throws {
        let visit = try Visit(.miniflux)
        let page = Answer(200, body: #"{"itemRefs":[{"id":"1"},{"id":"2"}],"continuation":"2"}"#)
        visit.double.addTrouble(.refusal(of: "items/ids", page), times: 5)
        #expect(try visit.server.unread(limit: 1000) == ServerList([.number(1), .number(2)], isComplete: false))
        #expect(visit.double.requests("items/ids").count == 2)
    }

    @Test func `only streams that every server knows are asked for`() throws {
        let visit = try Visit(.freshRSS)
        _ = try visit.server.unread(limit: 10)
        _ = try visit.server.starred(limit: 10)
        _ = try visit.server.recent(since: .distantPast, limit: 10)
        #expect(
            Set(visit.double.requests("items/ids").map { $0.query["s"] })
                == ["user/-/state/com.google/reading-list", "user/-/state/com.google/starred"])
    }

    @Test(arguments: [
        "[]", "{", "null", #"{"itemRefs":{}}"#, #"{"itemRefs":[{"id":"1"}"#, "",
        #"{"itemRefs":[{"id":"1","#,
        "{\"a\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}"
    ])
    func `an answer without a list isn't taken for an empty one`(body: String) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "items/ids", Answer(200, body: body)))
        let failure = failure { _ = try visit.server.unread(limit: 10) }
        #expect(failure?.kind == .notUnderstood)
        #expect(failure?.reason == "the server's answer isn't in the protocol's form")
    }

    @Test func `an empty answer as Google gave it is no complete list`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "items/ids", Answer(200, body: "{}")))
        #expect(try visit.server.unread(limit: 10) == ServerList([], isComplete: false))
    }

    @Test func `a login page in place of a list is told`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "items/ids", Answer(200, body: "\n<!DOCTYPE html><title>Log in</title>")))
        let failure = failure { _ = try visit.server.unread(limit: 10) }
        #expect(failure?.kind == .notUnderstood)
        #expect(failure?.reason == "the server answered with a web page: check the URL")
    }
}

private struct Stop: Error {}

@Suite struct `Items of the Google Reader API` {
    @Test func `many items come in batches, and in the order in which they were asked for`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(items: 600))
        let ids = visit.double.shelf.unread.listed
        var batches: [[ServerItemID]] = []
        try visit.server.items(ids) { batches.append($0.map(\.id)) }
        #expect(batches.map(\.count) == [250, 250, 100])
        #expect(Set(batches[0]) == Set(ids[..<250]))
        #expect(Set(batches.joined()) == Set(ids))
        #expect(visit.double.requests("contents").allSatisfy { $0.form.count <= 252 && $0.form.first?.name == "T" })
    }

    @Test(.timeLimit(.minutes(5)))
    func `the next batch is asked for before the first has come`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(items: 600))
        let gate = Gate()
        visit.double.addTrouble(.delay(of: "contents", until: gate))
        let server = visit.double.server
        let path = "/api/greader.php/reader/api/0/stream/items/contents"
        Thread.detachNewThread {
            try? server.waitForHits(2, on: path)
            #expect(server.hits(path) == 2)
            gate.open()
        }
        #expect(try visit.items(visit.double.shelf.unread.listed).count == 600)
    }

    @Test func `items that can't be stored stop the rest`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(items: 2000))
        #expect(throws: Stop.self) {
            try visit.server.items(visit.double.shelf.unread.listed) { _ in throw Stop() }
        }
        #expect(visit.double.requests("contents").count <= 2)
    }

    @Test func `what the server has no more is left out`() throws {
        let visit = try Visit(.freshRSS)
        let ids = visit.double.shelf.unread
        #expect(try visit.items([.number(7), .number(ids[0]), .text("none")]).map(\.id) == [.number(ids[0])])
    }

    @Test func `items that weren't asked for are ignored`() throws {
        let visit = try Visit(.freshRSS)
        let body =
            #"{"items":[{"id":"tag:google.com,2005:reader/item/0000000000000009","origin":{"streamId":"feed/1"}}]}"#
        visit.double.addTrouble(.refusal(of: "contents", Answer(200, body: body)))
        #expect(try visit.items([.number(8)]).isEmpty)
    }

    @Test(arguments: ["[]", #"{"id":"x"}"#, #"{"items":[{"id":"1""#, "<html>"])
    func `an answer without items isn't taken for none`(body: String) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "contents", Answer(200, body: body)))
        #expect(failure { _ = try visit.items([.number(8)]) }?.kind == .notUnderstood)
    }

    @Test(arguments: [
        ("Q & A: <b> & > 1", "Q & A: <b> & > 1"), ("ＮＨＫ", "ＮＨＫ"), ("AT&amp;T", "AT&T"), ("plain", "plain")
    ])
    func `titles of FreshRSS have their signs back`(title: String, shown: String) throws {
        var shelf = ServerShelf(items: 0)
        shelf.addItem(to: 1, title: title)
        let visit = try Visit(.freshRSS, shelf)
        #expect(try visit.items(shelf.unread.listed).map(\.item.title) == [shown])
    }

    @Test func `other servers' wide signs are the author's own`() throws {
        var shelf = ServerShelf(items: 0)
        shelf.addItem(to: 1, title: "Ａ＆Ｂ")
        let visit = try Visit(.miniflux, shelf)
        #expect(try visit.items(shelf.unread.listed).map(\.item.title) == ["Ａ＆Ｂ"])
    }

    @Test(arguments: [("News, sports & more", "News, sports & more"), ("新闻，体育", "新闻，体育")])
    func `names of FreshRSS's feeds have their signs back`(name: String, shown: String) throws {
        var shelf = ServerShelf(items: 0)
        shelf.feeds[0].title = name
        let visit = try Visit(.freshRSS, shelf)
        #expect(try visit.server.subscriptions().map(\.title) == [shown])
    }

    @Test func `relative links lead to the item's site`() throws {
        var shelf = ServerShelf(items: 1)
        shelf.items[0].content = "<a href=\"/a\">a</a>"
        let visit = try Visit(.freshRSS, shelf)
        #expect(
            try visit.items(shelf.unread.listed).map(\.item.content)
                == ["<a href=\"https://example.org/a\">a</a>"])
    }

    @Test func `hostile names come as text, without control characters`() throws {
        var shelf = ServerShelf(folders: ["../../x\u{1B}[31m<script>\u{0}"], items: 0)
        shelf.feeds[0].title = "a\u{1B}]0;x\u{7}b"
        shelf.addItem(to: 1, title: "\u{1B}[2J\u{202E}gnp")
        let visit = try Visit(.miniflux, shelf)
        let feed = try #require(try visit.server.subscriptions().first)
        #expect(feed.folders == ["../../x[31m<script>"])
        #expect(feed.title == "a]0;xb")
        #expect(try visit.items(shelf.unread.listed).map(\.item.title) == ["[2J\u{202E}gnp"])
    }

    @Test(.timeLimit(.minutes(5)))
    func `an answer without end is given up`() throws {
        let visit = try Visit(.freshRSS)
        let end = Answer.endless([UInt8](repeating: 0x20, count: 1 << 20), after: Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        visit.double.addTrouble(.refusal(of: "contents", end))
        let failure = failure { _ = try visit.items([.number(1)]) }
        #expect(failure?.kind == .notUnderstood)
        #expect(failure?.reason == "the document is larger than 64 MB")
    }
}

@Suite struct ServerItemIDTests {
    @Test(
        arguments: [
            ("1716300000000123", .number(1_716_300_000_000_123)), ("-7", .number(-7)),
            ("tag:google.com,2005:reader/item/000000000000002a", .number(42)),
            ("tag:google.com,2005:reader/item/2a", .number(42)),
            ("tag:google.com,2005:reader/item/ffffffffffffffff", .number(-1)),
            ("tag:google.com,2005:reader/item/51a1ab38ce9e86a2ea8b4567", .text("51a1ab38ce9e86a2ea8b4567")),
            ("51a1ab38ce9e86a2ea8b4567", .text("51a1ab38ce9e86a2ea8b4567")),
            ("511111111111111111111111", .text("511111111111111111111111")), ("007", .text("007"))
        ] as [(String, ServerItemID)])
    func `ids of the Google Reader API are read in all their forms`(text: String, id: ServerItemID) {
        #expect(ServerItemID(googleReader: text) == id)
    }

    @Test(
        arguments: [
            (.number(42), "tag:google.com,2005:reader/item/000000000000002a"),
            (.number(-1), "tag:google.com,2005:reader/item/ffffffffffffffff"),
            (.text("51a1ab38ce9e86a2ea8b4567"), "tag:google.com,2005:reader/item/51a1ab38ce9e86a2ea8b4567")
        ] as [(ServerItemID, String)])
    func `ids are sent in the form that every server reads`(id: ServerItemID, text: String) {
        #expect(id.googleReaderText == text)
    }

    @Test(arguments: ["12", "-12", "0", "012", "+12", "9223372036854775808", "a"])
    func `an id that was stored is read back`(text: String) {
        #expect(ServerItemID(text).description == text)
        #expect(ServerItemID(ServerItemID(text).description) == ServerItemID(text))
    }
}
