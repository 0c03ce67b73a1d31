import Configuration
import FeedParser
import Foundation
import Signals
import TestSupport
import Testing
import Typesetting

@testable import Library
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

    @Test(arguments: ["feed", "list of all", "open list"])
    func `items older than an age are marked read as one step, in the list that it is about`(list: String) async throws
    {
        let parsed = [1, 6, 8].map { days in
            ParsedItem(
                id: "\(days)", title: "\(days) days", link: "https://example.org/\(days)-days",
                published: Date(timeIntervalSinceNow: -86_400 * days), content: "<p>Text</p>")
        }
        let document = ParsedFeed(format: .rss20, title: "Feed", items: parsed)
        _ = try test.library.store(document, etag: nil, lastModified: nil, for: test.feed, at: Date())
        reader.perform(.back)
        reader.feeds.reload()
        if list == "list of all" { reader.feeds.choose(.smart(.all)) } else { reader.feeds.choose(test.feed) }
        if list == "open list" { reader.perform(.open) }
        reader.perform(try OperationWithArgument(.markOlderRead, "7d"))
        try await reader.session.$status.waitUntil {
            $0?.text.hasPrefix("Marked 11 items older than 7d read") == true
        }
        #expect(try test.library.feed(test.feed)?.unread == 2)
        #expect(try test.library.journal(limit: 9).map(\.items.count) == [11])
    }

    @Test func `an age that is none is refused at the prompt`() throws {
        reader.perform(.markOlderRead)
        #expect(reader.session.prompt?.label.contains("older than") == true)
        for text in ["soon", "7", "-7d", ""] {
            #expect(throws: PromptProblem.self) { try reader.actions.marking.markRead(olderThan: text) }
        }
    }

    @Test func `marking a feed read in the list of feeds reports the number, too`() async throws {
        reader.perform(.back)
        reader.feeds.choose(test.feed)
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0 == .done("Marked 10 items read in Feed (:undo to undo)") }
    }
}

@MainActor @Suite struct `Tags of items` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 5)
        reader = try test.reader()
        reader.items.fit(20)
        reader.article.text.fit(width: 80, height: 20)
        reader.perform(.open)
        reader.items.move { $0.move(to: 0) }
    }

    /// Presses the key for tags, types, and chooses the result.
    private func tag(_ typed: String) {
        reader.perform(.tagItem)
        reader.session.editChoice { $0.line.insert(typed) }
        reader.session.acceptChoice()
    }

    private func tags(_ row: Int) throws -> Set<String>? {
        let item = reader.items.items[row]
        return try test.library.tags(of: [item])[item.id]
    }

    @Test func `a new tag is typed, an existing one chosen, and a set one removed`() throws {
        tag("read later")
        #expect(reader.session.status == .done("Tagged “read later” (:undo to undo)"))
        reader.items.move { $0.move(to: 1) }
        test.library.drain()
        tag("lat")
        #expect(try tags(0) == ["read later"] && tags(1) == ["read later"])
        tag("lat")
        #expect(reader.session.status == .done("Removed the tag “read later” (:undo to undo)"))
        #expect(try tags(1) == [])
    }

    @Test func `tags that the item has come first, even before they are written`() {
        tag("b")
        tag("a")
        reader.items.move { $0.move(to: 1) }
        tag("c")
        reader.items.move { $0.move(to: 0) }
        reader.perform(.tagItem)
        #expect(reader.session.choice?.shown.prefix(2).map(\.name) == ["a", "b"])
        #expect(reader.session.choice?.shown.prefix(2).map(\.detail) == ["on this item", "on this item"])
    }

    @Test func `a new tag can be chosen for a list at once`() async throws {
        test.withoutWriting {
            tag("read later")
            reader.perform(.chooseTag)
            #expect(
                reader.session.choice == nil && reader.session.status?.isProblem != true && reader.session.isAwaiting)
        }
        try await reader.session.$choice.waitUntil { $0 != nil }
        #expect(reader.session.choice?.shown.map(\.name) == ["read later"] && !reader.session.isAwaiting)
        reader.session.leaveChoice()
        test.withoutWriting {
            tag("new")
            reader.actions.arranging.showTag("new")
            reader.session.callOff()
        }
        tag("newer")
        reader.actions.arranging.showTag("newer")
        try await reader.items.$source.waitUntil { $0 == .tagged("newer") }
        #expect(reader.items.items.map(\.title) == ["Item 5"])
    }

    @Test func `tags are added to all selected rows, and undone in one step`() async throws {
        tag("x")
        test.library.drain()
        reader.perform(.select)
        reader.perform(.down)
        reader.perform(.down)
        reader.perform(.tagItem)
        #expect(reader.session.choice?.selected?.detail == "on 1 of 3")
        reader.session.acceptChoice()
        #expect(reader.session.status == .done("Tagged 3 items “x” (:undo to undo)") && !reader.items.isSelecting)
        test.library.drain()
        #expect(try (0..<4).map { try tags($0)?.contains("x") ?? false } == [true, true, true, false])
        reader.perform(.undo)
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Undid: add the tag “") == true }
        #expect(try tags(0) == ["x"] && tags(1) == nil)
    }

    @Test func `the article shows new tags`() async throws {
        reader.perform(.open)
        tag("kept")
        try await reader.article.$open.waitUntil { $0?.tags == ["kept"] }
        #expect(reader.article.text.page.lines.contains { $0.text.contains("tags: kept") })
        reader.perform(.undo)
        try await reader.article.$open.waitUntil { $0?.tags == [] }
    }

    @Test func `the article shows new tags before they are written`() {
        test.withoutWriting {
            tag("kept")
            reader.perform(.open)
            #expect(reader.article.open?.tags == ["kept"])
            tag("later")
            #expect(reader.article.open?.tags == ["kept", "later"])
            #expect(reader.article.text.page.lines.contains { $0.text.contains("tags: kept, later") })
            tag("kept")
            #expect(reader.article.open?.tags == ["later"])
        }
    }

    @Test func `tags need an item`() {
        reader.navigation.focus(on: .feeds)
        reader.perform(.tagItem)
        #expect(reader.session.choice == nil && reader.session.status?.isProblem == true)
    }
}
