import FeedParser
import Foundation
import System
import TestSupport
import Testing

@testable import FeedServers

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
