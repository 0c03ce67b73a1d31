import Configuration
import FeedParser
import Foundation
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `A search of the library` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 20)
        reader = try test.reader()
    }

    /// The results of a search that has ended after this many items.
    private func found(_ text: String, _ count: Int) throws -> Found {
        let items = try test.library.items(unreadOnly: false, limit: count)
        return Found(
            text: text, query: SearchQuery(text, isFinished: false),
            results: SearchResults(items: items, matches: count, isComplete: count > 10, unindexed: 0))
    }

    @Test func `results of the latest typed words are shown, even after Enter`() throws {
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "it")
        reader.navigation.take(try found("it", 3))
        #expect(reader.screen == .items && reader.items.loaded.total == 3)
        reader.session.prompt = nil
        reader.navigation.take(try found("item", 5))
        #expect(reader.screen == .items && reader.items.loaded.total == 5)
    }

    @Test func `the title counts the results, and says “over” while the search runs`() throws {
        reader.perform(.search)
        for (count, words) in [(0, "searching…"), (3, "over 3 found"), (12, "12 found")] {
            reader.session.prompt = Prompt(label: ":", text: "it")
            reader.navigation.take(try found("it", count))
            #expect(reader.items.source?.name == "“it”: \(words)")
        }
    }

    @Test func `a mistake in a search shows while typing, and Enter keeps the prompt open`() {
        let mistake = "Invalid condition “is:nonsense”: use is:unread, is:read, is:starred, is:queued or is:heard"
        reader.perform(.search)
        reader.session.edit { $0.insert("is:no") }
        #expect(reader.session.prompt?.remark != nil && reader.session.prompt?.problem == nil)
        reader.session.edit { $0.insert("nsense") }
        #expect(reader.session.prompt?.remark == mistake)
        let nothing = SearchResults(items: [], matches: 0, isComplete: true, unindexed: 0)
        let found = Found(text: "is:nonsense", query: SearchQuery("is:nonsense"), results: nothing)
        #expect(found.words == "“is:nonsense”: invalid search")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem == mistake && reader.session.prompt?.text == "is:nonsense")
        reader.session.edit { $0.deleteToStart() }
        reader.session.edit { $0.insert("is:unread") }
        #expect(reader.session.prompt?.remark == nil && reader.session.prompt?.problem == nil)
        reader.session.submitPrompt()
        #expect(reader.session.prompt == nil)
    }

    @Test func `no keys wait for a search that has all its results, even if it found nothing`() async throws {
        let finder = SearchModel(LibraryNews(test.library, troubles: noTroubles()))
        let beginning = SearchOrigin(path: [.feeds], source: nil)
        let awaited = Record<Bool>()
        let watch = finder.found.observe { found, _ in
            guard found.results.isComplete else { return }
            // As Enter does, before the search's end has arrived.
            finder.finish(found.text, from: beginning)
            awaited.add(finder.isAwaited)
        }
        defer { watch.dispose() }
        finder.look(for: "nowhere", from: beginning)
        try await finder.$isLooking.waitUntil { !$0 }
        #expect(awaited.entries == [false])
    }

    @Test func `no keys wait for a finished search that is repeated because the index grew`() async throws {
        try test.library.indexForSearch(for: .seconds(60))
        let finder = reader.navigation.finder
        reader.perform(.open)
        let list = reader.items.source
        reader.perform(.search)
        reader.session.edit { $0.insert("nowhere") }
        try await finder.$isLooking.waitUntil { !$0 }
        #expect(reader.items.source?.name == "“nowhere”: 0 found")
        reader.navigation.searchAgain()
        #expect(finder.isLooking)
        reader.session.submitPrompt()
        #expect(!reader.session.isAwaiting)
        reader.perform(.escape)
        #expect(reader.items.source == list)
    }

    @Test func `later results arrive while the user reads, and the cursor keeps its place`() throws {
        reader.perform(.search)
        reader.navigation.take(try found("item", 5))
        reader.items.move { $0.move(to: 3) }
        let chosen = try #require(reader.items.selected)
        reader.perform(.open)
        reader.navigation.take(try found("item", 15))
        #expect(reader.screen == .article && reader.items.loaded.total == 15)
        #expect(reader.items.selected?.id == chosen.id && reader.items.selected?.isRead == true)
        reader.navigation.focus(on: .feeds)
        reader.navigation.take(try found("item", 16))
        #expect(reader.screen == .feeds && reader.items.loaded.total == 16)
    }

    @Test func `later results keep the selection and the place on the screen`() throws {
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
        #expect(reader.items.loaded.total == 15 && reader.items.selectionCount == 2)
        #expect(reader.items.cursor.top == before.top && reader.items.cursor.row == before.row)
    }

    @Test func `going back from a search in a removed feed leads to the feeds`() async throws {
        reader.perform(.open)
        reader.perform(.search)
        reader.navigation.take(try found("item", 3))
        reader.session.prompt = nil
        try test.library.unsubscribe([test.feed])
        try await reader.feeds.$entries.waitUntil { $0.isEmpty }
        reader.perform(.escape)
        #expect(reader.screen == .feeds && reader.items.source == nil)
    }

    @Test func `the undo history stays when a step of it removes the feed listed below it`() async throws {
        reader.perform(.open)
        reader.perform(.showHistory)
        try test.library.unsubscribe([test.feed])
        try await reader.feeds.$entries.waitUntil { $0.isEmpty }
        #expect(reader.backStack.path == [.feeds, .history] && reader.items.source == nil)
    }

    @Test func `search results stay search results when all are deleted and restored`() async throws {
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
        #expect(reader.screen == .items && reader.items.source == list)
    }

    @Test func `leaving an empty search keeps the filtered list`() async throws {
        reader.perform(.open)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.perform(.search)
        reader.session.leavePrompt()
        #expect(reader.items.loaded.total == 2 && reader.items.source?.narrowing != nil)
    }

    @Test func `going back from a search leads to its list, even if the index grew meanwhile`() throws {
        let befores: [(ReaderModel) -> Void] = [
            { $0.navigation.searchAgain() },
            { $0.session.edit { $0.insert(" ") } },
            {
                $0.session.edit { $0.insert("i") }
                $0.session.edit { $0.deleteBackward() }
            }
        ]
        reader.perform(.open)
        let list = reader.items.source
        for before in befores {
            reader.perform(.search)
            before(reader)
            reader.navigation.take(try found("item", 3))
            #expect(reader.items.loaded.total == 3)
            reader.session.leavePrompt()
            #expect(reader.items.source == list && reader.items.loaded.total == 20)
        }
    }

    @Test(arguments: [false, true])
    func `going back from a search in a filtered list restores the filter and the place`(isEntered: Bool)
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
        reader.session.edit { $0.insert("item") }
        reader.navigation.take(try found("item", 3))
        if isEntered { reader.session.prompt = nil } else { reader.session.leavePrompt() }
        if isEntered { reader.perform(.back) }
        #expect(reader.items.source == list && reader.items.cursor == before && reader.items.loaded.total == 11)
        reader.perform(.escape)
        #expect(reader.items.source?.narrowing == nil && reader.items.loaded.total == 20)
    }

    @Test func `going back from a search in filtered search results restores both`() async throws {
        try test.library.indexForSearch(for: .seconds(60))
        reader.perform(.open)
        reader.perform(.search)
        reader.navigation.take(try found("item", 15))
        reader.session.prompt = nil
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        let narrowed = reader.items.source
        reader.perform(.search)
        reader.session.edit { $0.insert("x") }
        reader.navigation.take(try found("x", 1))
        reader.session.leavePrompt()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.items.source == narrowed)
    }

    @Test func `a search in a list of unread items keeps the items read in it`() async throws {
        reader.items.fit(30)
        reader.feeds.choose(.smart(.unread))
        reader.perform(.open)
        reader.items.move { $0.move(to: 3) }
        reader.perform(.toggleRead)
        reader.items.move { $0.move(to: 5) }
        let (titles, before) = (reader.items.items.map(\.title), reader.items.cursor)
        reader.perform(.search)
        reader.session.edit { $0.insert("item") }
        reader.navigation.take(try found("item", 10))
        // In the search results, too.
        reader.items.mark(try #require(reader.items.items.last), .read)
        await withCheckedContinuation { heard in reader.session.news.whenHeard { heard.resume() } }
        reader.session.leavePrompt()
        #expect(reader.items.items.map(\.title) == titles && reader.items.cursor == before)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.perform(.escape)
        #expect(reader.items.items.map(\.title) == titles)
    }

    @Test func `leaving a search beside a filtered list shows the whole list`() async throws {
        reader.perform(.open)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        let narrowed = reader.items.source
        reader.navigation.focus(on: .feeds)
        reader.perform(.search)
        reader.session.leavePrompt()
        #expect(reader.items.source == narrowed && reader.screen == .feeds)
        reader.perform(.search)
        reader.navigation.take(try found("item", 3))
        reader.session.leavePrompt()
        #expect(reader.items.loaded.total == 20 && reader.items.source?.narrowing == nil && reader.screen == .feeds)
    }

    @Test func `leaving a search or its filter keeps the cursor's item and place`()
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
        reader.session.leavePrompt()
        #expect(reader.items.cursor == before)

        reader.perform(.search)
        reader.navigation.take(try found("item", 15))
        reader.session.prompt = nil
        reader.items.move(by: 7)
        let chosen = try #require(reader.items.selected)
        reader.perform(.search)
        reader.navigation.take(try found("other", 4))
        reader.session.leavePrompt()
        // The search runs again.
        try await reader.items.$source.waitUntil { $0?.name.hasPrefix("“item”: 20") == true }
        #expect(reader.items.selected?.id == chosen.id)
        try reader.navigation.filter(by: "title =~ \"Item\"")
        try await reader.items.$source.waitUntil { $0?.narrowing?.contains("Item") == true }
        #expect(reader.items.selected?.id == chosen.id)
        reader.items.move(by: 1)
        let next = try #require(reader.items.selected)
        reader.perform(.escape)
        #expect(reader.items.selected?.id == next.id && reader.navigation.isFoundBySearch)
    }

    @Test func `a saved search needs a name of its own`() async throws {
        try test.home.write(urls: ["https://example.org/feed", "\"query:Mine:unread = \\\"yes\\\"\""])
        let reader = test.start()
        reader.actions.managing.askForName(ofQueryFor: try Filter("item"))
        reader.type(over: "Mine")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem == "A saved search named “Mine” already exists")
    }

    @Test func `Escape removes the filter of search results first, then the results`() async throws {
        reader.perform(.search)
        reader.navigation.take(try found("item", 15))
        reader.session.prompt = nil
        let best = reader.items.items.map(\.id)
        reader.perform(.filter)
        reader.session.edit { $0.insert("title =~ \"1.$\"") }
        reader.session.submitPrompt()
        try await reader.items.$source.waitUntil { $0?.narrowing == "(item) and (title =~ \"1.$\")" }
        #expect(reader.items.items.map(\.id) == best.filter { reader.items.item($0) != nil })
        #expect(reader.items.loaded.total == 10 && reader.items.isFound)
        reader.perform(.escape)
        #expect(reader.items.items.map(\.id) == best)
        reader.perform(.escape)
        #expect(reader.screen == .feeds)
    }

    @Test func `a search in search results can be left to return to them`() throws {
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "one")
        reader.navigation.take(try found("one", 7))
        reader.session.submitPrompt()
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "two")
        reader.navigation.take(try found("two", 4))
        reader.session.leavePrompt()
        #expect(reader.items.loaded.total == 7)
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "two")
        reader.navigation.take(try found("two", 4))
        reader.session.submitPrompt()
        #expect(reader.items.loaded.total == 4)
        reader.perform(.previousFound)
        #expect(reader.items.loaded.total == 7 && reader.items.source?.narrowing == "one")
        reader.perform(.previousFound)
        #expect(reader.session.status?.isProblem == true)
    }

    @Test func `leaving a search in search results before it finds anything keeps them`() throws {
        reader.perform(.open)
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "one")
        reader.navigation.take(try found("one", 7))
        reader.session.submitPrompt()
        reader.perform(.search)
        reader.session.edit { $0.insert("two") }
        reader.session.leavePrompt()
        #expect(reader.items.loaded.total == 7 && reader.items.source?.narrowing == "one")
        reader.perform(.back)
        #expect(reader.items.loaded.total == 20 && reader.items.source?.narrowing == nil)
    }

    @Test func `leaving a search in a filtered list before it finds anything keeps the filter`()
        async throws
    {
        reader.perform(.open)
        try reader.navigation.filter(by: "title =~ \"5$\"")
        try await reader.items.$source.waitUntil { $0?.narrowing != nil }
        reader.perform(.search)
        reader.session.edit { $0.insert("item") }
        reader.session.leavePrompt()
        #expect(reader.items.loaded.total == 2 && reader.items.source?.narrowing != nil)
    }

    @Test(arguments: ["two", "one"])
    func `a search from the feeds, beside search results, leads back to them and the whole list`(words: String) throws {
        reader.perform(.open)
        let list = reader.items.source
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: "one")
        reader.navigation.take(try found("one", 7))
        reader.session.submitPrompt()
        reader.navigation.focus(on: .feeds)
        reader.perform(.search)
        reader.session.prompt = Prompt(label: ":", text: words)
        reader.navigation.take(try found(words, 4))
        reader.session.submitPrompt()
        #expect(reader.screen == .items && reader.items.loaded.total == 4)
        reader.perform(.previousFound)
        #expect(reader.session.status?.isProblem == true && reader.items.loaded.total == 4)
        reader.perform(.back)
        #expect(reader.screen == .feeds && reader.items.source == list)
    }

    @Test func `a short word is found in all texts once it is entered, not only in titles`() async throws {
        try test.library.indexForSearch(for: .seconds(60))
        reader.perform(.search)
        reader.session.edit { $0.insert("12") }
        try await reader.items.loaded.$items.waitUntil { $0.map(\.title) == ["Item 12"] }
        _ = try test.library.store(
            ParsedFeed(
                format: .rss20, title: "Feed",
                items: [ParsedItem(id: "x", title: "A dozen", content: "<p>They are 12</p>")]),
            etag: nil, lastModified: nil, for: test.feed, at: Date())
        try test.library.indexForSearch(for: .seconds(60))
        reader.session.submitPrompt()
        try await reader.items.loaded.$items.waitUntil { Set($0.map(\.title)) == ["Item 12", "A dozen"] }
    }

    @Test func `entering a short word keeps its results if the whole word has fewer`() async throws {
        try test.library.indexForSearch(for: .seconds(60))
        reader.perform(.search)
        reader.session.edit { $0.insert("it") }
        try await reader.items.loaded.$items.waitUntil { $0.count == 20 }
        try await reader.navigation.finder.$isLooking.waitUntil { !$0 }
        reader.session.submitPrompt()
        try await reader.navigation.finder.$isLooking.waitUntil { !$0 }
        #expect(reader.items.loaded.total == 20 && reader.screen == .items)
    }

    @Test(arguments: [
        ("don't", nil, "\"don't*\""), ("(item", nil, "\"(item*\""),
        ("item after:7d", "title =~ \"1.$\"", "item after:7d and (title =~ \"1.$\")")
    ])
    func `any search can be saved, whatever characters its words contain`(
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
        #expect(reader.session.prompt?.label == "Name for the saved search: ")
        #expect(try reader.navigation.filterOfList()?.text == kept)
    }

    @Test func `rows of search results can be selected`() throws {
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

    @Test func `late results don't replace a list that the user has opened meanwhile`() throws {
        reader.perform(.search)
        let (late, beginning) = (try found("item", 5), reader.navigation.searchOrigin)
        reader.session.prompt = nil
        reader.perform(.open)
        let source = try #require(reader.items.source)
        reader.navigation.receive(late, lookedForFrom: beginning)
        #expect(reader.items.source == source && reader.items.loaded.total == 20)
    }
}

extension Navigation {
    /// Shows results of a search from the current place.
    fileprivate func take(_ found: Found) { receive(found, lookedForFrom: searchOrigin) }
}
