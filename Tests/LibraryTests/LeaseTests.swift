import Foundation
import Testing

@testable import Library

@Suite struct LeaseTests {
    private let shelf: Shelf
    private let feeds: [FeedID]
    private let one = LeaseHolder()
    private let other = LeaseHolder()
    private let third = LeaseHolder()

    init() throws {
        shelf = try Shelf(feeds: 3)
        feeds = try shelf.library.feeds().map(\.id)
    }

    @Test func `of two that want a feed the first gets it`() throws {
        #expect(try lease(Array(feeds.prefix(2)), to: one) == Set(feeds.prefix(2)))
        #expect(try lease(feeds, to: other) == Set(feeds.suffix(1)))
    }

    @Test func `who holds a lease gets it again`() throws {
        #expect(try lease(feeds, to: one) == Set(feeds))
        #expect(try lease(feeds, to: one) == Set(feeds))
    }

    @Test func `a lease that nobody renews runs out`() throws {
        _ = try lease(feeds, to: one)
        #expect(try lease(feeds, to: other, after: Library.leaseDuration - 1).isEmpty)
        #expect(try lease(feeds, to: other, after: Library.leaseDuration + 1) == Set(feeds))
    }

    @Test func `the lease of a process that has died is void at once`() throws {
        // No process has had this number from the beginning of time on.
        _ = try lease(feeds, to: LeaseHolder(number: one.number ^ 1 << 27))
        #expect(try lease(feeds, to: other) == Set(feeds))
    }

    @Test func `a lease that is renewed runs out later, and one that another has is not renewed`() throws {
        _ = try lease(Array(feeds.prefix(1)), to: one)
        _ = try lease(Array(feeds.suffix(2)), to: other)
        shelf.library.renewLeases(of: feeds, by: one, at: .noon.addingTimeInterval(60))
        shelf.library.drain()
        #expect(try lease(feeds, to: third, after: Library.leaseDuration + 1) == Set(feeds.suffix(2)))
    }

    @Test func `a lease that is given back is there for others, and nobody gives back another's`() throws {
        _ = try lease(Array(feeds.prefix(1)), to: one)
        _ = try lease(Array(feeds.suffix(2)), to: other)
        shelf.library.endLeases(of: feeds, by: other)
        shelf.library.drain()
        #expect(try lease(feeds, to: third) == Set(feeds.suffix(2)))
    }

    @Test(arguments: [(-1, true), (1, false)])
    func `what was fetched since somebody wants it need not be fetched again`(
        seconds: TimeInterval, isLeased: Bool
    ) throws {
        try shelf.library.noteFailure("the server is away", for: feeds[0], at: .noon.addingTimeInterval(seconds))
        #expect(try lease([feeds[0]], to: one, after: 2).isEmpty != isLeased)
    }

    @Test func `a clock that was set back keeps no feed from being fetched`() throws {
        let tomorrow = 86_400.0
        _ = try lease([feeds[0]], to: one, after: tomorrow)
        try shelf.library.noteFailure("the server is away", for: feeds[1], at: .noon.addingTimeInterval(tomorrow))
        #expect(try lease(feeds, to: other) == Set(feeds))
    }

    /// Takes leases at a moment after noon, since when the feeds have been wanted.
    private func lease(_ feeds: [FeedID], to holder: LeaseHolder, after seconds: TimeInterval = 0) throws -> Set<FeedID>
    {
        try shelf.library.lease(feeds, to: holder, wantedSince: .noon, at: .noon.addingTimeInterval(seconds))
    }
}
