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

@MainActor @Suite struct `An article that is taken elsewhere` {
    private let home: Home
    private let library: Library
    private let requests = MutableProperty<[Request]>([])
    /// Of more bytes than any name of a file.
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

    /// A reader with an article open.
    private func reader(opening row: Int = 0) -> ReaderModel {
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        reader.requests.onNext { [requests] in requests.value.append($0) }
        reader.article.fit(width: 80, height: 10)
        reader.items.fit(20)
        if reader.place == .feeds { reader.perform(.open) }
        reader.items.move { $0.move(to: row) }
        reader.perform(.open)
        return reader
    }

    @Test func `is saved under a name made of its title, which can do no harm`() throws {
        let reader = reader()
        reader.perform(.saveArticle)
        let name = try #require(reader.prompt?.text)
        #expect(name.hasPrefix("~/A story") && name.hasSuffix(".txt") && !name.dropFirst(2).contains("/"))
        reader.submitPrompt()
        let file = home.path + name.dropFirst()
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Paragraph 60\n"))
        #expect(reader.status == .done("Saved the article to \(name)"))
    }

    @Test func `gets a name that file systems take, in any script`() throws {
        let reader = reader(opening: 2)
        reader.perform(.saveArticle)
        let name = try #require(reader.prompt?.text.split(separator: "/").last)
        #expect(
            (100...204).contains(name.utf8.count)
                && letters.hasPrefix(name.dropLast(4).trimmingCharacters(in: .whitespaces)))
    }

    @Test func `tells why it can't be saved before it tells where`() {
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "/dev/null/note")
        reader.submitPrompt()
        reader.submitPrompt()
        #expect(reader.prompt?.problem == "Can't save: Not a directory (/dev/null/note)")
    }

    @Test func `a missing folder is created once the user has been told of it`() throws {
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "~/new/folder/note")
        reader.submitPrompt()
        #expect(reader.prompt?.problem == "No folder “\(home.path)/new/folder” (Enter to create it, Esc to cancel)")
        reader.submitPrompt()
        let saved = try String(contentsOfFile: home.path + "/new/folder/note", encoding: .utf8)
        #expect(reader.prompt == nil && saved.contains("Paragraph 1"))
    }

    @Test func `replaces a file only where the person has been told of it`() throws {
        try "mine".write(toFile: home.path + "/note", atomically: true, encoding: .utf8)
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "~/note")
        reader.submitPrompt()
        #expect(reader.prompt?.problem?.contains("already exists") == true)
        #expect(try String(contentsOfFile: home.path + "/note", encoding: .utf8) == "mine")
        reader.submitPrompt()
        #expect(try String(contentsOfFile: home.path + "/note", encoding: .utf8).contains("Paragraph 1"))
    }

    @Test func `is saved by a command, to the file that this names`() throws {
        let reader = reader()
        let (line, other) = (try ConfigLine(typed: "save ~/my note"), try ConfigLine(typed: "save /nowhere/at/all"))
        #expect(try reader.obey(#require(line)))
        #expect(try String(contentsOfFile: home.path + "/my note", encoding: .utf8).contains("Paragraph 1"))
        #expect(try reader.obey(#require(line)) && reader.prompt?.problem?.contains("already exists") == true)
        #expect(try reader.obey(#require(other)) && reader.prompt?.problem?.hasPrefix("No folder") == true)
    }

    @Test func `says why it can't be saved`() {
        let reader = reader()
        reader.perform(.saveArticle)
        reader.type(over: "/nowhere/at/all")
        reader.submitPrompt()
        #expect(reader.prompt?.problem?.isEmpty == false)
    }

    @Test func `has its link copied, and its title with it`() throws {
        let reader = reader()
        reader.perform(.copyLink)
        #expect(requests.value == [.copy("https://example.org/1")])
        reader.perform(.copyTitleAndLink)
        guard case .copy(let text)? = requests.value.last else { throw NeverHeld() }
        #expect(text.hasSuffix(" part 1 https://example.org/1") && !text.contains("\u{1B}"))
    }

    @Test func `and is deleted meanwhile keeps its link, and is not marked`() throws {
        let reader = reader()
        let item = try #require(reader.openArticle?.item.id)
        library.mark(.item(item), .deleted)
        library.drain()
        reader.items.refill()
        reader.perform(.copyLink)
        #expect(requests.value.last == .copy("https://example.org/1"))
        for operation in [ViewModels.Operation.toggleStar, .toggleRead, .tagItem, .deleteItem] {
            reader.perform(operation)
            #expect(reader.status == .refused("This item was deleted (:undo may bring it back)"))
        }
    }

    @Test func `is shown as its feed has it, and as it is read again`() {
        let reader = reader()
        reader.perform(.toggleSource)
        #expect(reader.article.page.lines.contains { $0.text.contains("<p>Paragraph 1</p>") })
        reader.perform(.toggleSource)
        #expect(reader.article.page.lines.contains { $0.text == "Paragraph 1" })
    }

    @Test func `is where it was after a look at its source, at its end too`() {
        let reader = reader()
        for move in [{ $0.move(by: 7) }, { $0.goToEnd() }] as [(PagerModel) -> Void] {
            move(reader.article)
            let top = reader.article.page.top
            #expect(top > 0)
            reader.perform(.toggleSource)
            reader.perform(.toggleSource)
            #expect(reader.article.page.top == top)
        }
    }

    @Test func `goes on where it was left, in the next run too`() throws {
        let first = reader()
        first.article.move(to: try #require(first.article.page.lines.firstIndex { $0.text == "Paragraph 18" }))
        let line = try #require(first.article.page.visible.first)
        first.perform(.next)
        #expect(first.article.page.top == 0)
        first.perform(.previous)
        #expect(first.article.page.visible.first == line)
        first.leave()
        let second = reader()
        second.article.fit(width: 80, height: 10)
        #expect(second.article.page.visible.first == line)
    }
}

@Suite struct `The places that articles were left at` {
    @Test func `are so many and no more, and the oldest go first`() {
        var places = ReadingPlaces()
        let place = TextPosition(block: 3, offset: 4)
        for number in 1...600 { places.note(place, of: ItemID(Int64(number))) }
        #expect(places.place(of: ItemID(100)) == .start && places.place(of: ItemID(101)) == place)
        #expect(ReadingPlaces(places.text) == places)
    }

    @Test(arguments: ["x", "1 2", "1 -2 3", "1 2 99999999999999999999", "\n\n", "1 2 3 4"])
    func `are taken from no line that makes no sense`(line: String) {
        #expect(ReadingPlaces(line) == ReadingPlaces())
    }
}
