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
