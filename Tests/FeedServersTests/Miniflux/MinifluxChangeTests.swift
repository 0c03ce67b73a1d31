import FeedParser
import TestSupport
import Testing

@testable import FeedServers

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
        clock.pass(200)
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
