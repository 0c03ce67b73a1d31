import Configuration
import Dispatch
import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Another lede that holds the urls file` {
    @Test func `is waited for by no key`() async throws {
        let test = try TestLibrary()
        try test.home.write(urls: ["https://example.org/feed"])
        let reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        let folder = open(test.home.config, O_RDONLY | O_DIRECTORY)
        try #require(flock(folder, LOCK_EX) == 0)
        reader.add([NewFeed(try Address(typed: "http://127.0.0.1:9/"))])
        #expect(reader.urls.value.urls.count == 1)
        close(folder)
        try await reader.subscriptions.list.waitUntil { $0.urls.contains("http://127.0.0.1:9/") }
    }
}

@MainActor @Suite struct `An edit of the urls file that waits for its turn` {
    @Test func `is what is undone, not what was done before it`() async throws {
        let test = try TestLibrary(items: 3)
        try test.home.write(urls: ["https://example.org/feed"])
        let reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        test.library.mark(.item(try test.library.items(unreadOnly: false, limit: 1)[0].id), .starred)
        test.library.drain()
        let gate = DispatchSemaphore(value: 0)
        reader.subscriptions.edit { _, _ in
            gate.wait()
        } finish: { _ in
        }
        reader.rename(reader.feeds.all[0], to: "Mine")
        reader.perform(.undo)
        gate.signal()
        try await reader.status.waitUntil { $0?.text.hasPrefix("Undone") == true }
        #expect(reader.status.value?.text.contains("Mine") == true)
        #expect(try test.library.items(unreadOnly: false, limit: 1)[0].isStarred)
    }
}
