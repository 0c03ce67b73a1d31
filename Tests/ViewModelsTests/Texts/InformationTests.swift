import Foundation
import Testing
import Typesetting

@testable import Library
@testable import Refresh
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
                "lede won't fetch it before \(time(now + 600)), unless you type :reload twice: its server got too many requests"
            ))
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

@Suite struct SparklineTests {
    @Test(arguments: [
        ([], ""), ([0, 0], "▁▁"), ([0, 1, 1000, 500], "▁▂▇▄"), ([3, 3], "▇▇"), ([-1, 7, Int.max], "▁▂▇")
    ])
    func `the highest bar leaves a gap to the row above, and only 0 has the lowest bar`(
        numbers: [Int], bars: String
    ) {
        #expect(Sparkline(numbers).description == bars)
    }
}

@Suite struct `The preview of a feed` {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func page(of items: [FoundFeed.Item], columns: Int, dateFormat: String = "") -> String {
        let feed = FoundFeed(
            url: "https://a.example/", title: "A feed", site: nil, description: "About things.", items: items)
        let document = FeedPreview(feed).document(
            columns: columns, keys: ("Enter", "q"), at: now, dateFormat: dateFormat)
        return document.lines(width: columns).map(\.text).joined(separator: "\n")
    }

    @Test func `a preview aligns titles and dates, newest first`() {
        let items: [FoundFeed.Item] = [
            .init(title: "A short\ntitle", date: now - 7200), .init(title: "Without a date", date: nil),
            .init(title: "日本語の見出しはとても長くなります", date: now - 3 * 86_400),
            .init(title: "אחת שתיים", date: now - 60), .init(title: "", date: now - 1000 * 86_400)
        ]
        #expect(
            page(of: items, columns: 36) == """
                A feed
                ━━━━━━

                About things.
                Feed: https://a.example/

                Enter to add this feed, q to go
                back.

                  אחת שתיים                       1m
                  A short title                   2h
                  日本語の見出しはとても長くな…   3d
                  (untitled)                    2024
                  Without a date
                """)
    }

    @Test func `a preview has the user's date format, and counts further items`() {
        let items = (1...25).map { FoundFeed.Item(title: "Item \($0)", date: now) }
        let page = page(of: items, columns: 60, dateFormat: "%Y-%m-%d")
        #expect(page.contains("\n  Item 20                                         2027-01-15\n\nand 5 more"))
        #expect(!page.contains("Item 21"))
        #expect(self.page(of: [], columns: 60).hasSuffix("No items yet."))
    }

    @Test func `a preview leaves out a description that only repeats the title`() {
        let feed = FoundFeed(
            url: "https://a.example/feed", title: "A feed", site: "https://a.example/", description: "a Feed ",
            items: [])
        let document = FeedPreview(feed).document(columns: 60, keys: ("Enter", "q"), at: now, dateFormat: "")
        let lines = document.lines(width: 60).map(\.text)
        #expect(lines[2...4] == ["", "Feed: https://a.example/feed", "Site: https://a.example/"])
    }

    @Test func `a preview names the user's keys`() {
        let preview = FeedPreview("https://a.example/", unreadable: "the server answered 500")
        let document = preview.document(columns: 60, keys: ("o", "ZZ"), at: now, dateFormat: "")
        #expect(
            document.lines(width: 60).map(\.text).suffix(3) == [
                "lede couldn't check this URL: the server answered 500.", "", "o to add the URL anyway, ZZ to go back."
            ])
    }
}

@Suite struct `Troubles of accounts` {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func lines(_ change: (inout Account) -> Void) -> String {
        let key = AccountKey(kind: "greader", url: "https://rss.example.org", user: "me")
        var account = Account(id: AccountID(1), key: key)
        change(&account)
        return AccountTrouble(account, named: "Home").lines(again: "press r", at: now).joined(separator: "\n")
    }

    private func failed(_ kind: String, wait: Double? = nil, isTold: Bool = false) -> String {
        lines {
            ($0.failures, $0.failing, $0.lastError) = (1, kind, "no answer")
            ($0.retry, $0.isToldToWait) = (wait.map { now + $0 }, isTold)
        }
    }

    @Test func `each kind of failure says what to do`() {
        let time = LocalTime(now + 60).brief(at: now)
        #expect(failed("login-refused").contains("Run “lede sync login https://rss.example.org” in a shell"))
        #expect(failed("login-insecure").contains("“#: insecure yes”"))
        #expect(
            failed("offline", wait: 60) == "No answer.\nlede tries again by itself after \(time). Press r to try again."
        )
        #expect(failed("busy") == "No answer.\nPress r to try again.")
        #expect(
            failed("told-to-wait", wait: 60, isTold: true) == "No answer.\nlede won't ask the server before \(time).")
        #expect(failed("endless") == "No answer.\nPress r to try again.")
        #expect(failed("not-understood").contains("finds the right one"))
    }

    @Test func `vanished feeds, refused changes and refused marks are told although the sync worked`() {
        #expect(lines { $0.vanishing = 12 }.contains("12 feeds vanished from the server at once"))
        #expect(
            lines { $0.refusals = ["https://a.example/: no feed"] }
                == "The server refused a change: https://a.example/: no feed.\n"
                + "“lede sync --accept” leaves it as the server has it.")
        #expect(
            lines { $0.refusedItems = 1 }.hasSuffix("marks of 1 item, which stay here. Press r to send them again."))
        #expect(lines { _ in }.isEmpty)
    }
}
