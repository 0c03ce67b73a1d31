import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `An item that goes from under the cursor` {
    private let test: TestLibrary
    private let reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 6)
        reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
        reader.perform(.down)
    }

    /// Deletes some as another lede does.
    private func delete(_ gone: [Item]) async throws {
        for item in gone { test.library.mark(.item(item.id), .deleted) }
        try await reader.items.loaded.$items.waitUntil { items in
            !items.contains { item in gone.contains { $0.id == item.id } }
        }
    }

    private var starred: [String] { reader.items.items.filter(\.isStarred).map(\.title) }

    @Test(arguments: [Operation.toggleStar, .deleteItem, .open, .toggleRead, .saveArticle, .tagItem])
    func `leaves the one that comes there alone, until that is known`(operation: Operation) async throws {
        try await delete([#require(reader.items.selected)])
        let before = reader.items.items
        reader.perform(operation)
        #expect(reader.items.items == before && reader.place == .items && reader.prompt == nil)
        #expect(reader.status == .refused("“Item 5” is no longer in the list: the cursor is now on “Item 4”"))
        reader.perform(.toggleStar)
        #expect(starred == ["Item 4"])
    }

    @Test func `is forgotten by who goes on`() async throws {
        try await delete([#require(reader.items.selected)])
        reader.perform(.down)
        reader.perform(.toggleStar)
        #expect(starred == ["Item 3"])
    }

    @Test func `is not missed by who deleted it`() {
        reader.perform(.deleteItem)
        reader.perform(.deleteItem)
        #expect(reader.items.items.map(\.title) == ["Item 6", "Item 3", "Item 2", "Item 1"])
    }

    @Test func `is not saved under its name as another`() async throws {
        reader.perform(.saveArticle)
        #expect(reader.prompt?.text.contains("Item 5") == true)
        try await delete([#require(reader.items.selected)])
        reader.submitPrompt()
        #expect(reader.prompt == nil && reader.status?.text.contains("“Item 5” is no longer") == true)
    }

    @Test func `takes a selection with it of which nothing is left`() async throws {
        reader.perform(.select)
        reader.perform(.down)
        try await delete(Array(reader.items.items[1...2]))
        #expect(!reader.items.isSelecting)
        reader.perform(.toggleStar)
        #expect(starred.isEmpty)
    }
}
