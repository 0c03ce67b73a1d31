import Dispatch
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `A query of the library` {
    private let news: LibraryNews
    private let troubles = Subject<LibraryFailure, Never>()
    private let inquiry: Inquiry

    init() throws {
        news = LibraryNews(try TestLibrary(items: 5).library, troubles: troubles)
        inquiry = Inquiry(news)
    }

    @Test func `a query is answered on the main queue, and running until then`() async throws {
        var answers: [Int?] = []
        inquiry.ask { library throws(LibraryFailure) in
            try library.items(unreadOnly: false, limit: 9).count
        } receive: {
            answers.append($0)
        }
        #expect(inquiry.isUnderWay && answers.isEmpty)
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(answers == [5])
    }

    @Test func `a query is dropped for the next one, however long that waits`() async throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        var answers: [String?] = []
        inquiry.ask { _ throws(LibraryFailure) in
            mayAnswer.wait()
            return "stale"
        } receive: {
            answers.append($0)
        }
        inquiry.ask { _ throws(LibraryFailure) in
            "latest"
        } receive: {
            answers.append($0)
        }
        mayAnswer.signal()
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(answers == ["latest"])
    }

    @Test func `a dropped query isn't answered`() async throws {
        var answers: [Int?] = []
        inquiry.ask { _ throws(LibraryFailure) in
            1
        } receive: {
            answers.append($0)
        }
        inquiry.drop()
        #expect(!inquiry.isUnderWay)
        inquiry.ask { _ throws(LibraryFailure) in
            2
        } receive: {
            answers.append($0)
        }
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(answers == [2])
    }

    @Test func `another query may start in the answer to one, without a pause`() async throws {
        var (answers, pauses): ([Int?], Int) = ([], 0)
        let following = inquiry.isUnderWayToFollow.observe { isUnderWay in if !isUnderWay { pauses += 1 } }
        inquiry.ask { _ throws(LibraryFailure) in
            1
        } receive: { [inquiry] first in
            answers.append(first)
            inquiry.ask { _ throws(LibraryFailure) in
                2
            } receive: {
                answers.append($0)
            }
        }
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        // Before the first query, and after the second.
        #expect(answers == [1, 2] && pauses == 2)
        following.dispose()
    }

    @Test func `a failed query is reported, and answered with nil`() async throws {
        var (told, answers): ([LibraryFailure], [Int?]) = ([], [])
        troubles.signal.observe { told.append($0) }
        inquiry.ask { _ throws(LibraryFailure) -> Int in
            throw .busy
        } receive: {
            answers.append($0)
        }
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(told == [.busy] && answers == [nil])
    }
}

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
