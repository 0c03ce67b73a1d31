import Configuration
import FeedParser
import Foundation
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `A search in the whole library` {
    private let test: TestLibrary
    private let reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 20)
        reader = try test.reader()
    }

    /// What would be found by a look that has ended after so many items.
    private func found(_ text: String, _ count: Int) throws -> Found {
        let items = try test.library.items(unreadOnly: false, limit: count)
        return Found(
            text: text, query: SearchQuery(text, isFinished: false),
            results: SearchResults(items: items, matches: count, isComplete: count > 10, unindexed: 0))
    }

    @Test func `shows what is found of the words that were typed last, also behind Enter`() throws {
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "it")
        reader.navigation.take(try found("it", 3))
        #expect(reader.place == .items && reader.items.total == 3)
        reader.session.prompt = nil
        reader.navigation.take(try found("item", 5))
        #expect(reader.place == .items && reader.items.total == 5)
    }

    @Test func `tells how much is found, and of what is still looked for that it is more`() throws {
        reader.perform(.search)
        for (count, words) in [(0, "searching…"), (3, "over 3 found"), (12, "12 found")] {
            reader.session.prompt = Prompt(label: ":", text: "it")
            reader.navigation.take(try found("it", count))
            #expect(reader.items.source?.name == "“it”: \(words)")
        }
    }

    @Test func `tells a mistake while it is typed, and leaves the line open at Enter`() {
        let mistake = "Invalid condition “is:nonsense”: after is: write unread, read or starred"
        reader.perform(.search)
        reader.edit { $0.insert("is:no") }
        #expect(reader.prompt?.remark != nil && reader.prompt?.problem == nil)
        reader.edit { $0.insert("nsense") }
        #expect(reader.prompt?.remark == mistake)
        reader.submitPrompt()
        #expect(reader.prompt?.problem == mistake && reader.prompt?.text == "is:nonsense")
        reader.edit { $0.deleteToStart() }
        reader.edit { $0.insert("is:unread") }
        #expect(reader.prompt?.remark == nil && reader.prompt?.problem == nil)
        reader.submitPrompt()
        #expect(reader.prompt == nil)
    }

    @Test func `goes on beside the person, who keeps the place in what was found first`() throws {
        reader.perform(.search)
        reader.navigation.take(try found("item", 5))
        reader.items.move { $0.move(to: 3) }
        let chosen = try #require(reader.items.selected)
        reader.perform(.open)
        reader.navigation.take(try found("item", 15))
        #expect(reader.place == .article && reader.items.total == 15)
        #expect(reader.items.selected?.id == chosen.id && reader.items.selected?.isRead == true)
        reader.focus(on: .feeds)
        reader.navigation.take(try found("item", 16))
        #expect(reader.place == .feeds && reader.items.total == 16)
    }

    @Test func `leaves what is selected of it so when the rest of it is there, and nothing jumps`() throws {
        reader.items.fit(4)
        reader.perform(.search)
        reader.navigation.take(try found("item", 9))
        reader.session.prompt = nil
        reader.items.move { $0.move(to: 6) }
        reader.perform(.select)
        reader.perform(.up)
        reader.items.scroll(by: 1)
        let before = reader.items.cursor
        reader.navigation.take(try found("item", 15))
        #expect(reader.items.total == 15 && reader.items.selectionCount == 2)
        #expect(reader.items.cursor.top == before.top && reader.items.cursor.row == before.row)
    }

    @Test func `leads back to the feeds where the feed is gone in whose list it was begun`() async throws {
        reader.perform(.open)
        reader.perform(.search)
        reader.navigation.take(try found("item", 3))
        reader.session.prompt = nil
        try test.library.unsubscribe([test.feed])
        try await reader.feeds.$entries.waitUntil { $0.isEmpty }
        reader.perform(.escape)
        #expect(reader.place == .feeds && reader.items.source == nil)
    }

    @Test func `is still one when all that was found is deleted and comes back`() async throws {
        reader.perform(.open)
        let list = reader.items.source
        reader.perform(.search)
        reader.navigation.take(try found("item", 1))
        reader.session.prompt = nil
        reader.perform(.deleteItem)
        #expect(reader.items.items.isEmpty && reader.items.isFound)
        reader.perform(.undo)
        try await reader.items.loaded.$items.waitUntil { $0.count == 1 }
        #expect(reader.items.isFound)
        reader.perform(.back)
        #expect(reader.place == .items && reader.items.source == list)
    }

    @Test func `that nothing was typed for leaves a list narrowed as it was`() async throws {
        reader.perform(.open)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.perform(.search)
        reader.leavePrompt()
        #expect(reader.items.total == 2 && reader.items.source?.narrowing != nil)
    }

    @Test func `leads back where it was begun, whatever became known before the first word was typed`() throws {
        let befores: [(ReaderModel) -> Void] = [
            { $0.navigation.noteIndexed() },
            { $0.edit { $0.insert(" ") } },
            {
                $0.edit { $0.insert("i") }
                $0.edit { $0.deleteBackward() }
            }
        ]
        reader.perform(.open)
        let list = reader.items.source
        for before in befores {
            reader.perform(.search)
            before(reader)
            reader.navigation.take(try found("item", 3))
            #expect(reader.items.total == 3)
            reader.leavePrompt()
            #expect(reader.items.source == list && reader.items.total == 20)
        }
    }

    @Test(arguments: [false, true])
    func `that is begun in a list which a filter narrows leads back to that, where it stood`(isEntered: Bool)
        async throws
    {
        reader.items.fit(6)
        reader.perform(.open)
        try reader.navigation.filter(by: "title =~ \"1\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.items.go(toRow: 8)
        reader.items.move(by: -2)
        let (list, before) = (reader.items.source, reader.items.cursor)
        reader.perform(.search)
        reader.edit { $0.insert("item") }
        reader.navigation.take(try found("item", 3))
        if isEntered { reader.session.prompt = nil } else { reader.leavePrompt() }
        if isEntered { reader.perform(.back) }
        #expect(reader.items.source == list && reader.items.cursor == before && reader.items.total == 11)
        reader.perform(.escape)
        #expect(reader.items.source?.narrowing == nil && reader.items.total == 20)
    }

    @Test func `begun in what was found and narrowed leads back to that, narrowed as it was`() async throws {
        try test.library.indexForSearch(for: .seconds(60))
        reader.perform(.open)
        reader.perform(.search)
        reader.navigation.take(try found("item", 15))
        reader.session.prompt = nil
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        let narrowed = reader.items.source
        reader.perform(.search)
        reader.edit { $0.insert("x") }
        reader.navigation.take(try found("x", 1))
        reader.leavePrompt()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.items.source == narrowed)
    }

    @Test func `begun in a list of what is unread takes nothing from that which was read in it`() async throws {
        reader.items.fit(30)
        reader.feeds.choose(.smart(.unread))
        reader.perform(.open)
        reader.items.move { $0.move(to: 3) }
        reader.perform(.toggleRead)
        reader.items.move { $0.move(to: 5) }
        let (titles, before) = (reader.items.items.map(\.title), reader.items.cursor)
        reader.perform(.search)
        reader.edit { $0.insert("item") }
        reader.navigation.take(try found("item", 10))
        // Also in what was found.
        reader.items.mark(try #require(reader.items.items.last), .read)
        await withCheckedContinuation { heard in reader.session.news.whenHeard { heard.resume() } }
        reader.leavePrompt()
        #expect(reader.items.items.map(\.title) == titles && reader.items.cursor == before)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.perform(.escape)
        #expect(reader.items.items.map(\.title) == titles)
    }

    @Test func `that is begun beside a list which a filter narrows, and left, shows all of that list`() async throws {
        reader.perform(.open)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        let narrowed = reader.items.source
        reader.focus(on: .feeds)
        reader.perform(.search)
        reader.leavePrompt()
        #expect(reader.items.source == narrowed && reader.place == .feeds)
        reader.perform(.search)
        reader.navigation.take(try found("item", 3))
        reader.leavePrompt()
        #expect(reader.items.total == 20 && reader.items.source?.narrowing == nil && reader.place == .feeds)
    }

    @Test func `leaves the cursor on its item, in its place on the screen, when it or a filter in it is taken back`()
        async throws
    {
        try test.library.indexForSearch(for: .seconds(60))
        reader.perform(.open)
        reader.items.fit(6)
        reader.items.go(toRow: 12)
        reader.items.move(by: -3)
        let before = reader.items.cursor
        reader.perform(.search)
        reader.navigation.take(try found("item", 15))
        reader.leavePrompt()
        #expect(reader.items.cursor == before)

        reader.perform(.search)
        reader.navigation.take(try found("item", 15))
        reader.session.prompt = nil
        reader.items.move(by: 7)
        let chosen = try #require(reader.items.selected)
        reader.perform(.search)
        reader.navigation.take(try found("other", 4))
        reader.leavePrompt()
        // It is looked for once more.
        try await reader.items.$source.waitUntil { $0?.name.hasPrefix("“item”: 20") == true }
        #expect(reader.items.selected?.id == chosen.id)
        try reader.navigation.filter(by: "title =~ \"Item\"")
        try await reader.items.$source.waitUntil { $0?.narrowing?.contains("Item") == true }
        #expect(reader.items.selected?.id == chosen.id)
        reader.items.move(by: 1)
        let next = try #require(reader.items.selected)
        reader.perform(.escape)
        #expect(reader.items.selected?.id == next.id && reader.isFoundBySearch)
    }

    @Test func `is kept under a name that no other list has`() async throws {
        try test.home.write(urls: ["https://example.org/feed", "\"query:Mine:unread = \\\"yes\\\"\""])
        let reader = test.start()
        reader.verbs.managing.askForName(ofQueryFor: try Filter("item"))
        reader.type(over: "Mine")
        reader.submitPrompt()
        #expect(reader.prompt?.problem == "A saved search named “Mine” already exists")
    }

    @Test func `is narrowed by a filter, which goes first and then what was found`() async throws {
        reader.perform(.search)
        reader.navigation.take(try found("item", 15))
        reader.session.prompt = nil
        let best = reader.items.items.map(\.id)
        reader.perform(.filter)
        reader.edit { $0.insert("title =~ \"1.$\"") }
        reader.submitPrompt()
        try await reader.items.$source.waitUntil { $0?.narrowing == "(item) and (title =~ \"1.$\")" }
        #expect(reader.items.items.map(\.id) == best.filter { reader.items.item($0) != nil })
        #expect(reader.items.total == 10 && reader.items.isFound)
        reader.perform(.escape)
        #expect(reader.items.items.map(\.id) == best)
        reader.perform(.escape)
        #expect(reader.place == .feeds)
    }

    @Test func `begun in what was found leaves that, for the way back`() throws {
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "one")
        reader.navigation.take(try found("one", 7))
        reader.submitPrompt()
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "two")
        reader.navigation.take(try found("two", 4))
        reader.leavePrompt()
        #expect(reader.items.total == 7)
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "two")
        reader.navigation.take(try found("two", 4))
        reader.submitPrompt()
        #expect(reader.items.total == 4)
        reader.perform(.previousFound)
        #expect(reader.items.total == 7 && reader.items.source?.narrowing == "one")
        reader.perform(.previousFound)
        #expect(reader.status?.isProblem == true)
    }

    @Test func `begun in what was found and left before it finds anything leaves that as it was`() throws {
        reader.perform(.open)
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "one")
        reader.navigation.take(try found("one", 7))
        reader.submitPrompt()
        reader.perform(.search)
        reader.edit { $0.insert("two") }
        reader.leavePrompt()
        #expect(reader.items.total == 7 && reader.items.source?.narrowing == "one")
        reader.perform(.back)
        #expect(reader.items.total == 20 && reader.items.source?.narrowing == nil)
    }

    @Test func `begun in a list that a filter narrows and left before it finds anything leaves that narrowed`()
        async throws
    {
        reader.perform(.open)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.perform(.search)
        reader.edit { $0.insert("item") }
        reader.leavePrompt()
        #expect(reader.items.total == 2 && reader.items.source?.narrowing != nil)
    }

    @Test(arguments: ["two", "one"])
    func `begun in the feeds, beside what was found, leads back to them and the whole list`(words: String) throws {
        reader.perform(.open)
        let list = reader.items.source
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "one")
        reader.navigation.take(try found("one", 7))
        reader.submitPrompt()
        reader.focus(on: .feeds)
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: words)
        reader.navigation.take(try found(words, 4))
        reader.submitPrompt()
        #expect(reader.place == .items && reader.items.total == 4)
        reader.perform(.previousFound)
        #expect(reader.status?.isProblem == true && reader.items.total == 4)
        reader.perform(.back)
        #expect(reader.place == .feeds && reader.items.source == list)
    }

    @Test func `finds a short word in all texts, not in titles alone, once it is entered`() async throws {
        try test.library.indexForSearch(for: .seconds(60))
        reader.perform(.search)
        reader.edit { $0.insert("12") }
        try await reader.items.loaded.$items.waitUntil { $0.map(\.title) == ["Item 12"] }
        _ = try test.library.store(
            ParsedFeed(
                format: .rss20, title: "Feed",
                items: [ParsedItem(id: "x", title: "A dozen", content: "<p>They are 12</p>")]),
            etag: nil, lastModified: nil, for: test.feed, at: Date())
        try test.library.indexForSearch(for: .seconds(60))
        reader.submitPrompt()
        try await reader.items.loaded.$items.waitUntil { Set($0.map(\.title)) == ["Item 12", "A dozen"] }
    }

    @Test(arguments: [
        ("don't", nil, "\"don't*\""), ("(item", nil, "\"(item*\""),
        ("item after:7d", "title =~ \"1.$\"", "item after:7d and (title =~ \"1.$\")")
    ])
    func `is kept as a list of what is found, whatever signs are in the words`(
        words: String, filter: String?, kept: String
    ) async throws {
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: words)
        reader.navigation.take(try found(words, 15))
        reader.session.prompt = nil
        if let filter {
            try reader.navigation.filter(by: filter)
            try await reader.items.$source.waitUntil { $0?.narrowing?.contains("1.$") == true }
        }
        reader.perform(.saveSearch)
        #expect(reader.prompt?.label == "Name for the saved search: ")
        #expect(try reader.navigation.filterOfList()?.text == kept)
    }

    @Test func `has its rows selected for one verb`() throws {
        reader.perform(.search)
        reader.navigation.take(try found("item", 5))
        reader.session.prompt = nil
        reader.perform(.down)
        reader.perform(.select)
        reader.perform(.down)
        reader.perform(.toggleStar)
        test.library.drain()
        #expect(try test.library.counts(of: .starred).items == 2)
    }

    @Test func `leaves the list alone that the person has gone to meanwhile`() throws {
        reader.perform(.search)
        let (late, beginning) = (try found("item", 5), reader.navigation.whereabouts)
        reader.session.prompt = nil
        reader.perform(.open)
        let source = try #require(reader.items.source)
        reader.navigation.take(late, lookedForFrom: beginning)
        #expect(reader.items.source == source && reader.items.total == 20)
    }
}

extension Navigation {
    /// Takes what was looked for where the person is now.
    fileprivate func take(_ found: Found) { take(found, lookedForFrom: whereabouts) }
}
