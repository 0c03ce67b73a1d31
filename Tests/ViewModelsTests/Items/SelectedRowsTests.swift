import Configuration
import Foundation
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

/// 250 items; lists load 200 at once.
@MainActor @Suite struct `A selection beyond the loaded rows` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

    init() throws {
        test = try TestLibrary(items: 250)
        reader = try test.reader()
        reader.items.fit(20)
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.perform(.open)
    }

    private func selectAll(in order: ItemOrder = .newest) {
        if order != .newest { reader.items.refill(in: order) }
        reader.items.goToTop()
        reader.perform(.select)
        reader.perform(.end)
    }

    /// Saves all articles to `~/saved`, and waits until the status line begins with these words.
    private func saveAll(until words: String) async throws {
        selectAll()
        reader.perform(.saveArticle)
        reader.session.edit { $0.deleteToStart() }
        reader.session.edit { $0.insert("~/saved") }
        reader.session.submitPrompt()
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix(words) == true }
    }

    private func counted() async throws { try await reader.items.$unloadedSelection.waitUntil { $0 != nil } }

    @Test func `all rows of a long selection are counted, wherever the cursor goes`() async throws {
        selectAll()
        #expect(reader.items.items.count == 200)
        try await counted()
        #expect(reader.items.selectionCount == 250)
        reader.perform(.up)
        #expect(reader.items.selectionCount == 249)
        reader.perform(.home)
        #expect(reader.items.selectionCount == 1)
        reader.perform(.select)
        reader.perform(.end)
        reader.perform(.select)
        reader.perform(.home)
        try await counted()
        #expect(reader.items.selectionCount == 250)
        reader.perform(.escape)
        #expect(reader.items.selectionCount == 0)
    }

    @Test(arguments: [ItemOrder.newest, .title])
    func `a long selection is deleted completely, without mentioning duplicates`(
        _ order: ItemOrder
    ) async throws {
        selectAll(in: order)
        reader.perform(.deleteItem)
        #expect(reader.session.status == .done("Deleted 250 items (:undo to undo)"))
        test.library.drain()
        try await reader.items.loaded.$items.waitUntil(\.isEmpty)
        #expect(reader.session.status == .done("Deleted 250 items (:undo to undo)"))
        #expect(try test.library.feed(test.feed)?.total == 0)
    }

    @Test func `deleted items in a selection don't count`() async throws {
        reader.items.refill(in: .title)
        reader.items.goToTop()
        reader.items.move(by: 5)
        reader.perform(.deleteItem)
        test.library.drain()
        selectAll()
        try await counted()
        #expect(reader.items.selectionCount == 249)
    }

    @Test func `the links of a selection are copied in the order of the list`() {
        selectAll()
        reader.perform(.copyLink)
        let links = (1...250).reversed().map { "https://example.org/\($0)" }
        #expect(requests.value == [.copy(links.joined(separator: "\n"))] && !reader.items.isSelecting)
    }

    @Test func `the links of a selection in a sorted list are copied in that order`() throws {
        selectAll(in: .title)
        reader.perform(.copyLink)
        let links = (1...250).map { "https://example.org/\($0)" }
        #expect(requests.value == [.copy(links.joined(separator: "\n"))])
    }

    @Test func `a selection that is too long for a program is refused`() {
        selectAll()
        reader.perform(.pipeArticle)
        #expect(reader.session.prompt == nil)
        #expect(
            reader.session.status
                == .refused("Can't give a program 250 articles at once: select at most 100 (:select)"))
        #expect(reader.actions.programInput.takeShownText() == nil && reader.items.isSelecting)
    }

    @Test func `a long selection is saved completely`() async throws {
        try await saveAll(until: "Saved 250 articles to")
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.home.path + "/saved").count == 250)
    }

    @Test func `no article is saved through a link to a missing file`() async throws {
        let (folder, files) = (test.home.path + "/saved", FileManager.default)
        try await saveAll(until: "Saved 250")
        let name = try #require(files.contentsOfDirectory(atPath: folder).first)
        try files.removeItem(atPath: folder + "/" + name)
        try files.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: test.home.path + "/victim")
        try await saveAll(until: "Saved 0 articles to \(folder), skipped 250")
        #expect(!files.fileExists(atPath: test.home.path + "/victim"))
    }

    @Test func `a long selection is tagged completely, and its tags are counted`() async throws {
        test.library.mark(.item(try #require(reader.items.selected).id), .tagged("x"))
        test.library.drain()
        selectAll()
        reader.perform(.tagItem)
        #expect(reader.session.choice?.selected?.detail == "on 1 of 250")
        reader.session.acceptChoice()
        #expect(reader.session.status == .done("Tagged 250 items “x” (:undo to undo)"))
        test.library.drain()
        #expect(try test.library.counts(of: .taggedItems("x")).items == 250)
    }

    @Test func `a selection is opened from its first row on`() throws {
        selectAll()
        reader.perform(.openInBrowser)
        let pages = (241...250).reversed().map { "https://example.org/\($0)" }
        #expect(requests.value == [.browseEach(pages)])
        #expect(reader.session.status == .done("Opened 10 of 250 items"))
    }
}

/// Three of ten rows.
@MainActor @Suite struct `A selection` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

    init() throws {
        test = try TestLibrary(items: 10)
        reader = try test.reader()
        reader.items.fit(20)
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.perform(.open)
        for operation in [Operation.home, .down, .select, .down, .down] { reader.perform(operation) }
    }

    @Test func `operations for a whole list apply only to the selection, if there is one`() throws {
        reader.perform(.markFeedRead)
        test.library.drain()
        #expect(reader.session.status?.text == "Marked 3 items read (:undo to undo)" && !reader.items.isSelecting)
        #expect(try test.library.feed(test.feed)?.unread == 7)
        for operation in [Operation.select, .up, .deleteAllItems] { reader.perform(operation) }
        test.library.drain()
        #expect(reader.session.status?.text == "Deleted 2 items (:undo to undo)")
        #expect(try test.library.feed(test.feed)?.total == 8)
    }

    @Test func `deleting everything in an empty list leaves no step to undo`() throws {
        for operation in [Operation.select, .deleteAllItems] { reader.perform(operation) }
        test.library.drain()
        #expect(reader.items.items.isEmpty)
        let steps = try test.library.journal(limit: 10).count
        reader.perform(.deleteAllItems)
        test.library.drain()
        #expect(reader.session.status == .refused("No items to delete"))
        #expect(try test.library.journal(limit: 10).count == steps)
    }

    @Test func `a selection is opened completely without waiting`() {
        reader.perform(.openBehind)
        #expect(requests.value == [.browseBehind([9, 8, 7].map { "https://example.org/\($0)" })])
        #expect(reader.session.status == .done("Opened 3 items"))
    }

    @Test func `a program gets each row of a selection`() {
        let fields = reader.actions.programInput.takeFieldsOfEach(with: ["u"])
        #expect(fields?.map(\.url) == [9, 8, 7].map { "https://example.org/\($0)" })
        #expect(!reader.items.isSelecting)
        #expect(
            reader.actions.programInput.takeFieldsOfEach(with: ["u"])?.map(\.url) == ["https://example.org/7"])
    }

    @Test func `new items wait while there is a selection`() async throws {
        reader.items.refill(in: .oldest)
        for operation in [Operation.end, .select] { reader.perform(operation) }
        try test.store(11...12)
        try await reader.items.$news.waitUntil { $0 == 2 }
        for operation in [Operation.down, .end, .home, .end] { reader.perform(operation) }
        #expect(reader.items.isSelecting && reader.items.news == 2 && reader.items.loaded.total == 10)
        reader.perform(.escape)
        for operation in [Operation.three, .deleteItem] { reader.perform(operation) }
        test.library.drain()
        #expect(try test.library.items(unreadOnly: false, limit: 20).map(\.title).contains("Item 10") == false)
        #expect(try test.library.feed(test.feed)?.total == 11)
    }

    @Test func `a selection is bookmarked at once, without review`() {
        reader.session.config = Config(Array("bookmark-cmd keep".utf8), path: "config")
        reader.perform(.keepBookmark)
        #expect(reader.session.prompt == nil && reader.session.status?.text.contains("bookmark-autopilot") == true)
        reader.session.config = Config(Array("bookmark-cmd keep\nbookmark-autopilot yes".utf8), path: "config")
        reader.perform(.keepBookmark)
        #expect(requests.value == [.keepEach])
    }

    @Test func `a selection lasts for every operation of a key, then ends`() throws {
        reader.items.holdsSelection = true
        reader.perform(.toggleStar)
        reader.perform(.toggleRead)
        reader.items.holdsSelection = false
        #expect(!reader.items.isSelecting)
        test.library.drain()
        #expect(try test.library.counts(of: .starred).items == 3)
        #expect(try test.library.feed(test.feed)?.unread == 7)
    }
}

@MainActor @Suite struct `A selection of very many rows` {
    @Test func `links of very many selected rows aren't copied, and the status line says so`() throws {
        let test = try TestLibrary(items: 1100)
        let reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
        reader.perform(.select)
        reader.perform(.end)
        reader.perform(.copyLink)
        #expect(
            reader.session.status
                == .refused("Can't copy the links of 1100 articles at once: select at most 1000 (:select)"))
    }
}

/// 3000 items; at most 2000 are loaded at a time.
@MainActor @Suite struct `A count before an operation` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 3000)
        reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
        reader.perform(.down)
    }

    private func starred() throws -> Int {
        test.library.drain()
        return try test.library.counts(of: .starred).items
    }

    @Test(arguments: [ItemOrder.newest, .title])
    func `a count before an operation applies it to as many rows, loaded or not`(_ order: ItemOrder) throws {
        reader.items.refill(in: order)
        reader.items.goToTop()
        for operation in [Operation.two, .five, .zero, .zero, .toggleStar] { reader.perform(operation) }
        #expect(reader.session.status == .done("Starred 2500 items (:undo to undo)"))
        #expect(try starred() == 2500)
        #expect(reader.items.selected?.isStarred == true && !reader.items.isSelecting)
        reader.perform(.down)
        #expect(reader.items.selected?.isStarred == false)
    }

    @Test func `a count beyond the end applies to all rows that follow`() throws {
        for operation in [Operation.nine, .nine, .nine, .nine, .toggleStar] { reader.perform(operation) }
        #expect(reader.session.status == .done("Starred 2999 items (:undo to undo)"))
        #expect(try starred() == 2999)
    }

    @Test func `a count skips items that are being deleted`() throws {
        test.withoutWriting {
            for operation in [Operation.three, .zero, .zero, .deleteItem] { reader.perform(operation) }
            reader.perform(.up)
            for operation in [Operation.three, .zero, .zero, .toggleStar] { reader.perform(operation) }
        }
        #expect(try starred() == 300)
    }
}
