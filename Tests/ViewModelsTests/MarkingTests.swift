import Foundation
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Marking all of a list read` {
    private let test: TestLibrary
    private let reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 10)
        reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
    }

    @Test func `tells how many that were, and how many are new and are not`() async throws {
        reader.items.mark(try #require(reader.items.selected), .read)
        try test.store(11...13)
        try await reader.items.$news.waitUntil { $0 == 3 }
        reader.perform(.markFeedRead)
        #expect(reader.status == nil)
        try await reader.session.$status.waitUntil {
            $0 == .done("Marked 9 items read in Feed; 3 new items not included (:undo to undo)")
        }
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0 == .done("No unread items in Feed; 3 new items not included") }
        #expect(try test.library.feed(test.feed)?.unread == 3)
    }

    @Test(arguments: [SmartFeed.all, .unread])
    func `in the list of feeds is of what its row counts, though more has come since`(list: SmartFeed) async throws {
        reader.perform(.back)
        reader.feeds.choose(.smart(list))
        try test.store(11...13)
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0?.text.contains("Marked 10 items read") == true }
        #expect(try test.library.feed(test.feed)?.unread == 3)
    }

    @Test func `tells the number from the list of feeds, too`() async throws {
        reader.perform(.back)
        reader.feeds.choose(test.feed)
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0 == .done("Marked 10 items read in Feed (:undo to undo)") }
    }
}
