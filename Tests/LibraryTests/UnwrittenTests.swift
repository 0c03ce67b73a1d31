import FeedParser
import Foundation
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library

/// What happens to what the person does while nothing can be written.
@Suite struct UnwrittenTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store(ParsedItem("a"), ParsedItem("b"), ParsedItem("c"))
    }

    /// Does something while the disk takes nothing more, and makes room again.
    private func withoutRoom(_ body: () throws -> Void) throws {
        try shelf.library.pool.maintain { try $0.execute("PRAGMA query_only = 1") }
        try body()
        shelf.library.drain()
        try shelf.library.pool.maintain { try $0.execute("PRAGMA query_only = 0") }
    }

    private func mark(_ title: String) throws {
        let item = try #require(shelf.items().first { $0.title == title })
        shelf.library.mark(item, read: true)
    }

    private func unreadOnDisk() throws -> Set<String> {
        try Set(Shelf(sharing: shelf).library.items(unreadOnly: true, limit: 10).map(\.title))
    }

    @Test func `a mark is not kept in a file that is gone, and that is told`() throws {
        let troubles = Record<LibraryFailure>()
        shelf.library.troubles.onNext { troubles.add($0) }
        try mark("a")
        shelf.library.drain()
        try FileManager.default.moveItem(atPath: shelf.path, toPath: shelf.path + ".elsewhere")
        try mark("b")
        shelf.library.drain()
        #expect(!troubles.entries.isEmpty && troubles.entries.allSatisfy { $0 == .lost })
        #expect(shelf.library.unwritten == 1 && shelf.library.obstacle == .lost)
        try FileManager.default.moveItem(atPath: shelf.path + ".elsewhere", toPath: shelf.path)
        try mark("c")
        shelf.library.drain()
        #expect(shelf.library.unwritten == 0)
        #expect(try unreadOnDisk() == [])
    }

    @Test func `a mark that can't be written is told, shown all the same, and written with the next`() throws {
        let troubles = Record<LibraryFailure>()
        shelf.library.troubles.onNext { troubles.add($0) }
        try withoutRoom {
            try mark("a")
            shelf.library.drain()
            #expect(
                try shelf.library.items(of: Listing(shelf.feed()), limit: 10).filter { !$0.isRead }.map(\.title) == [
                    "b", "c"
                ])
        }
        #expect(!troubles.entries.isEmpty)
        #expect(shelf.library.unwritten == 1)
        #expect(try unreadOnDisk() == ["a", "b", "c"])
        try mark("b")
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["c"])
        #expect(shelf.library.unwritten == 0)
        #expect(try shelf.library.check() == [])
    }

    @Test func `what could not be written was done before what is written next, and is undone after it`() async throws {
        try withoutRoom { try mark("a") }
        try shelf.library.unsubscribe([shelf.feed().id])
        let undone = Record<StepOutcome?>()
        for count in 1...2 {
            shelf.library.undo { undone.add($0) }
            await undone.wait { $0.count == count }
        }
        let words = undone.entries.map { $0?.words ?? "" }
        #expect(words[0].contains("remove") && words[1].contains("read"), "\(words)")
    }

    @Test func `what could not be written is tried again when the reader is left`() throws {
        try withoutRoom { try mark("a") }
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["b", "c"])
    }

    @Test func `what is done waits for the disk before it counts, and what is fetched doesn't`() throws {
        let asked = Record<String>()
        try shelf.library.pool.maintain { $0.trace { sql, _ in asked.add(sql) } }
        try shelf.store(ParsedItem("d"))
        try shelf.mark("a")
        try shelf.library.pool.maintain { $0.trace(nil) }
        let steps = asked.entries.filter { $0.hasPrefix("PRAGMA synchronous") || $0.hasPrefix("COMMIT") }
        #expect(
            steps.map { $0.split(separator: " ").last } == ["COMMIT", "FULL", "COMMIT", "NORMAL"], "\(steps)")
    }

    @Test func `what is done is written in order, also what had to wait`() throws {
        try withoutRoom {
            try mark("a")
            shelf.library.undo { _ in }
            try mark("b")
        }
        try mark("c")
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["a"])
    }

    @Test func `a document for which the disk has no room is a failure of that document, and changes nothing`() throws {
        try shelf.library.pool.maintain { database in
            let pages = try database.first("PRAGMA page_count") { $0.int(0) } ?? 0
            try database.setPragma("max_page_count", to: "\(pages + 2)")
        }
        let text = String(repeating: "word ", count: 100_000)
        #expect(throws: LibraryFailure.self) { try shelf.store(ParsedItem("d", text: text)) }
        #expect(try shelf.titles() == ["a", "b", "c"])
        try mark("a")
        shelf.library.drain()
        #expect(try unreadOnDisk() == ["b", "c"])
        #expect(try shelf.library.check() == [])
    }
}
