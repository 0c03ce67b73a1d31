import FeedParser
import FoundationEssentials
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
