import Configuration
import Signals
import Subscriptions
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

/// Starts with a urls file that the library followed last time.
@MainActor @Suite struct `The first screen` {
    private let test: TestLibrary

    init() throws {
        test = try TestLibrary(items: 1)
    }

    @Test func `the first screen doesn't wait for a known urls file`() throws {
        let reader = try start(twice: ["https://example.org/feed ~Mine"])
        #expect(reader.feeds.all.map(\.name) == ["Mine"])
        #expect(reader.subscriptions.knownList.urls == [])
        #expect(reader.subscriptions.list.urls == ["https://example.org/feed"])
        #expect(reader.subscriptions.knownList.urls == ["https://example.org/feed"])
    }

    @Test func `the first screen hides hidden saved searches, and shows paused feeds`() throws {
        let reader = try start(twice: [
            "query:Seen:unread = \"yes\"", "query:Unseen:unread = \"yes\" !", "https://example.org/feed",
            "#: refresh no"
        ])
        #expect(reader.feeds.entries.map(\.name).contains("Seen"))
        #expect(!reader.feeds.entries.map(\.name).contains("Unseen"))
        #expect(reader.feeds.paused == ["https://example.org/feed"])
    }

    @Test func `the first screen has the feeds of a changed urls file`() throws {
        _ = try start(twice: ["https://example.org/feed"])
        try test.home.write(urls: ["https://example.org/feed", "https://example.net/"])
        #expect(test.start().feeds.all.map(\.url) == ["https://example.org/feed", "https://example.net/"])
    }

    @Test func `the first screen has saved searches that the library hasn't followed yet`() throws {
        try test.home.write(urls: ["query:News:unread = \"yes\""])
        let urls = UrlsFile(path: Paths(environment: test.home.environment).urls)
        _ = try urls.add([NewFeed(Address(typed: "https://example.org/feed"))], in: test.library)
        test.library.drain()
        #expect(try !test.library.isFollowing(urls.text()))
        #expect(test.start().feeds.entries.map(\.name).contains("News"))
    }

    private func start(twice urls: [String]) throws -> ReaderModel {
        try test.home.write(urls: urls)
        _ = test.start()
        test.library.drain()
        return test.start()
    }
}
