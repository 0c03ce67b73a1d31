import Configuration
import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `An operation with an argument` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

    init() throws {
        test = try TestLibrary(items: 20)
        try test.home.write(urls: ["# mine", "\"https://example.org/feed\" \"two words\""])
        reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment),
            config: Config(Array("define-filter fives \"title =~ \\\"5$\\\"\"".utf8), path: "config"))
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.items.fit(20)
        reader.perform(.open)
        reader.items.move { $0.move(to: 0) }
    }

    @Test func `an argument of toggle-article-read marks read or unread, whatever it was`() throws {
        reader.perform(try OperationWithArgument(.toggleRead, "read"))
        reader.items.move { $0.move(to: 0) }
        #expect(reader.items.selected?.isRead == true)
        reader.perform(try OperationWithArgument(.toggleRead, "read"))
        reader.items.move { $0.move(to: 0) }
        #expect(reader.items.selected?.isRead == true)
        reader.perform(try OperationWithArgument(.toggleRead, "unread"))
        reader.items.move { $0.move(to: 0) }
        #expect(reader.items.selected?.isRead == false)
    }

    @Test func `an operation with an argument applies to as many rows as the count says`() throws {
        reader.perform(.three)
        reader.perform(try OperationWithArgument(.toggleRead, "read"))
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 17)
    }

    @Test func `an argument of set-filter is a filter, and of select-filter a filter's name`() async throws {
        reader.perform(try OperationWithArgument(.filter, "title =~ \"1.$\""))
        try await reader.items.$source.waitUntil { $0?.narrowing == "title =~ \"1.$\"" }
        #expect(reader.items.loaded.total == 10)
        reader.perform(try OperationWithArgument(.chooseFilter, "fives"))
        try await reader.items.$source.waitUntil { $0?.narrowing == "title =~ \"5$\"" }
        #expect(reader.items.loaded.total == 2)
        reader.perform(try OperationWithArgument(.chooseFilter, "sixes"))
        #expect(reader.session.status?.isProblem == true && reader.items.loaded.total == 2)
    }

    @Test func `an argument adds a tag even if the item has it, or is the number of a link`() throws {
        for _ in 1...2 {
            reader.perform(try OperationWithArgument(.tagItem, "later"))
            test.library.drain()
            #expect(try test.library.itemTags() == ["later"])
        }
        reader.perform(.open)
        reader.perform(try OperationWithArgument(.goToLink, "7"))
        #expect(reader.session.status == .refused("No links here"))
    }

    @Test func `an argument of open-search searches the library, or the article`() async throws {
        try test.library.indexForSearch(for: .seconds(60))
        reader.perform(try OperationWithArgument(.search, "17"))
        #expect(reader.session.prompt == nil)
        try await reader.items.loaded.$items.waitUntil { $0.map(\.title) == ["Item 17"] }
        reader.perform(.open)
        reader.perform(try OperationWithArgument(.search, "Item"))
        #expect(reader.article.text.search != nil)
        reader.perform(try OperationWithArgument(.search, "nowhere"))
        #expect(reader.session.status == .refused("“nowhere” isn't in this text") && reader.session.prompt == nil)
    }

    @Test func `an operation refuses an argument that it doesn't understand`() {
        for (operation, text) in [(Operation.toggleRead, "starred"), (.open, "it"), (.quit, "now")] {
            #expect(throws: OperationWithArgument.Refusal.self) { try OperationWithArgument(operation, text) }
        }
    }

    @Test func `an argument may be the file to save to, a title to find, or an editor`() throws {
        reader.perform(try OperationWithArgument(.saveArticle, "~/kept"))
        #expect(FileManager.default.fileExists(atPath: test.home.path + "/kept"))
        reader.perform(try OperationWithArgument(.goToTitle, "Item 7"))
        #expect(reader.items.selected?.title == "Item 7")
        reader.perform(try OperationWithArgument(.editUrls, "code %f:%L"))
        #expect(
            requests.value.last
                == .edit(test.home.config + "/urls", with: EditorCall(words: "code %f:%L", line: 2)))
    }
}

@MainActor @Suite struct `Selected rows` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

    init() throws {
        test = try TestLibrary(items: 9)
        reader = try test.reader()
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.items.fit(20)
        reader.perform(.open)
        reader.items.move { $0.move(to: 0) }
        reader.perform(.select)
        reader.perform(.down)
    }

    @Test func `selected items are opened one after the other, and marked read if asked`() throws {
        reader.perform(.openAndMarkRead)
        let opened = reader.items.items.prefix(2).map(\.id)
        #expect(requests.value == [.browseEach(["https://example.org/9", "https://example.org/8"], reading: opened)])
        reader.actions.browsing.markBrowsed(opened)
        test.library.drain()
        #expect(try test.library.feed(test.feed)?.unread == 7 && !reader.items.isSelecting)
    }

    @Test func `the links of selected items are copied, and their texts passed on or saved together`() throws {
        reader.perform(.saveArticle)
        #expect(reader.session.prompt?.label == "Save the 2 selected to folder: ")
        reader.session.leavePrompt()
        reader.perform(.copyLink)
        #expect(requests.value.last == .copy("https://example.org/9\nhttps://example.org/8"))
        reader.perform(.select)
        reader.perform(.up)
        let text = try #require(reader.actions.programInput.takeShownText())
        #expect(text.contains("Text 9") && text.contains("Text 8") && !reader.items.isSelecting)
    }
}
