import Dispatch
import Foundation
import Library
import TestSupport
import Testing

@testable import Refresh

@Suite(.timeLimit(.minutes(5))) struct LeasesTests {
    @Test func `a slow fetch keeps its lease`() async throws {
        let newsstand = try Newsstand(["https://example.org/"])
        let feeds = try newsstand.feeds.map(\.id)
        let leases = Leases(
            in: newsstand.library, renewedOn: DispatchQueue(label: "test.leases"), every: 0.02)
        #expect(leases.acquire(feeds, wantedSince: Date()) == Set(feeds))
        let looks = Record<Date>()
        leases.keep {
            looks.add(Date())
            return looks.entries.count < 10 ? feeds : []
        }
        await looks.wait { $0.count == 10 }
        newsstand.library.drain()
        // The first lease has ended by then, however late the ninth look came, which renewed it last.
        let time = looks.entries[8] + Library.leaseDuration - 0.01
        let others = try newsstand.library.lease(feeds, to: LeaseHolder(), wantedSince: time, at: time)
        #expect(others.isEmpty)
    }
}
