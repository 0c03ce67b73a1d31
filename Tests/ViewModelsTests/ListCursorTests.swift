import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@Suite struct `A list's cursor` {
    private func cursor(count: Int, height: Int, row: Int = 0) -> ListCursor {
        var cursor = ListCursor()
        cursor.count = count
        cursor.height = height
        cursor.move(to: row)
        return cursor
    }

    @Test func `the cursor stays in the list, however far it is moved`() {
        var cursor = cursor(count: 10, height: 4)
        cursor.move(by: -3)
        #expect(cursor.row == 0)
        cursor.move(to: .max)
        #expect(cursor.row == 9)
    }

    @Test func `the cursor is always visible`() {
        var cursor = cursor(count: 100, height: 7)
        for step in [5, 3, 40, -2, -30, 60, -90, 11] {
            cursor.move(by: step)
            #expect(cursor.visible.contains(cursor.row))
            #expect(cursor.visible.count == 7)
        }
    }

    @Test func `the list scrolls no further than necessary`() {
        var cursor = cursor(count: 100, height: 10, row: 9)
        #expect(cursor.visible == 0..<10)
        cursor.move(by: 1)
        #expect(cursor.visible == 1..<11)
        cursor.move(by: -5)
        #expect(cursor.visible == 1..<11)
    }

    @Test func `the cursor returns to its place on the screen, otherwise to the middle`() {
        var cursor = cursor(count: 100, height: 1, row: 50)
        var other = cursor
        cursor.rowsAbove = 3
        for height in [20, 30] { cursor.height = height }
        #expect(cursor.visible.lowerBound == 47)
        other.height = 20
        #expect(other.visible.lowerBound == 40)
    }

    @Test func `the cursor stays on its row while a wheel scrolls, until it would leave the screen`() {
        var cursor = cursor(count: 100, height: 10, row: 5)
        cursor.scroll(by: 3)
        #expect(cursor.visible == 3..<13 && cursor.row == 5)
        cursor.scroll(by: 3)
        #expect(cursor.visible == 6..<16 && cursor.row == 6)
        cursor.scroll(by: -6)
        #expect(cursor.visible == 0..<10 && cursor.row == 6)
        cursor.scroll(by: -3)
        #expect(cursor.visible == 0..<10 && cursor.row == 6)
        cursor.scroll(by: .max / 2)
        #expect(cursor.visible == 90..<100 && cursor.row == 90)
        cursor.margin = 2
        cursor.scroll(by: -40)
        #expect(cursor.visible == 48..<58 && cursor.row == 55)
        cursor.move(to: 99)
        cursor.scroll(by: 3)
        #expect(cursor.visible == 90..<100 && cursor.row == 99)
    }

    @Test func `scrolling doesn't move the cursor in a list that fits the screen`() {
        for count in [0, 1, 10] {
            var cursor = cursor(count: count, height: 10, row: count / 2)
            cursor.scroll(by: 3)
            cursor.scroll(by: -3)
            #expect(cursor.top == 0 && cursor.row == count / 2)
        }
    }

    @Test func `pages overlap by one row`() {
        var cursor = cursor(count: 100, height: 10)
        cursor.turnPage(by: 1)
        #expect(cursor.visible == 9..<19 && cursor.row == 9)
        cursor.turnPage(by: -1)
        #expect(cursor.visible == 0..<10 && cursor.row == 0)
    }

    @Test func `the cursor stays valid when the list or the screen shrinks`() {
        var cursor = cursor(count: 100, height: 20, row: 99)
        cursor.count = 5
        #expect(cursor.row == 4 && cursor.visible == 0..<5)
        cursor.height = 2
        #expect(cursor.visible == 3..<5)
        cursor.count = 0
        #expect(cursor.visible.isEmpty)
    }

    @Test func `when the height becomes known, the cursor is at the top if possible, otherwise in the middle`() {
        var cursor = ListCursor()
        cursor.count = 100
        cursor.move(to: 7)
        cursor.height = 20
        #expect(cursor.top == 0)
        cursor.height = 1
        cursor.move(to: 50)
        cursor.height = 20
        #expect(cursor.top == 40)
    }
}

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
