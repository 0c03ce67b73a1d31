import FeedParser
import Foundation
import Library
import Testing

@testable import Refresh

@Suite struct RhythmTests {
    private let now = Date(timeIntervalSince1970: 1_780_000_000)
    private let day = 86_400.0

    private func rhythm(daysAgo: Double...) -> Rhythm? {
        let items = daysAgo.map { ParsedItem(id: "\($0)", published: now - $0 * day) }
        return Rhythm(of: ParsedFeed(format: .rss20, items: items), at: now)
    }

    @Test func `the dates of the items determine the rhythm`() {
        #expect(rhythm(daysAgo: 1, 3, 2) == Rhythm(interval: 86_400, newest: now - day))
        #expect(rhythm(daysAgo: 0, 0, 7) == Rhythm(interval: 302_400, newest: now))
    }

    @Test func `two items, or items in the future, determine no rhythm`() {
        #expect(rhythm(daysAgo: 1, 2) == nil)
        #expect(rhythm(daysAgo: 1, 2, -1, -2) == nil)
        #expect(
            Rhythm(of: ParsedFeed(format: .rss20, items: [ParsedItem(), ParsedItem(), ParsedItem()]), at: now) == nil)
    }

    @Test func `only the latest twenty items count`() {
        let recent = (0..<20).map { ParsedItem(id: "\($0)", published: now - Double($0) * 3600) }
        let old = ParsedItem(id: "old", published: now - 1000 * day)
        #expect(Rhythm(of: ParsedFeed(format: .rss20, items: [old] + recent), at: now)?.interval == 3600)
    }

    @Test func `a feed is fetched eight times per item`() {
        #expect(Rhythm(interval: 86_400, newest: now).wait(at: now) == 10_800)
    }

    @Test func `a quiet feed is fetched less and less often`() {
        let waits = [4, 8, 400].map { Rhythm(interval: 86_400, newest: now - $0 * day).wait(at: now) }
        #expect(waits == [10_800, 21_600, 1_080_000])
    }

    @Test func `dates of any age give a valid rhythm`() {
        #expect(rhythm(daysAgo: 1, 2, 1e300)?.interval == 1_000_000_000)
    }
}
