import Foundation
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Marking a list read` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 10)
        reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
    }

    @Test func `marking a list read reports how many items that were, and how many new ones aren't included`()
        async throws
    {
        reader.items.mark(try #require(reader.items.selected), .read)
        try test.store(11...13)
        try await reader.items.$news.waitUntil { $0 == 3 }
        reader.perform(.markFeedRead)
        #expect(reader.session.status == nil)
        try await reader.session.$status.waitUntil {
            $0 == .done("Marked 9 items read in Feed; 3 new items not included (:undo to undo)")
        }
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0 == .done("No unread items in Feed; 3 new items not included") }
        #expect(try test.library.feed(test.feed)?.unread == 3)
    }

    @Test(arguments: [SmartFeed.all, .unread])
    func `marking a row of the feeds read affects only the items that it counts`(list: SmartFeed) async throws {
        reader.perform(.back)
        reader.feeds.choose(.smart(list))
        try test.store(11...13)
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0?.text.contains("Marked 10 items read") == true }
        #expect(try test.library.feed(test.feed)?.unread == 3)
    }

    @Test func `marking a feed read in the list of feeds reports the number, too`() async throws {
        reader.perform(.back)
        reader.feeds.choose(test.feed)
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0 == .done("Marked 10 items read in Feed (:undo to undo)") }
    }
}
