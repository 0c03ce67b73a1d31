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
        let end = Date() + Library.leaseDuration
        let looks = Record<Date>()
        leases.keep {
            looks.add(Date())
            return looks.entries.count < 10 ? feeds : []
        }
        await looks.wait { $0.count == 10 }
        newsstand.library.drain()
        let others = try newsstand.library.lease(feeds, to: LeaseHolder(), wantedSince: end, at: end + 0.05)
        #expect(others.isEmpty)
    }
}
