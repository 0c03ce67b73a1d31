import Configuration
import FeedParser
import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing
import Typesetting

@testable import ViewModels

@MainActor @Suite struct `Saving and copying an article` {
    private let home: Home
    private let library: Library
    private let requests = MutableProperty<[TerminalRequest]>([])
    /// Needs more bytes than a file name may have.
    private let letters = String(repeating: "क्षि", count: 60)

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        try home.write(urls: ["https://example.org/feed"])
        try library.subscribe(to: ["https://example.org/feed"])
        let text = (1...60).map { "<p>Paragraph \($0)</p>" }.joined()
        let items = ["../A / story: \u{1B}[31m part 1", "Other", letters].enumerated().map { age, title in
            ParsedItem(
                id: title, title: title, link: "https://example.org/1",
                published: Date(timeIntervalSince1970: 1000 - Double(age)), content: text)
        }
        _ = try library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: library.feeds()[0].id,
            at: Date())
    }

    /// A reader with an open article.
    private func reader(opening row: Int = 0) -> ReaderModel {
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.article.text.fit(width: 80, height: 10)
        reader.items.fit(20)
        if reader.screen == .feeds { reader.perform(.open) }
        reader.items.move { $0.move(to: row) }
        reader.perform(.open)
        return reader
    }

    @Test func `an article is saved under a harmless name made of its title`() throws {
        let reader = reader()
        reader.perform(.saveArticle)
        let name = try #require(reader.session.prompt?.text)
        #expect(name.hasPrefix("~/A story") && name.hasSuffix(".txt") && !name.dropFirst(2).contains("/"))
        reader.session.submitPrompt()
        let file = home.path + name.dropFirst()
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Paragraph 60\n"))
        #expect(reader.session.status == .done("Saved the article to \(name)"))
    }

    @Test func `an article's file name fits file systems, in any script`() throws {
        let reader = reader(opening: 2)
        reader.perform(.saveArticle)
        let name = try #require(reader.session.prompt?.text.split(separator: "/").last)
        #expect(
            (100...204).contains(name.utf8.count)
                && letters.hasPrefix(name.dropLast(4).trimmingCharacters(in: .whitespaces)))
    }

    @Test func `a failure to save names the reason before the path`() {
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "/dev/null/note")
        reader.session.submitPrompt()
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem == "Can't save: Not a directory (/dev/null/note)")
    }

    @Test func `a missing folder is created after asking the user`() throws {
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "~/new/folder/note")
        reader.session.submitPrompt()
        #expect(
            reader.session.prompt?.problem == "No folder “\(home.path)/new/folder” (Enter to create it, Esc to cancel)")
        reader.session.submitPrompt()
        let saved = try String(contentsOfFile: home.path + "/new/folder/note", encoding: .utf8)
        #expect(reader.session.prompt == nil && saved.contains("Paragraph 1"))
    }

    @Test func `a file is replaced only after asking the user`() throws {
        try "mine".write(toFile: home.path + "/note", atomically: true, encoding: .utf8)
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "~/note")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem?.contains("already exists") == true)
        #expect(try String(contentsOfFile: home.path + "/note", encoding: .utf8) == "mine")
        reader.session.submitPrompt()
        #expect(try String(contentsOfFile: home.path + "/note", encoding: .utf8).contains("Paragraph 1"))
    }

    @Test func `an article isn't saved through a link to a missing file`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/note", withDestinationPath: home.path + "/victim")
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "~/note")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem?.contains("already exists") == true)
        reader.session.submitPrompt()
        #expect(try String(contentsOfFile: home.path + "/note", encoding: .utf8).contains("Paragraph 1"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/victim"))
    }

    @Test func `“save” saves the article to the named file`() throws {
        let reader = reader()
        let (line, other) = (try ConfigLine(typed: "save ~/my note"), try ConfigLine(typed: "save /nowhere/at/all"))
        #expect(try reader.actions.commanding.execute(#require(line)))
        #expect(try String(contentsOfFile: home.path + "/my note", encoding: .utf8).contains("Paragraph 1"))
        #expect(
            try reader.actions.commanding.execute(#require(line))
                && reader.session.prompt?.problem?.contains("already exists") == true)
        #expect(
            try reader.actions.commanding.execute(#require(other))
                && reader.session.prompt?.problem?.hasPrefix("No folder") == true)
    }

    @Test func `the prompt says why an article can't be saved`() {
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "/nowhere/at/all")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem?.isEmpty == false)
    }

    @Test func `an article's link can be copied, with its title`() throws {
        let reader = reader()
        reader.perform(.copyLink)
        #expect(requests.value == [.copy("https://example.org/1")])
        reader.perform(.copyTitleAndLink)
        guard case .copy(let text)? = requests.value.last else { throw NeverHeld() }
        #expect(text.hasSuffix(" part 1 https://example.org/1") && !text.contains("\u{1B}"))
    }

    @Test func `an article deleted meanwhile keeps its link, and can't be marked`() throws {
        let reader = reader()
        let item = try #require(reader.article.open?.item.id)
        library.mark(.item(item), .deleted)
        library.drain()
        reader.items.refill()
        reader.perform(.copyLink)
        #expect(requests.value.last == .copy("https://example.org/1"))
        for operation in [ViewModels.Operation.toggleStar, .toggleRead, .tagItem, .deleteItem] {
            reader.perform(operation)
            #expect(reader.session.status == .refused("This item was deleted (:undo may bring it back)"))
        }
    }

    @Test func `an article switches to its HTML source and back`() {
        let reader = reader()
        reader.perform(.toggleSource)
        #expect(reader.article.text.page.lines.contains { $0.text.contains("<p>Paragraph 1</p>") })
        reader.perform(.toggleSource)
        #expect(reader.article.text.page.lines.contains { $0.text == "Paragraph 1" })
    }

    @Test func `an article keeps its position after showing its source, even at the end`() {
        let reader = reader()
        for move in [{ $0.move(by: 7) }, { $0.goToEnd() }] as [(PagerModel) -> Void] {
            move(reader.article.text)
            let top = reader.article.text.page.top
            #expect(top > 0)
            reader.perform(.toggleSource)
            reader.perform(.toggleSource)
            #expect(reader.article.text.page.top == top)
        }
    }

    @Test func `an article reopens where the user left it, even in the next run`() throws {
        let first = reader()
        first.article.text.move(
            to: try #require(first.article.text.page.lines.firstIndex { $0.text == "Paragraph 18" }))
        let line = try #require(first.article.text.page.visible.first)
        first.perform(.next)
        #expect(first.article.text.page.top == 0)
        first.perform(.previous)
        #expect(first.article.text.page.visible.first == line)
        first.leave()
        let second = reader()
        second.article.text.fit(width: 80, height: 10)
        #expect(second.article.text.page.visible.first == line)
    }
}

@Suite struct `Reading positions` {
    @Test func `only the latest reading positions are kept`() {
        var screens = ReadingPlaces()
        let screen = TextPosition(block: 3, offset: 4)
        for number in 1...600 { screens.record(screen, of: .init(item: ItemID(Int64(number)))) }
        #expect(screens.place(of: .init(item: ItemID(100))) == .start)
        #expect(screens.place(of: .init(item: ItemID(101))) == screen)
        #expect(ReadingPlaces(screens.text) == screens)
    }

    @Test func `the feed's text of an item and that of its page have a position each`() {
        var screens = ReadingPlaces()
        screens.record(TextPosition(block: 1, offset: 2), of: .init(item: ItemID(1)))
        screens.record(TextPosition(block: 3, offset: 4), of: .init(item: ItemID(1), isPage: true))
        let again = ReadingPlaces(screens.text)
        #expect(again.place(of: .init(item: ItemID(1))) == TextPosition(block: 1, offset: 2))
        #expect(again.place(of: .init(item: ItemID(1), isPage: true)) == TextPosition(block: 3, offset: 4))
    }

    @Test(arguments: ["x", "1 2", "1 -2 3", "1 2 99999999999999999999", "\n\n", "1 2 3 4"])
    func `invalid lines give no reading positions`(line: String) {
        #expect(ReadingPlaces(line) == ReadingPlaces())
    }
}

@MainActor @Suite struct `Bookmarks and sharing` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

    init() throws {
        test = try TestLibrary(items: 3)
        reader = try test.reader()
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.items.fit(20)
        reader.perform(.open)
        reader.items.move { $0.move(to: 0) }
    }

    private func set(_ lines: String) { reader.session.config = Config(Array(lines.utf8), path: "config") }

    @Test func `a bookmark's fields can be edited one by one`() throws {
        set("bookmark-cmd /bin/keep")
        reader.perform(.keepBookmark)
        #expect(reader.session.prompt?.text == "https://example.org/3")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.text == "Item 3")
        reader.session.edit { $0.insert("!") }
        reader.session.submitPrompt()
        reader.session.edit { $0.insert("-x") }
        reader.session.submitPrompt()
        reader.session.submitPrompt()
        guard case .keep(let bookmark)? = requests.value.last else { throw NeverHeld() }
        #expect(bookmark.arguments == ["https://example.org/3", "Item 3!", " -x", "Feed"])
    }

    @Test func `with bookmark-autopilot, a bookmark is kept at once`() throws {
        set("bookmark-cmd /bin/keep\nbookmark-autopilot yes")
        reader.perform(.keepBookmark)
        guard case .keep(let bookmark)? = requests.value.last else { throw NeverHeld() }
        #expect(bookmark.arguments == ["https://example.org/3", "Item 3", "", "Feed"])
    }

    @Test func `bookmarks and sharing need a program, and the status line says so`() {
        reader.perform(.keepBookmark)
        #expect(reader.session.prompt == nil && reader.session.status?.text.contains("bookmark-cmd") == true)
        reader.perform(.share)
        #expect(reader.session.status?.text.contains("share NAME COMMAND") == true && requests.value.isEmpty)
    }

    @Test func `an item is shared with one of several programs, or at once with the only one`() {
        set("share Mail mutt -s %t")
        reader.perform(.share)
        #expect(requests.value == [.share(["mutt", "-s", "%t"])])
        set("share Mail mutt -s %t\nshare Mastodon \"toot post %t %u\"")
        reader.perform(.share)
        reader.session.editChoice { $0.line.insert("mast") }
        reader.session.acceptChoice()
        #expect(requests.value.last == .share(["toot post %t %u"]))
    }
}

@MainActor @Suite struct `All articles of a list` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary()
        let items = ["Same", "Same", "Other"].enumerated().map { number, title in
            ParsedItem(
                id: "\(number)", title: title, published: Date(timeIntervalSince1970: Double(10 - number)),
                content: "<p>Text \(number)</p>")
        }
        _ = try test.library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: test.feed, at: Date())
        reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
        reader.items.move { $0.move(to: 0) }
    }

    private func save() {
        reader.perform(.saveAll)
        reader.session.edit { $0.deleteToStart() }
        reader.session.edit { $0.insert("~/saved") }
        reader.session.submitPrompt()
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: test.home.path + "/saved")) ?? []).sorted()
    }

    @Test func `all articles of a list are saved to separate files, and never twice`() async throws {
        save()
        try await reader.session.$status.waitUntil { $0 == .done("Saved 3 articles to \(test.home.path)/saved") }
        #expect(files == ["Other.txt", "Same (2).txt", "Same.txt"])
        try "mine".write(toFile: test.home.path + "/saved/Other.txt", atomically: true, encoding: .utf8)
        save()
        try await reader.session.$status.waitUntil { $0?.text.hasSuffix("skipped 3 already there") == true }
        #expect(try String(contentsOfFile: test.home.path + "/saved/Other.txt", encoding: .utf8) == "mine")
    }

    @Test func `only selected articles are saved, if there is a selection`() async throws {
        reader.items.move { $0.move(to: 1) }
        reader.perform(.select)
        reader.perform(.down)
        save()
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Saved 2 articles to") == true }
        #expect(files == ["Other.txt", "Same.txt"] && !reader.items.isSelecting)
    }
}
