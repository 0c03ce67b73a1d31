import Configuration
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Keys behind an undo` {
    private let test: TestLibrary
    private let reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 2)
        reader = try test.reader()
        reader.items.fit(20)
    }

    @Test func `wait, and find a feed as the urls file says again`() async throws {
        reader.feeds.choose(test.feed)
        reader.rename(try #require(reader.feeds.selected), to: "Mine")
        try await reader.status.waitUntil { $0?.text == "Its name is Mine now" }
        reader.perform(.undo)
        #expect(reader.isAwaiting.value)
        try await reader.status.waitUntil { $0?.text.hasPrefix("Undone") == true }
        #expect(reader.feeds.selected?.name == "Feed")
        try await reader.isAwaiting.waitUntil { !$0 }
        reader.perform(.redo)
        #expect(reader.isAwaiting.value)
        try await reader.isAwaiting.waitUntil { !$0 }
        #expect(reader.status.value?.text.hasPrefix("Done again") == true && reader.feeds.selected?.name == "Mine")
    }

    @Test func `find items and counts as they were`() async throws {
        reader.feeds.choose(test.feed)
        reader.perform(.open)
        reader.perform(.markFeedRead)
        try await reader.status.waitUntil { $0?.text.contains("2 marked read") == true }
        reader.perform(.undo)
        try await reader.status.waitUntil { $0?.text.hasPrefix("Undone") == true }
        #expect(reader.items.items.value.map(\.isRead) == [false, false])
        #expect(reader.feeds.feed(test.feed)?.unread == 2)
    }

    @Test func `go on where there is nothing to undo, and where it can't be undone`() async throws {
        reader.perform(.undo)
        try await reader.status.waitUntil { $0?.text == "There is nothing to undo" }
        #expect(!reader.isAwaiting.value)
        reader.rename(try #require(reader.feeds.all.first), to: "Mine")
        try await reader.status.waitUntil { $0?.text == "Its name is Mine now" }
        try test.home.write(urls: ["https://example.net/"])
        reader.perform(.undo)
        try await reader.status.waitUntil { $0?.isProblem == true }
        #expect(!reader.isAwaiting.value)
    }

    @Test func `go on at Escape while it waits for somebody else`() async throws {
        test.withoutWriting {
            reader.perform(.undo)
            reader.callOff()
            #expect(!reader.isAwaiting.value)
        }
        try await reader.status.waitUntil { $0?.text == "There is nothing to undo" }
    }
}
