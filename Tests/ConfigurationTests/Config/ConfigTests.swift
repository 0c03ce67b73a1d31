import Files
import Foundation
import TestSupport
import Testing

@testable import Configuration

@Suite struct `A config file` {
    private let folder: Folder
    private let paths: Paths

    init() throws {
        folder = try Folder()
        paths = Paths(environment: ["HOME": folder.path("")], configDirectory: folder.path("config"))
        try PrivateFiles.makeDirectory(paths.configDirectory)
    }

    private func config(_ text: String) throws -> Config {
        try folder.write(text, to: "config/config")
        return Config.read(paths)
    }

    /// The problems, without the path that every one of them begins with.
    private func problems(_ text: String) throws -> [String] {
        try config(text).problems.map { "\($0.place.line):\($0.place.column): \($0.message)" }
    }

    @Test func `that is not there leaves everything as it is`() {
        let config = Config.read(paths)
        #expect(config.problems.isEmpty && config.number(.textWidth) == 80 && !config.isOn(.autoReload))
    }

    @Test func `sets what it names, and the last line wins`() throws {
        let config = try config("text-width 60\nauto-reload yes\ntext-width 72\nbrowser lynx -vikeys %u")
        #expect(config.number(.textWidth) == 72 && config.isOn(.autoReload))
        #expect(config.command(.browser) == ["lynx", "-vikeys", "%u"])
        #expect(config.value(of: .textWidth).place?.line == 3)
    }

    @Test func `that is read anew leaves what was set by hand, but for what it says differently now`() throws {
        let before = try config("text-width 60\nscrolloff 1\nwrap-scroll yes\nbind x everywhere quit\n")
        var current = before
        for text in ["text-width 50", "scrolloff 2", "wrap-scroll&", "mouse!"] {
            let line = try ConfigLine(typed: text)
            try current.set(#require(line).words[...])
        }
        try folder.write("bind y everywhere help\n", to: "more")
        current = current.reading(folder.path("more"), paths)
        let after = try config("text-width 60\nscrolloff 3\nwrap-scroll yes\nbind z everywhere quit\n")
        let merged = after.keepingChanges(from: before, to: current)
        #expect(merged.number(.textWidth) == 50 && merged.number(.scrolloff) == 3)
        #expect(!merged.isOn(.wrapScroll) && !merged.isOn(.mouse))
        #expect(merged.lines(named: "bind").map { $0.words[1].text } == ["z", "y"])
    }

    @Test func `is known to be another one when any of its files has changed, also one that was not there`() throws {
        try folder.write("include more\ntheme own\n", to: "config/config")
        let files = ConfigFiles(paths)
        #expect(files.areUnchanged)
        try folder.write("text-width 60\n", to: "config/more")
        #expect(!files.areUnchanged && ConfigFiles(paths).areUnchanged)
        let again = ConfigFiles(paths)
        try PrivateFiles.makeDirectory(folder.path("config/themes"))
        try folder.write("color title red default\n", to: "config/themes/own")
        #expect(!again.areUnchanged)
    }

    @Test func `may write a command as newsboat does, in quotation marks`() throws {
        #expect(try config(#"browser "lynx 'a b' %u""#).command(.browser) == ["lynx", "a b", "%u"])
    }

    @Test func `may name programs in one's home`() throws {
        let home = try #require(ProcessInfo.processInfo.environment["HOME"])
        #expect(try config("browser ~/bin/open ~x %u").command(.browser) == ["\(home)/bin/open", "~x", "%u"])
    }

    @Test func `takes newsboat's words for the order of lists`() throws {
        #expect(try config("article-sort-order date-asc").text(.articleSortOrder) == "newest")
        #expect(try config("article-sort-order date").text(.articleSortOrder) == "oldest")
    }

    @Test(
        arguments: [
            ("txt-width 60", "1:1: there is no setting “txt-width”: did you mean “text-width”?"),
            ("text-width wide", "1:12: text-width wants a whole number from 0 to 1000, and “wide” is none"),
            ("text-width", "1:1: text-width wants a whole number from 0 to 1000"),
            (
                "text-width 99999999999999999999",
                "1:12: text-width wants a whole number from 0 to 1000, and “99999999999999999999” is none"
            ),
            ("auto-reload yse", "1:13: auto-reload wants yes or no, and “yse” is none: did you mean “yes”?"),
            ("auto-reload yes no", "1:17: auto-reload wants yes or no, and here is more"),
            ("user-agent a b", "1:14: user-agent wants a text, and here is more: put all of it in quotation marks"),
            ("keys vi", "1:6: keys wants lede or newsboat, and “vi” is none"),
            ("color title red", "1:1: color is written: color ELEMENT FOREGROUND BACKGROUND [ATTRIBUTE]…"),
            ("confirm-exit yes", "1:1: newsboat's confirm-exit: lede asks nothing when it is left, as nothing is lost"),
            ("miniflux-url https://x", "1:1: newsboat's miniflux-url: lede has no sync with servers yet")
        ])
    func `says what is wrong with a line, and where`(line: String, problem: String) throws {
        #expect(try problems(line + "\nreload-time 5").first == problem)
        #expect(try config(line + "\nreload-time 5").number(.reloadTime) == 5)
    }

    @Test func `includes others, from the folder of the one that names them`() throws {
        try PrivateFiles.makeDirectory(folder.path("config/more"))
        try folder.write("include other\ntext-width 50", to: "config/more/one")
        try folder.write("reload-time 7", to: "config/more/other")
        let config = try config("text-width 40\ninclude more/one\ninclude nowhere")
        #expect(config.number(.textWidth) == 50 && config.number(.reloadTime) == 7)
        #expect(config.problems.map(\.place.line) == [3])
        #expect(config.files.count == 4)
    }

    @Test func `may not include itself, nor without end`() throws {
        try folder.write("include config\ntext-width 50", to: "config/one")
        let config = try config("include one\n")
        #expect(config.number(.textWidth) == 50)
        #expect(config.problems.map(\.message) == ["this file is being read already: it would include itself"])
        for index in 0..<30 { try folder.write("include d\(index + 1)\n", to: "config/d\(index)") }
        #expect(try self.config("include d0").problems.map(\.message).first?.hasPrefix("too many files") == true)
        try folder.write(String(repeating: "include bomb2\n", count: 90), to: "config/bomb1")
        try folder.write(String(repeating: "include d29\n", count: 90), to: "config/bomb2")
        let bomb = try self.config("include bomb1")
        #expect(bomb.files.count <= 100 && bomb.problems.count <= 501)
    }

    @Test(arguments: ["dark", "light", "16", "mono", "contrast"])
    func `begins with the theme that it names, and changes it`(theme: String) throws {
        let config = try config("color title red default\ntheme \(theme)")
        #expect(config.problems.isEmpty)
        #expect(config.directives.last?.words.map(\.text) == ["color", "title", "red", "default"])
        #expect(config.directives.dropLast().contains { $0.words.prefix(2).map(\.text) == ["color", "title"] })
    }

    @Test func `may name a theme of the person's own`() throws {
        try PrivateFiles.makeDirectory(folder.path("config/themes"))
        try folder.write("color title red default", to: "config/themes/mine")
        #expect(try config("theme mine").directives.count == 1)
        #expect(try problems("theme yours").first?.hasPrefix("1:7: there is no “yours”") == true)
        #expect(try problems("theme ../config").first?.hasPrefix("1:7: “../config” is no name") == true)
    }

    @Test func `that is too long or no file is a problem and nothing more`() throws {
        try folder.write(String(repeating: "# a long comment of nothing\n", count: 100_000), to: "config/config")
        #expect(Config.read(paths).problems.map(\.message) == ["it can't be read: it is larger than 1 MB"])
        let other = Paths(environment: ["HOME": "/"], configDirectory: folder.path(""))
        #expect(Config.read(other).problems.map(\.message) == ["it can't be read: it is no plain file"])
    }
}

@Suite struct `Settings` {
    @Test func `are each declared once, and are what they are at first by their own rules`() throws {
        #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
        for setting in Setting.all where !setting.initial.isEmpty {
            let word = ConfigWord(setting.initial, at: ConfigPlace(path: "", line: 1, column: 1))
            #expect(try setting.value(of: [word]) == [setting.initial])
        }
    }

    @Test func `say in a sentence what they do`() {
        for help in Setting.all.map(\.help) + ConfigCommand.all.map(\.help) { #expect(help.hasSuffix(".")) }
    }

    @Test func `are none of those that newsboat has and lede has not`() {
        for setting in Setting.all { #expect(NewsboatOption.words(about: setting.name) == nil) }
    }

    @Test(arguments: NewsboatOption.names)
    func `of newsboat's are there, or it is said why not`(name: String) {
        #expect(NewsboatOption.fate(of: name) != nil)
    }

    @Test func `are set for a while, turned round, and taken back by name`() throws {
        var config = Config()
        func words(_ text: String) -> ArraySlice<ConfigWord> {
            ConfigText(Array(text.utf8), path: "").lines[0].words[...]
        }
        try config.set(words("text-width 50"))
        try config.set(words("auto-reload!"))
        #expect(config.number(.textWidth) == 50 && config.isOn(.autoReload))
        try config.set(words("text-width&"))
        #expect(config.number(.textWidth) == 80)
        #expect(throws: ConfigProblem.self) { try config.set(words("text-width!")) }
        #expect(throws: ConfigProblem.self) { try config.set(words("text-wdth 5")) }
    }
}

@Suite struct `A word of a config file` {
    @Test(arguments: ["plain", "", "a b", "#c", "a\"b\\c", "`id`", "line\nbreak", "tab\t", "a;b", "日本"])
    func `that is written comes back as it was`(text: String) throws {
        let line = "x " + ConfigWord.quoted(text)
        #expect(ConfigText(Array(line.utf8), path: "").lines.first?.words.last?.text == text)
    }
}
