import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Highlights of items` {
    private let library: TestLibrary
    private let highlights: ItemHighlights
    private let items: [Item]

    init() throws {
        library = try TestLibrary(items: 30)
        highlights = ItemHighlights(LibraryNews(library.library, troubles: Subject()))
        items = try library.library.items(of: library.feed, unreadOnly: false, limit: 100)
    }

    /// The titles of the highlighted items by line, once they are known.
    private func titles(after round: Int) async throws -> [Int: [String]] {
        for item in items { _ = highlights.line(for: item.id) }
        try await highlights.rounds.waitUntil { $0 > round }
        let lines = items.compactMap { item in highlights.line(for: item.id).map { (item.title, $0) } }
        return Dictionary(grouping: lines, by: \.1).mapValues { $0.map(\.0).sorted() }
    }

    @Test func `each item is highlighted by the first line whose filter matches`() async throws {
        highlights.apply([try Filter("title =~ \"1[0-2]\""), nil, try Filter("title =~ \"2$\"")])
        let titles = try await titles(after: highlights.rounds.value)
        #expect(titles == [0: ["Item 10", "Item 11", "Item 12"], 2: ["Item 2", "Item 22"]])
    }

    @Test func `highlights follow marks`() async throws {
        highlights.apply([try Filter("starred = \"yes\"")])
        for item in items { #expect(highlights.line(for: item.id) == nil) }
        library.library.mark(.item(items[3].id), .starred)
        var round = highlights.rounds.value
        while highlights.line(for: items[3].id) != 0 {
            try await highlights.rounds.waitUntil { [round] in $0 > round }
            round = highlights.rounds.value
        }
        #expect(items.count { highlights.line(for: $0.id) != nil } == 1)
    }

    @Test func `nothing is highlighted without lines`() {
        highlights.apply([])
        #expect(items.allSatisfy { highlights.line(for: $0.id) == nil })
    }
}
