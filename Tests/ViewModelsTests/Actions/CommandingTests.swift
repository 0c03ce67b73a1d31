import Configuration
import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing
import Typesetting

@testable import ViewModels

@MainActor @Suite struct `A command` {
    private let home: Home
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        home = try Home()
        try home.write(urls: ["https://a.example/ news", "https://b.example/ \"two words\"", "https://c.example/ news"])
        let library = try Library(path: home.path + "/library.db")
        reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
    }

    private func execute(_ text: String) throws -> Bool {
        let line = try ConfigLine(typed: text)
        return try reader.actions.commanding.execute(#require(line))
    }

    @Test(arguments: ["set text-width 60", "set text-width=60", "set text-width \"60\""])
    func `“set” changes a setting`(text: String) throws {
        #expect(try execute(text))
        #expect(reader.session.config.number(.textWidth) == 60 && reader.session.status == .done("text-width 60"))
    }

    @Test(arguments: [
        ("set wrap-scroll?", "wrap-scroll no"), ("set wrap-scroll!", "wrap-scroll yes"), ("set theme", "theme auto")
    ])
    func `“set” shows a setting`(text: String, told: String) throws {
        #expect(try execute(text))
        #expect(reader.session.status == .done(told))
    }

    @Test func `“set” refuses an invalid value or setting`() throws {
        #expect(throws: ConfigProblem.self) { try execute("set text-width wide") }
        #expect(throws: ConfigProblem.self) { try execute("set nothing-such 1") }
        #expect(reader.session.config.number(.textWidth) == 80)
    }

    @Test func `a number goes to a row, or to a line of a text`() throws {
        #expect(try execute("6"))
        #expect(reader.feeds.cursor.row == 5)
        #expect(try execute("goto 2"))
        #expect(reader.feeds.cursor.row == 1)
        #expect(try execute("99999999999999999999") == false)
        reader.screens.help.pager.show(Document(blocks: (1...50).map { .paragraph([.text("Paragraph \($0)")]) }))
        reader.screens.help.pager.fit(width: 40, height: 10)
        reader.perform(.help)
        #expect(try execute("goto 21"))
        #expect(reader.screens.help.pager.page.top == 20)
        #expect(try execute("1"))
        #expect(reader.screens.help.pager.page.top == 0)
    }

    @Test(arguments: ["goto", "goto 0", "goto 99999999999999999999"])
    func `“goto” without a valid row says what it needs`(text: String) {
        let row = reader.feeds.cursor.row
        #expect(throws: ConfigProblem.self) { try execute(text) }
        #expect(reader.feeds.cursor.row == row)
    }

    @Test func `“tag” lists the feeds with a tag until the user goes back`() throws {
        #expect(try execute("tag two words"))
        #expect(reader.feeds.entries.compactMap { $0.feed?.url } == ["https://b.example/"])
        reader.perform(.back)
        #expect(reader.feeds.entries.compactMap { $0.feed?.url }.count == 3)
        #expect(try execute("tag nothing"))
        #expect(reader.session.status == .refused("No feeds or items have the tag “nothing”"))
    }

    @Test func `a theme and keys can be set at once, unless they don't exist`() throws {
        #expect(try execute("set theme dark") && execute("set keys newsboat"))
        #expect(reader.session.config.lines(named: "color").contains { $0.words[1].text == "heading" })
        #expect(!reader.session.config.lines(named: "bind-key", "bind").isEmpty)
        #expect(try execute("set theme&") && execute("set keys lede"))
        #expect(reader.session.config.lines(named: "color", "bind", "bind-key").isEmpty)
        #expect(throws: ConfigProblem.self) { try execute("set theme nothing-such") }
        #expect(reader.session.config.text(.theme) == "auto")
    }

    @Test func `“source” reads a file like the config file`() throws {
        try "text-width 50\nnonsense 1\n".write(toFile: home.path + "/more", atomically: true, encoding: .utf8)
        #expect(try execute("source ~/more"))
        #expect(reader.session.config.number(.textWidth) == 50)
        #expect(reader.session.status?.text.hasPrefix("more:2: unknown setting “nonsense”") == true)
    }

    @Test func `“dumpconfig” saves the settings, but never replaces a file`() throws {
        #expect(try execute("dumpconfig ~/settings"))
        let text = try String(contentsOfFile: home.path + "/settings", encoding: .utf8)
        #expect(text.contains("text-width 80\n") && text.contains("browser \"\"\n"))
        #expect(try execute("dumpconfig ~/settings"))
        #expect(reader.session.status?.isProblem == true)
    }

    @Test(arguments: [
        ("se", ["select", "select-filter", "set", "set-filter", "set-tag"]), ("set text", ["text-width"]),
        ("set wrap-scroll ", ["no", "yes"]), ("set theme ", ["16", "auto", "contrast", "dark", "light", "mono"]),
        ("go", ["goto", "goto-title", "goto-url"]),
        ("exec toggle-s", ["toggle-show-read-feeds", "toggle-source-view", "toggle-star"]),
        ("tag ", ["news", "two words"])
    ])
    func `a command is completed with what may follow`(text: String, choices: [String]) {
        #expect(reader.actions.commanding.completion(ofCommand: text).choices == choices)
    }
}

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
