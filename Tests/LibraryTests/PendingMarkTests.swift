import Dispatch
import FeedParser
import Testing

@testable import Library

@Suite struct PendingMarkTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store(ParsedItem("a"), ParsedItem("b"), ParsedItem("c"))
    }

    /// What is unread in the feed's list while the writer is kept from writing.
    private func unread(after mark: (Listing, [Item]) throws -> Void) throws -> [String] {
        let listing = Listing(try shelf.feed())
        let items = try shelf.library.items(of: listing, limit: 10)
        let mayWrite = DispatchSemaphore(value: 0)
        shelf.library.writeSoon { _ in
            mayWrite.wait()
            return []
        }
        defer {
            mayWrite.signal()
            shelf.library.drain()
        }
        try mark(listing, items)
        return try shelf.library.items(of: listing, limit: 10).filter { !$0.isRead }.map(\.title)
    }

    @Test func `a mark shows before it is written`() throws {
        #expect(try unread { _, items in shelf.library.mark(items[0], read: true) } == ["b", "c"])
    }

    @Test func `of two marks on one item the later shows`() throws {
        let unread = try unread { listing, items in
            shelf.library.markAllRead(in: listing)
            shelf.library.mark(items[1], read: false)
        }
        #expect(unread == ["b"])
    }

    @Test func `a mark that is written is pending no longer`() throws {
        let items = try shelf.items()
        shelf.library.mark(items[0], read: true)
        shelf.library.drain()
        let other = try Shelf(sharing: shelf)
        other.library.mark(items[0], read: false)
        other.library.drain()
        #expect(try shelf.library.items(of: Listing(shelf.feed()), limit: 10).allSatisfy { !$0.isRead })
    }
}
