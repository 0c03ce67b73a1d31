import FeedParser
import Foundation
import Signals
import TestSupport
import Testing
import Typesetting

@testable import Library
@testable import ViewModels

@Suite struct FailuresTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `without failures, their list says so`() {
        #expect(text() == "No feeds have failed or been skipped.")
    }

    @Test func `a feed that keeps failing says since when, and what to do`() throws {
        let feed = try feed(failing: .server, times: 3)
        let words =
            "It has failed 3 times in a row since \(time(now)). This may clear up on its own. Type :reload to try again, or "
        #expect(text(failed: [feed]).contains("No answer\n\(words)"))
    }

    @Test(arguments: [
        (Failing.missing, "press o to look for it on its site, or m to change the URL"),
        (.denied, "in the urls file (e). Otherwise press m to"), (.untrusted, "“#: ca-file”"),
        (.page, "Press m to enter the feed's own URL"),
        (.noFeed, "to look at its site"),
        (.document, "The site's owner has to fix this. Press r to"),
        (.local, "the feed's line in the urls file (e to edit)"),
        (.refused, "Press r to try again, or m to change the URL")
    ])
    func `advice depends on the kind of failure, and names the user's keys`(
        failing: Failing, advice: String
    ) throws {
        let keys: [ViewModels.Operation: String] = [
            .openInBrowser: "o", .editUrls: "e", .manageFeed: "m", .refreshFeed: "r"
        ]
        let page = text(failed: [try feed(failing: failing)]) { keys[$0] }
        #expect(page.lowercased().contains(advice.lowercased()))
    }

    @Test(arguments: [
        ("host not found: check the URL and your connection", false), ("timed out after 30 s: no answer", true)
    ])
    func `a failure that says what to check isn't said to clear up on its own`(reason: String, clearsUp: Bool) throws {
        let feed = try feed([.failed(reason, .network)])
        let page = text(failed: [feed])
        #expect(page.contains("This may clear up on its own.") == clearsUp)
        #expect(page.lowercased().contains("type :reload to try again, or :manage-feed to change the url"))
    }

    @Test func `a feed that is gone for good says how to remove it`() throws {
        let feed = try feed(failing: .gone)
        #expect(text(failed: [feed]).contains(":manage-feed to change the URL or remove the feed"))
    }

    @Test func `a skipped feed says why and until when, once`() throws {
        let feed = try feed(failing: .tooMany) { $0.wait = ServerWait(until: now + 60, status: 429) }
        let page = text(leftOut: [(feed, "its server asked lede to wait")])
        #expect(
            page.contains(
                "Skipped: its server asked lede to wait\nlede won't fetch it before \(time(now + 60)), unless you type :reload twice."
            ))
        #expect(!text(failed: [feed], leftOut: [(feed, "its server asked lede to wait")]).contains("Skipped"))
    }

    @Test(arguments: [(Failing.missing, true), (.denied, true), (.server, false), (.tooMany, false)])
    func `a feed that has to wait says until when, and what to do if waiting doesn't help`(
        failing: Failing, hasAdvice: Bool
    ) throws {
        let feed = try feed(failing: failing) { $0.wait = ServerWait(until: now + 60, status: 503) }
        let page = text(failed: [feed])
        #expect(page.contains("lede won't fetch it before \(time(now + 60)), unless you type :reload twice."))
        #expect(page.contains(":manage-feed to change the URL or remove the feed") == hasAdvice)
        let gone = text(failed: [try self.feed(failing: .gone) { $0.wait = ServerWait(until: now + 60, status: 503) }])
        #expect(gone.contains("lede no longer fetches this feed") && !gone.contains("won't fetch it before"))
    }

    @Test func `a feed that has moved says where to, and why it failed if it did`() throws {
        let words =
            "The feed has moved permanently to https://example.org/new. Type :change-address to use the new URL, or run “lede move”."
        let document = FetchOutcome<ParsedFeed>.document(ParsedFeed(format: .rss20))
        let moved = try feed([document]) { $0.announcedURL = "https://example.org/new" }
        #expect(text(feeds: [moved]).contains("\n\(words)"))
        let failing = try feed([document, .failed("No answer", .missing)]) {
            $0.announcedURL = "https://example.org/new"
        }
        let page = text(feeds: [failing], failed: [failing])
        #expect(page.contains("No answer\n\(words)\nThe feed may have moved."))
        #expect(page.components(separatedBy: words).count == 2)
        #expect(text(feeds: [try feed([document])]) == text())
    }

    @Test func `a listed feed keeps its place in the list of failures, and shows its new state`() throws {
        let feed = try feed([.failed("No answer", .server), .document(ParsedFeed(format: .rss20))])
        #expect(text(feeds: [feed]) == text())
        #expect(text(feeds: [feed], before: [feed.id]).contains("\nThis feed works again."))
        #expect(text(feeds: [feed], before: [feed.id], fetching: [feed.id]).contains("\nFetching…"))
    }

    private func time(_ date: Date) -> String { LocalTime(date).brief(at: now) }

    private func text(
        feeds: [Feed] = [], failed: [Feed] = [], leftOut: [(feed: Feed, reason: String)] = [],
        before: Set<FeedID> = [], fetching: Set<FeedID> = [],
        key: @escaping (ViewModels.Operation) -> String? = { _ in nil }
    ) -> String {
        Failures(
            feeds: feeds.isEmpty ? failed + leftOut.map(\.feed) : feeds, failed: failed, leftOut: leftOut, problems: [],
            now: now, listedBefore: Set(before.map { .feed($0) }),
            fetching: fetching, pressing: { key($0).map { "press \($0)" } ?? "type :\($0.rawValue)" },
            key: { key($0) ?? ":\($0.rawValue)" }
        ).document.plainText
    }

    /// A feed that has failed this many times.
    private func feed(failing: Failing, times: Int = 1, _ change: (inout Fetched) -> Void = { _ in }) throws -> Feed {
        try feed(Array(repeating: .failed("No answer", failing), count: times), change)
    }

    /// A feed after these fetches.
    private func feed(_ answers: [FetchOutcome<ParsedFeed>], _ change: (inout Fetched) -> Void = { _ in }) throws
        -> Feed
    {
        let library = try TestLibrary()
        for answer in answers {
            var fetched = Fetched(answer, for: library.feed, at: now)
            change(&fetched)
            _ = library.library.store([fetched])
        }
        return try library.library.feeds()[0]
    }
}

@MainActor @Suite struct `The list of failures` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary()
        try test.home.write(urls: (1...9).map { "https://example.org/\($0)" })
        reader = test.start()
        _ = test.library.store(
            try test.library.feeds().map { Fetched(.failed("No answer", .server), for: $0.id, at: Date()) })
        reader.feeds.reload()
        reader.perform(.showFailures)
        reader.failures.text.fit(width: 60, height: 12)
    }

    @Test func `an operation for a feed that left the list of failures isn't done to its neighbour`()
        async throws
    {
        reader.failures.go(toRow: 1)
        let lost = try #require(reader.failures.selected)
        reader.perform(.manageFeed)
        reader.session.editChoice { $0.line.insert("remove") }
        try test.home.write(urls: (1...9).map { "https://example.org/\($0)" }.filter { $0 != lost.url })
        reader.actions.settings.reloadUrls()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.failures.selected?.id != lost.id)
        reader.session.acceptChoice()
        #expect(reader.session.status?.text.hasPrefix("“\(lost.displayName)” is no longer in the list") == true)
        #expect(reader.feeds.all.count == 8)
        // The user has accepted the row by now.
        reader.perform(.removeFeed)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.all.count == 7)
    }

    @Test func `dragging the scroll bar of the list of failures moves its cursor along`() {
        reader.scroll(.failures, toTop: 30)
        #expect(reader.failures.isChosenInView && reader.failures.row > 0)
    }
}
