import Configuration
import FeedParser
import Foundation
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Keys after an undo` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 2)
        reader = try test.reader()
        reader.items.fit(20)
    }

    @Test func `keys after an undo wait, and find the feed with its old line`() async throws {
        reader.feeds.choose(test.feed)
        reader.actions.managing.rename(try #require(reader.feeds.selected), to: "Mine")
        try await reader.session.$status.waitUntil { $0?.text == "Renamed to “Mine” (:undo to undo)" }
        reader.perform(.undo)
        #expect(reader.session.isAwaiting)
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Undid") == true }
        #expect(reader.feeds.selected?.name == "Feed")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        reader.perform(.redo)
        #expect(reader.session.isAwaiting)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.session.status?.text.hasPrefix("Redid") == true && reader.feeds.selected?.name == "Mine")
    }

    @Test func `keys after an undo find the saved search that returned`() async throws {
        try test.home.write(urls: ["https://example.org/feed", "\"query:Zed:age < 9\"", "\"query:Any:age < 99\""])
        let reader = test.start()
        reader.feeds.choose(.query("Zed"))
        reader.perform(.removeFeed)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selectedEntry?.name != "Zed")
        reader.perform(.undo)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selectedEntry?.name == "Zed")
    }

    @Test func `keys after an undo find items and counts as they were`() async throws {
        reader.feeds.choose(test.feed)
        reader.perform(.open)
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0?.text.contains("Marked 2 items read") == true }
        reader.perform(.undo)
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Undid") == true }
        #expect(reader.items.items.map(\.isRead) == [false, false])
        #expect(reader.feeds.feed(test.feed)?.unread == 2)
    }

    @Test func `undoing a move restores the old URL and the reported new one, any number of times`()
        async throws
    {
        let (old, new) = ("https://example.org/feed", "https://example.net/feed")
        var answer = Fetched(.document(ParsedFeed(format: .rss20, title: "Feed")), for: test.feed, at: Date())
        answer.announcedURL = new
        _ = test.library.store([answer])
        reader.feeds.reload()
        reader.feeds.choose(test.feed)
        reader.perform(.changeAddress)
        #expect(reader.session.prompt?.text == new)
        reader.session.submitPrompt()
        try await reader.session.$status.waitUntil { $0?.text == "Feed now has the URL \(new) (:undo to undo)" }
        #expect(addressOffered() == new && reader.feeds.reading.movedCount == 0)
        for _ in 1...2 {
            try await take(.undo, "Undid")
            #expect(try UrlsFile(path: test.home.config + "/urls").read().urls == [old])
            #expect(reader.feeds.reading.movedCount == 1 && addressOffered() == new)
            try await take(.redo, "Redid")
            #expect(try UrlsFile(path: test.home.config + "/urls").read().urls == [new])
            #expect(reader.feeds.reading.movedCount == 0 && addressOffered() == new)
        }
    }

    @Test func `undoing a move restores what was known about the old URL, even that it is gone`() async throws {
        reader.feeds.choose(test.feed)
        _ = test.library.store([Fetched(.failed("Gone", .gone), for: test.feed, at: Date())])
        try reader.actions.managing.move(try #require(reader.feeds.selected), to: "https://example.net/feed")
        try await reader.session.$status.waitUntil { $0?.text.contains("now has the URL") == true }
        #expect(try test.library.feeds()[0].fetching.isGone == false)
        try await take(.undo, "Undid")
        #expect(try test.library.feeds()[0].fetching.isGone)
    }

    private func take(_ operation: ViewModels.Operation, _ words: String) async throws {
        reader.perform(operation)
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix(words) == true }
        try await reader.session.$isAwaiting.waitUntil { !$0 }
    }

    /// The URL that the prompt proposes for the feed.
    private func addressOffered() -> String? {
        reader.perform(.changeAddress)
        defer { reader.session.leavePrompt() }
        return reader.session.prompt?.text
    }

    @Test func `keys go on if there is nothing to undo, or undo fails`() async throws {
        reader.perform(.undo)
        try await reader.session.$status.waitUntil { $0?.text == "Nothing to undo" }
        #expect(!reader.session.isAwaiting)
        reader.actions.managing.rename(try #require(reader.feeds.all.first), to: "Mine")
        try await reader.session.$status.waitUntil { $0?.text == "Renamed to “Mine” (:undo to undo)" }
        try test.home.write(urls: ["https://example.net/"])
        reader.perform(.undo)
        try await reader.session.$status.waitUntil { $0?.isProblem == true }
        #expect(!reader.session.isAwaiting)
    }

    @Test func `keys go on at Escape while an undo waits for the writer`() async throws {
        test.withoutWriting {
            reader.perform(.undo)
            reader.session.callOff()
            #expect(!reader.session.isAwaiting)
        }
        try await reader.session.$status.waitUntil { $0?.text == "Nothing to undo" }
    }
}
