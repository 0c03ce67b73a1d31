import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `An item that disappears under the cursor` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 6)
        reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
        reader.perform(.down)
    }

    /// Deletes items as another process does.
    private func delete(_ gone: [Item]) async throws {
        for item in gone { test.library.mark(.item(item.id), .deleted) }
        try await reader.items.loaded.$items.waitUntil { items in
            !items.contains { item in gone.contains { $0.id == item.id } }
        }
    }

    private var starred: [String] { reader.items.items.filter(\.isStarred).map(\.title) }

    @Test(arguments: [Operation.toggleStar, .deleteItem, .open, .toggleRead, .saveArticle, .tagItem])
    func `an operation for an item that disappeared isn't done to its neighbour`(operation: Operation) async throws {
        try await delete([#require(reader.items.selected)])
        let before = reader.items.items
        reader.perform(operation)
        #expect(reader.items.items == before && reader.screen == .items && reader.session.prompt == nil)
        #expect(reader.session.status == .refused("“Item 5” is no longer in the list: the cursor is now on “Item 4”"))
        reader.perform(.toggleStar)
        #expect(starred == ["Item 4"])
    }

    @Test func `moving the cursor accepts its row after an item disappeared`() async throws {
        try await delete([#require(reader.items.selected)])
        reader.perform(.down)
        reader.perform(.toggleStar)
        #expect(starred == ["Item 3"])
    }

    @Test func `items that the user deletes don't count as lost`() {
        reader.perform(.deleteItem)
        reader.perform(.deleteItem)
        #expect(reader.items.items.map(\.title) == ["Item 6", "Item 3", "Item 2", "Item 1"])
    }

    @Test func `an article isn't saved under the name of an item that disappeared`() async throws {
        reader.perform(.saveArticle)
        #expect(reader.session.prompt?.text.contains("Item 5") == true)
        try await delete([#require(reader.items.selected)])
        reader.session.submitPrompt()
        #expect(reader.session.prompt == nil && reader.session.status?.text.contains("“Item 5” is no longer") == true)
    }

    @Test func `a selection ends when all its items disappear`() async throws {
        reader.perform(.select)
        reader.perform(.down)
        try await delete(Array(reader.items.items[1...2]))
        #expect(!reader.items.isSelecting)
        reader.perform(.toggleStar)
        #expect(starred.isEmpty)
    }
}
