import Foundation
import Library
import Signals
import Testing

@testable import ViewModels

@MainActor @Suite struct `The list of feeds` {
    private func list(over test: TestLibrary) -> FeedListModel {
        FeedListModel(library: test.library, troubles: noTroubles())
    }

    @Test func `shows counts as they change`() async throws {
        let test = try TestLibrary(items: 2)
        let list = list(over: test)
        #expect(list.unread == 2)
        try test.store(3...5)
        try await list.feeds.waitUntil { $0[0].unread == 5 }
    }

    @Test func `keeps the cursor on its feed when the order changes`() async throws {
        let test = try TestLibrary()
        let list = list(over: test)
        try test.library.subscribe(to: ["https://a.example/", "https://b.example/", "https://example.org/feed"])
        try await list.feeds.waitUntil { $0.count == 3 }
        #expect(list.selected?.url == "https://example.org/feed")
        #expect(list.cursor.value.row == 2)
    }
}
