import FeedParser
import Foundation
import Testing

@testable import Library

/// When feeds are due, and why they may have to wait.
@Suite struct DueTests {
    private let shelf: Shelf
    private let library: Library

    init() throws {
        shelf = try Shelf(feeds: 3)
        library = shelf.library
    }

    private func note(
        _ number: Int = 1, _ answer: FetchOutcome<ParsedFeed>, due hours: Double? = nil, at now: Date = .noon
    )
        throws -> Fetched
    {
        var fetched = Fetched(answer, for: try shelf.feed(number).id, at: now)
        fetched.due = hours.map { Due(now + $0 * 3600, .server, after: Int($0 * 3600)) }
        return fetched
    }

    private var document: FetchOutcome<ParsedFeed> { .document(ParsedFeed(format: .rss20)) }

    private func dueNumbers(hours: Double = 0) throws -> [Int] {
        let due = try library.dueFeeds(at: .noon + hours * 3600).map(\.url)
        return (1...3).filter { due.contains(Shelf.url($0)) }
    }

    @Test func `a feed is due at its time, or at once if it was never fetched`() throws {
        #expect(try dueNumbers() == [1, 2, 3])
        _ = library.store([try note(1, document, due: 1), try note(2, document, due: 2)])
        #expect(try dueNumbers() == [3])
        #expect(try dueNumbers(hours: 1) == [1, 3])
        #expect(try dueNumbers(hours: 2) == [1, 2, 3])
        #expect(try shelf.details().due == Due(.noon + 3600, .server, after: 3600))
    }

    @Test func `the next due time is that of the first due feed`() throws {
        #expect(try library.nextDue() == .distantPast)
        _ = library.store([try note(1, document, due: 3), try note(2, document, due: 2), try note(3, document, due: 4)])
        #expect(try library.nextDue() == .noon + 7200)
    }

    @Test func `a feed that is gone is never due, until a fetch finds it again`() throws {
        _ = library.store([try note(1, .failed("410", .gone))])
        #expect(try shelf.feed().fetching.holdUp(at: .noon) == .gone)
        #expect(try dueNumbers(hours: 1_000_000) == [2, 3])
        _ = library.store([try note(1, .failed("no network", .network))])
        #expect(try shelf.feed().fetching.isGone)
        _ = library.store([try note(1, document)])
        #expect(try dueNumbers() == [1, 2, 3])
    }

    @Test func `a feed whose server asked lede to wait is due after that`() throws {
        var fetched = try note(1, .failed("503", .server), due: 1)
        fetched.wait = ServerWait(until: .noon + 7200, status: 503)
        _ = library.store([fetched])
        let state = try shelf.feed().fetching
        #expect(state.holdUp(at: .noon + 7199) == .toldToWait(ServerWait(until: .noon + 7200, status: 503)))
        #expect(state.holdUp(at: .noon + 7200) == nil)
        #expect(try dueNumbers(hours: 1) == [2, 3])
        #expect(try dueNumbers(hours: 2) == [1, 2, 3])
    }

    @Test func `a server that had too many requests is left alone by all its feeds`() throws {
        var fetched = try note(1, .failed("429", .tooMany), due: 0)
        fetched.wait = ServerWait(until: .noon + 600, status: 429)
        fetched.waitingHost = FeedHost(of: Shelf.url(1))
        _ = library.store([fetched])
        #expect(try library.feeds().allSatisfy { $0.fetching.holdUp(at: .noon) != nil })
        #expect(try library.feed(shelf.feed(2).id)?.fetching.wait?.until == .noon + 600)
        #expect(try dueNumbers() == [])
        #expect(try library.nextDue() == .noon + 600)
        #expect(try dueNumbers(hours: 1) == [1, 2, 3])
    }

    @Test func `the longest wait of a server counts until it is over`() throws {
        for (seconds, at) in [(600.0, 0.0), (60, 0), (100, 5000)] {
            var fetched = try note(1, .failed("429", .tooMany), at: .noon + at)
            fetched.wait = ServerWait(until: .noon + at + seconds, status: 429)
            fetched.waitingHost = FeedHost(of: Shelf.url(1))
            _ = library.store([fetched])
            #expect(try shelf.feed(2).fetching.wait?.until == .noon + (at == 0 ? 600 : 5100))
        }
    }

    @Test func `due times and waits from before the clock was set back no longer count`() throws {
        var fetched = try note(1, .failed("503", .server), due: 24, at: .noon + 100_000)
        fetched.wait = ServerWait(until: .noon + 200_000, status: 503)
        _ = library.store([fetched])
        #expect(try dueNumbers() == [1, 2, 3])
        #expect(try shelf.feed().fetching.holdUp(at: .noon) == nil)
        #expect(try shelf.feed().fetching.holdUp(at: .noon + 100_000) != nil)
    }

    @Test func `failures are counted from the first in a row`() throws {
        for hour in 1...3 { _ = library.store([try note(1, .failed("no luck"), at: .noon + Double(hour) * 3600)]) }
        let failing = try shelf.feed().fetching
        #expect((failing.errorCount, failing.failingSince) == (3, .noon + 3600))
        _ = library.store([try note(1, document)])
        let well = try shelf.feed().fetching
        #expect((well.errorCount, well.failingSince, well.lastError) == (0, nil, nil))
    }

    @Test func `a failure caused by the local network doesn't count`() throws {
        _ = library.store([try note(2, .failed("404", .missing), due: 6)])
        let before = try [1, 2].map { try shelf.feed($0).fetching }
        for feed in 1...2 {
            var fetched = try note(feed, .failed("no network"), due: 12)
            fetched.isInDoubt = true
            _ = library.store([fetched])
        }
        #expect(try [1, 2].map { try shelf.feed($0).fetching } == before)
        #expect(before[1].lastError == "404")
        #expect(try [1, 2].map { try shelf.details($0).due?.reason } == [.network, .network])
        #expect(try dueNumbers(hours: 0.1) == [1, 2, 3])
    }

    @Test func `a feed counts as moved after three such answers on two days`() throws {
        let answers = [(0.0, nil), (1, nil), (23, nil), (24, "https://example.org/new")]
        for (hours, expected) in answers {
            var fetched = try note(1, .unchanged, at: .noon + hours * 3600)
            if hours == 0 { fetched = try note(1, document) }
            fetched.permanentURL = "https://example.org/new"
            _ = library.store([fetched])
            #expect(try shelf.feed().fetching.movedTo == expected)
        }
        _ = library.store([try note(1, .unchanged, at: .noon + 100_000)])
        #expect(try shelf.feed().fetching.movedTo == nil)
    }

    @Test func `a feed counts as moved as long as its document says so`() throws {
        var fetched = try note(1, document)
        fetched.announcedURL = "https://example.org/new"
        _ = library.store([fetched])
        #expect(try shelf.feed().fetching.movedTo == "https://example.org/new")
        _ = library.store([try note(1, .unchanged), try note(1, .sentAgain), try note(1, .failed("no luck"))])
        #expect(try shelf.feed().fetching.movedTo == "https://example.org/new")
        _ = library.store([try note(1, document)])
        #expect(try shelf.feed().fetching.movedTo == nil)
    }

    @Test func `a redirect overrides the new URL that a document announces`() throws {
        var announced = try note(1, document)
        announced.announcedURL = "https://example.org/new"
        _ = library.store([announced])
        for hours in [1.0, 2, 30] {
            var redirected = try note(1, .unchanged, at: .noon + hours * 3600)
            redirected.permanentURL = "https://example.org/newer"
            _ = library.store([redirected])
            #expect(try shelf.feed().fetching.movedTo == (hours == 30 ? "https://example.org/newer" : nil))
        }
    }

    @Test func `a feed whose redirect changes with every answer hasn't moved`() throws {
        for day in 0...5 {
            var fetched = try note(1, document, at: .noon + Double(day) * 86_400)
            fetched.permanentURL = "https://example.org/\(day)"
            _ = library.store([fetched])
        }
        #expect(try shelf.feed().fetching.movedTo == nil)
    }

    @Test func `a feed hasn't moved if its redirect leads to a feed without common items`() throws {
        try shelf.store(ParsedItem("old"))
        for day in 0...5 {
            let other = ParsedFeed(format: .rss20, items: [ParsedItem("other \(day)")])
            var fetched = try note(1, .document(other), at: .noon + Double(day) * 86_400)
            fetched.permanentURL = "https://parked.example/"
            _ = library.store([fetched])
        }
        #expect(try shelf.feed().fetching.movedTo == nil)
    }

    @Test func `a feed with a new URL is due at once, and forgets the old server's validators`() throws {
        var fetched = Fetched(document, for: try shelf.feed().id, etag: "v1", at: .noon)
        fetched.due = Due(.noon + 3600, .server, after: 3600)
        _ = library.store([fetched])
        #expect(try library.move(shelf.feed().id, to: "https://example.com/"))
        let moved = try library.dueFeeds(at: .noon)[0]
        #expect(try (moved.url, library.details(of: moved.id).etag) == ("https://example.com/", nil))
    }

    @Test func `a document's hints for the schedule stay known until the next document`() throws {
        let hints = ScheduleHints(timeToLive: 90, updateInterval: 30, skippedHours: [0, 23], skippedDays: [6])
        var fetched = try note(1, .document(ParsedFeed(format: .rss20, schedule: hints)))
        fetched.rhythm = Rhythm(interval: 1000, newest: .noon)
        _ = library.store([fetched, try note(1, .unchanged), try note(1, .failed("no luck"))])
        let known = try shelf.details()
        #expect((known.hints, known.rhythm) == (hints, Rhythm(interval: 1000, newest: .noon)))
    }

    @Test func `a document that is sent again replaces the validators`() throws {
        let feed = try shelf.feed().id
        _ = library.store([Fetched(document, for: feed, etag: "v1", lastModified: "today", at: .noon)])
        _ = library.store([Fetched(.sentAgain, for: feed, etag: "v2", at: .noon)])
        #expect(try (shelf.details().etag, shelf.details().lastModified) == ("v2", nil))
    }
}

@Suite struct TimeSpanTests {
    @Test(arguments: [
        (0, "0 seconds"), (1, "a second"), (119, "119 seconds"), (60, "a minute"), (120, "2 minutes"),
        (3600, "an hour"), (3601, "60 minutes"), (5400, "90 minutes"), (7200, "2 hours"), (9000, "3 hours"),
        (86_400, "a day"), (100_000, "28 hours"), (172_800, "2 days"), (-5, "0 seconds"), (.max, "106751991167301 days")
    ])
    func `a time span is written as people say it`(seconds: Int, words: String) {
        #expect("\(TimeSpan(seconds: seconds))" == words)
    }

    @Test func `a time span after “every” has no article`() {
        #expect([3600, 86_400, 7200].map { TimeSpan(seconds: $0).afterEvery } == ["hour", "day", "2 hours"])
    }

    @Test func `a feed's due time has a reason`() {
        #expect("\(Due(.noon, .server, after: 3600))" == "the server says to wait an hour")
        #expect("\(Due(.noon, .usual, after: 3600))" == "every hour (the default)")
    }
}
