import Dispatch
import FeedParser
import Foundation
import Library
import SQLite
import Signals
import TestSupport
import Testing

/// Changes by another process; here, by another library on the same file.
@Suite struct OutsideTests {
    private let shelf: Shelf
    private let other: Shelf
    private let feed: FeedID
    private let changes = Record<LibraryChange>()

    init() throws {
        shelf = try Shelf(feeds: 2)
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        other = try Shelf(sharing: shelf)
        feed = try shelf.feed().id
        shelf.library.changes.onNext { [changes] in changes.add($0) }
        try shelf.library.watchOtherProcesses()
        shelf.library.drain()
    }

    @Test(.timeLimit(.minutes(5))) func `new items from another process are reported with their number`() async throws {
        try other.store(ParsedItem("c"), ParsedItem("d"), ParsedItem("a"))
        await changes.wait { $0.count >= 3 }
        #expect(
            changes.entries.prefix(3) == [
                .newItems(feed, News(ofFeed: 2, listed: 2), newest: ItemID(4)), .rewritten(feed), .feed(feed)
            ])
    }

    @Test(.timeLimit(.minutes(5))) func `a mark by another process is reported, and so is undoing it`() async throws {
        try other.mark("a")
        await changes.wait { $0.contains(.marks) }
        #expect(changes.entries.contains(.feed(feed)))
        let before = changes.entries.count
        other.library.undo { _ in }
        await changes.wait { $0.dropFirst(before).contains(.marks) }
        #expect(try shelf.feed().unread == 2)
    }

    @Test(.timeLimit(.minutes(5))) func `a change that keeps the counts is reported, too`() async throws {
        other.library.mark(.item(try shelf.items()[0].id), .tagged("later"))
        await changes.wait { $0 == [.marks] }
    }

    @Test(.timeLimit(.minutes(5))) func `feeds added by another process are reported`() async throws {
        try other.library.subscribe(to: [Shelf.url(2)])
        await changes.wait { $0.contains(.subscriptions) }
    }

    @Test(.timeLimit(.minutes(5)))
    func `own changes are reported once, after earlier changes by others`()
        async throws
    {
        try other.store(ParsedItem("theirs"), ParsedItem("a"), ParsedItem("b"))
        try shelf.store(ParsedItem("ours"), ParsedItem("theirs"), ParsedItem("a"), ParsedItem("b"))
        try shelf.mark("ours")
        // The last change shows that nothing comes twice.
        try other.store(ParsedItem("last"), in: 2)
        await changes.wait {
            $0.contains(.newItems(try! shelf.feed(2).id, News(ofFeed: 1, listed: 1), newest: ItemID(5)))
        }
        let news = changes.entries.compactMap { change in
            if case .newItems(_, _, let newest) = change { newest.rawValue } else { nil }
        }
        #expect(news == [3, 4, 5])
        #expect(changes.entries.count { if case .marked(.read, [ItemID(4)], _) = $0 { true } else { false } } == 1)
        #expect(!changes.entries.contains(.marks))
    }

    @Test(.timeLimit(.minutes(5))) func `own changes aren't reported again together with others'`()
        async throws
    {
        try shelf.mark("a")
        try shelf.store(ParsedItem("ours"), ParsedItem("a"), ParsedItem("b"))
        try shelf.mark("b")
        await changes.wait { $0.contains { if case .marked(.read, [ItemID(2)], _) = $0 { true } else { false } } }
        let before = changes.entries.count
        try other.store(ParsedItem("theirs"), in: 2)
        let second = try shelf.feed(2).id
        await changes.wait { $0.dropFirst(before).contains(.feed(second)) }
        #expect(!changes.entries.dropFirst(before).contains(.feed(feed)))
        #expect(!changes.entries.dropFirst(before).contains(.subscriptions))
    }

    @Test(.timeLimit(.minutes(5)))
    func `changes by others between opening and watching are reported`() async throws {
        let late = try Shelf(sharing: shelf)
        let heard = Record<LibraryChange>()
        late.library.changes.onNext { heard.add($0) }
        try other.mark("a")
        try late.library.watchOtherProcesses()
        await heard.wait { $0 == [.subscriptions, .marks, .queries] }
        let early = try Shelf(sharing: shelf)
        early.library.changes.onNext { heard.add($0) }
        try early.library.watchOtherProcesses()
        early.library.drain()
        #expect(heard.entries.count == 3)
    }

    @Test(.timeLimit(.minutes(5)))
    func `changes by others are reported even after memory was released`() async throws {
        for (number, item) in ["a", "b"].enumerated() {
            shelf.library.releaseMemory()
            try other.mark(item)
            await changes.wait { $0.count { $0 == .marks } > number }
        }
    }

    @Test(arguments: [false, true])
    func `changes by others from before memory was released are reported`(byOthers: Bool) throws {
        let late = try Shelf(sharing: shelf)
        try late.mark("a")
        if byOthers { try other.mark("b") }
        late.library.releaseMemory()
        try late.mark("a", read: false)
        let heard = Record<LibraryChange>()
        late.library.changes.onNext { heard.add($0) }
        try late.library.watchOtherProcesses()
        late.library.drain()
        #expect(heard.entries.contains(.subscriptions) == byOthers)
    }

    @Test(.timeLimit(.minutes(5))) func `changes are reported even if the log disappears and returns`() async throws {
        for number in 1...3 {
            try other.store(ParsedItem("\(number)"))
            await changes.wait { $0.count { $0 == .feed(feed) } >= number }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: shelf.path)
            _ = try Library(path: shelf.path)
        }
    }

    @Test func `a library that nobody watches isn't read`() throws {
        let quiet = try Shelf(sharing: shelf)
        let heard = Record<LibraryChange>()
        quiet.library.changes.onNext { heard.add($0) }
        try other.store(ParsedItem("c"))
        try quiet.mark("c")
        // Its own mark, and the outcome.
        #expect(heard.entries.count == 2)
    }
}

@Suite struct SharingTests {
    private let shelf: Shelf
    private let other: Shelf

    init() throws {
        shelf = try Shelf()
        other = try Shelf(sharing: shelf)
    }

    @Test func `two libraries on one file see each other's writes`() throws {
        try shelf.store(ParsedItem("a"))
        try other.mark("a")
        #expect(try shelf.items().map(\.isRead) == [true])
        #expect(try shelf.feed().unread == 0)
    }

    @Test func `two libraries that write at once lose nothing`() throws {
        let known = (1...100).map { ParsedItem("known \($0)") }
        try shelf.store(known)
        let failures = Record<any Error>()
        let writers = DispatchGroup()
        for (name, shelf) in [("a", shelf), ("b", other)] {
            DispatchQueue(label: name).async(group: writers) {
                do {
                    for number in 1...20 { try shelf.store([ParsedItem("\(name)\(number)")] + known) }
                } catch {
                    failures.add(error)
                }
            }
        }
        writers.wait()
        #expect(failures.entries.map { "\($0)" } == [])
        #expect(try (shelf.feed().total, shelf.items().count) == (140, 140))
    }

    @Test func `several processes may create the same library at once`() throws {
        let home = try Home()
        let failures = Record<any Error>()
        // Several attempts, because the processes have to meet in a short step.
        for number in 1...30 {
            let openings = DispatchGroup()
            for name in ["a", "b", "c", "d"] {
                DispatchQueue(label: name).async(group: openings) {
                    do { _ = try Library(path: "\(home.path)/\(number).db") } catch { failures.add(error) }
                }
            }
            openings.wait()
        }
        #expect(failures.entries.map { "\($0)" } == [])
    }

    @Test func `reading doesn't wait for another write, and doesn't see half of it`() throws {
        try shelf.store(ParsedItem("a"))
        let writer = try Database(path: shelf.path, access: .readWriteCreate)
        try writer.transaction {
            try writer.execute("UPDATE items SET title = 'b'")
            #expect(try shelf.titles() == ["a"])
        }
        #expect(try shelf.titles() == ["b"])
    }
}
