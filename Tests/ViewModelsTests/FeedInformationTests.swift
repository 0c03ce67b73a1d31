import Foundation
import Library
import Testing
import Typesetting

@testable import ViewModels

@Suite struct FeedInformationTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `the details of a feed that was never fetched say that it is due`() throws {
        let page = try page(of: TestLibrary())
        #expect(page.contains("https://example.org/feed\n0 items, 0 unread\nNo new items in the last 3 days"))
        #expect(page.contains("Never fetched.\nDue now for “lede refresh --due”."))
    }

    @Test func `a feed's details show its items, and when and why it is fetched next`() throws {
        let library = try TestLibrary(items: 3)
        var fetched = Fetched(.unchanged, for: library.feed, at: now)
        fetched.due = Due(now + 3600, .server, after: 3600)
        _ = library.library.store([fetched])
        let page = try page(of: library, days: [0, 1, 2])
        #expect(page.contains("3 items, 3 unread\n▁▄▇ 3 new items in the last 3 days"))
        #expect(page.contains("Last fetched at \(time(now)), successfully."))
        #expect(
            page.contains("Next due for “lede refresh --due” at \(time(now + 3600)): the server says to wait an hour."))
    }

    @Test func `a feed's details say when lede fetches it by itself`() throws {
        let library = try TestLibrary(items: 3)
        #expect(try page(of: library, automatic: .distantPast).contains("Next fetch in a moment."))
        var fetched = Fetched(.unchanged, for: library.feed, at: now)
        fetched.due = Due(now + 3600, .server, after: 3600)
        _ = library.library.store([fetched])
        for (earliest, next) in [(now, now + 3600), (now + 4000, now + 4000)] {
            #expect(
                try page(of: library, automatic: earliest).contains(
                    "Next fetch at about \(time(next)): the server says to wait an hour."))
        }
        #expect(try page(of: library, isPaused: true, automatic: now).contains("This feed is paused."))
    }

    @Test func `the details of a failing feed say since when, and when it worked last`() throws {
        let library = try TestLibrary(items: 1)
        for _ in 1...2 {
            _ = library.library.store([Fetched(.failed("No answer", .server), for: library.feed, at: now)])
        }
        let page = try page(of: library)
        #expect(page.contains("Last fetch failed at \(time(now)): No answer; 2 failures in a row since \(time(now))."))
        #expect(page.contains("Last successful fetch at "))
        #expect(page.contains("This may clear up on its own. Type :reload to try again"))
    }

    @Test func `the details of a feed that has to wait say until when`() throws {
        let library = try TestLibrary()
        var fetched = Fetched(.failed("Too many requests", .tooMany), for: library.feed, at: now)
        fetched.wait = ServerWait(until: now + 600, status: 429)
        _ = library.library.store([fetched])
        #expect(
            try page(of: library).contains(
                "lede won't fetch it before \(time(now + 600)): its server got too many requests"))
    }

    @Test func `a feed that lost old items to the limit of its size says so`() throws {
        let library = try TestLibrary(items: 1)
        let feed = try library.library.feeds()[0]
        var details = try library.library.details(of: feed.id)
        details.trimmed = now
        let page = FeedInformation(feed: feed, details: details, days: [0], now: now).document.plainText
        #expect(page.contains("Old items were deleted at \(time(now)): the feed had more text than max-megabytes"))
    }

    @Test func `a feed's details leave out a description that only repeats the title`() throws {
        let library = try TestLibrary(items: 1)
        let feed = try library.library.feeds()[0]
        var details = try library.library.details(of: feed.id)
        func page() -> String {
            FeedInformation(feed: feed, details: details, days: [0], now: now).document.plainText
        }
        details.description = "About things"
        #expect(page().hasPrefix("\(feed.name)\nAbout things\nFeed: https://example.org/feed\n"))
        details.description = " \(feed.name.uppercased())"
        #expect(page().hasPrefix("\(feed.name)\nFeed: https://example.org/feed\n"))
    }

    private func time(_ date: Date) -> String { LocalTime(date).brief(at: now) }

    private func page(
        of library: TestLibrary, days: [Int] = [0, 0, 0], isPaused: Bool = false, automatic: Date? = nil
    ) throws -> String {
        let feed = try library.library.feeds()[0]
        let details = try library.library.details(of: feed.id)
        let terms = FetchingTerms(isPaused: isPaused, automatic: automatic)
        return FeedInformation(feed: feed, details: details, days: days, terms: terms, now: now).document.plainText
    }
}
