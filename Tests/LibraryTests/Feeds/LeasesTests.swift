import Dispatch
import FeedParser
import Foundation
import TestSupport
import Testing

@testable import Library

@Suite(.timeLimit(.minutes(5))) struct LeasesTests {
    private let shelf: Shelf
    private let feeds: [FeedID]
    private let one = LeaseHolder()
    private let other = LeaseHolder()
    private let third = LeaseHolder()

    init() throws {
        shelf = try Shelf(feeds: 3)
        feeds = try shelf.library.feeds().map(\.id)
    }

    @Test func `the first of two processes gets the lease of a feed`() throws {
        #expect(try lease(Array(feeds.prefix(2)), to: one) == Set(feeds.prefix(2)))
        #expect(try lease(feeds, to: other) == Set(feeds.suffix(1)))
    }

    @Test func `a process may take its own lease again`() throws {
        #expect(try lease(feeds, to: one) == Set(feeds))
        #expect(try lease(feeds, to: one) == Set(feeds))
    }

    @Test func `a lease expires if nobody renews it`() throws {
        _ = try lease(feeds, to: one)
        #expect(try lease(feeds, to: other, after: Library.leaseDuration - 1).isEmpty)
        #expect(try lease(feeds, to: other, after: Library.leaseDuration + 1) == Set(feeds))
    }

    @Test func `the lease of a process that has died ends at once`() throws {
        // No process has had this number since the beginning of time.
        _ = try lease(feeds, to: LeaseHolder(number: one.number ^ 1 << 27))
        #expect(try lease(feeds, to: other) == Set(feeds))
    }

    @Test func `the lease of no process, as a damaged library may have it, ends at once`() throws {
        _ = try lease(feeds, to: LeaseHolder(number: 1))
        #expect(try lease(feeds, to: other) == Set(feeds))
    }

    @Test func `a renewed lease expires later, and another process's can't be renewed`() throws {
        _ = try lease(Array(feeds.prefix(1)), to: one)
        _ = try lease(Array(feeds.suffix(2)), to: other)
        shelf.library.renewLeases(of: feeds, by: one, at: .noon.addingTimeInterval(60))
        shelf.library.drain()
        #expect(try lease(feeds, to: third, after: Library.leaseDuration + 1) == Set(feeds.suffix(2)))
    }

    @Test func `a slow fetch keeps its lease`() async throws {
        let leases = Leases(in: shelf.library, renewedOn: DispatchQueue(label: "test.leases"), every: 0.02)
        #expect(Set(try leases.acquire(feeds, wantedSince: Date()).keys) == Set(feeds))
        let looks = Record<Date>()
        leases.keep { [feeds] in
            looks.add(Date())
            return looks.entries.count < 10 ? feeds : []
        }
        await looks.wait { $0.count == 10 }
        shelf.library.drain()
        // The first lease has ended by then, however late the ninth look came, which renewed it last.
        let time = looks.entries[8] + Library.leaseDuration - 0.01
        #expect(try shelf.library.lease(feeds, to: other, wantedSince: time, at: time).isEmpty)
    }

    @Test func `a lease tells what another process has stored`() throws {
        let document = ParsedFeed(format: .rss20)
        _ = try shelf.library.store(document, etag: "v2", lastModified: nil, for: feeds[0], at: .noon)
        let leased = try shelf.library.lease(feeds, to: one, wantedSince: .noon, at: .noon)
        #expect(leased.mapValues(\.etag) == [feeds[0]: "v2", feeds[1]: nil, feeds[2]: nil])
    }

    @Test func `a returned lease is free for others, but only its owner can return it`() throws {
        _ = try lease(Array(feeds.prefix(1)), to: one)
        _ = try lease(Array(feeds.suffix(2)), to: other)
        shelf.library.endLeases(of: feeds, by: other)
        shelf.library.drain()
        #expect(try lease(feeds, to: third) == Set(feeds.suffix(2)))
    }

    @Test(arguments: [(-1, true), (1, false)])
    func `a feed that was fetched since somebody wanted it needs no other fetch`(
        seconds: TimeInterval, isLeased: Bool
    ) throws {
        try shelf.library.noteFailure("the server is away", for: feeds[0], at: .noon.addingTimeInterval(seconds))
        #expect(try lease([feeds[0]], to: one, after: 2).isEmpty != isLeased)
    }

    @Test func `setting the clock back prevents no fetch`() throws {
        let tomorrow = 86_400.0
        _ = try lease([feeds[0]], to: one, after: tomorrow)
        try shelf.library.noteFailure("the server is away", for: feeds[1], at: .noon.addingTimeInterval(tomorrow))
        #expect(try lease(feeds, to: other) == Set(feeds))
    }

    /// Takes leases after noon, for feeds that have been wanted since then.
    private func lease(_ feeds: [FeedID], to holder: LeaseHolder, after seconds: TimeInterval = 0) throws -> Set<FeedID>
    {
        Set(try shelf.library.lease(feeds, to: holder, wantedSince: .noon, at: .noon.addingTimeInterval(seconds)).keys)
    }
}
