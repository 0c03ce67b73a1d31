import Dispatch
import Foundation
import System
import TestSupport
import Testing

@testable import Configuration

@Suite struct `Reading the config file` {
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

    /// The problems, without the path that each begins with.
    private func problems(_ text: String) throws -> [String] {
        try config(text).problems.map { "\($0.place.line):\($0.place.column): \($0.message)" }
    }

    @Test func `a missing config file changes no setting`() {
        let config = Config.read(paths)
        #expect(config.problems.isEmpty && config.number(.textWidth) == 80 && config.isOn(.autoReload))
    }

    @Test func `a config file sets values, and the last line wins`() throws {
        let config = try config("text-width 60\nauto-reload no\ntext-width 72\nbrowser lynx -vikeys %u")
        #expect(config.number(.textWidth) == 72 && !config.isOn(.autoReload))
        #expect(config.command(.browser) == ["lynx", "-vikeys", "%u"])
        #expect(config.value(of: .textWidth).place?.line == 3)
    }

    @Test func `reading the config file again keeps changes by hand, except where the file has changed`() throws {
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

    @Test func `a change of any config file is noticed, even of one that was missing`() throws {
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

    @Test func `a command may be in quotation marks, as in newsboat`() throws {
        #expect(try config(#"browser "lynx 'a b' %u""#).command(.browser) == ["lynx", "a b", "%u"])
    }

    @Test func `a command may name a program in the user's home`() throws {
        let home = try #require(ProcessInfo.processInfo.environment["HOME"])
        #expect(try config("browser ~/bin/open ~x %u").command(.browser) == ["\(home)/bin/open", "~x", "%u"])
    }

    @Test func `newsboat's names for sort orders are accepted`() throws {
        #expect(try config("article-sort-order date-asc").text(.articleSortOrder) == "newest")
        #expect(try config("article-sort-order date").text(.articleSortOrder) == "oldest")
    }

    @Test(
        arguments: [
            ("txt-width 60", "1:1: unknown setting “txt-width”: did you mean “text-width”?"),
            ("text-width wide", "1:12: text-width must be a whole number from 0 to 1000, not “wide”"),
            ("text-width", "1:1: text-width needs a value: a whole number from 0 to 1000"),
            (
                "text-width 99999999999999999999",
                "1:12: text-width must be a whole number from 0 to 1000, not “99999999999999999999”"
            ),
            ("auto-reload yse", "1:13: auto-reload must be yes or no, not “yse”: did you mean “yes”?"),
            ("auto-reload yes no", "1:17: auto-reload takes only one value: yes or no"),
            ("user-agent a b", "1:14: user-agent takes only one value: put it in quotation marks"),
            ("keys vi", "1:6: keys must be lede or newsboat, not “vi”"),
            ("color title red", "1:1: invalid color: write color ELEMENT FOREGROUND BACKGROUND [ATTRIBUTE]…"),
            ("confirm-exit yes", "1:1: newsboat's confirm-exit: lede quits without asking, because nothing is lost"),
            (
                "miniflux-url https://x",
                "1:1: newsboat's miniflux-url: lede has feed servers in the urls file: add yours with “lede sync login”"
            ),
            (
                "newsblur-login me",
                "1:1: newsboat's newsblur-login: lede doesn't speak the protocol of this service"
            ),
            (
                "freshrss-flag-star s",
                "1:1: newsboat's freshrss-flag-star: starring an item in lede stars it on the server"
            )
        ])
    func `an invalid line is reported with its position and the reason`(line: String, problem: String) throws {
        #expect(try problems(line + "\nreload-time 5").first == problem)
        #expect(try config(line + "\nreload-time 5").number(.reloadTime) == 5)
    }

    @Test func `a config file includes others, relative to its own folder`() throws {
        try PrivateFiles.makeDirectory(folder.path("config/more"))
        try folder.write("include other\ntext-width 50", to: "config/more/one")
        try folder.write("reload-time 7", to: "config/more/other")
        let config = try config("text-width 40\ninclude more/one\ninclude nowhere")
        #expect(config.number(.textWidth) == 50 && config.number(.reloadTime) == 7)
        #expect(config.problems.map(\.place.line) == [3])
        #expect(config.files.count == 4)
    }

    @Test func `a config file can't include itself or others endlessly`() throws {
        try folder.write("include config\ntext-width 50", to: "config/one")
        let config = try config("include one\n")
        #expect(config.number(.textWidth) == 50)
        #expect(config.problems.map(\.message) == ["this file would include itself"])
        for index in 0..<30 { try folder.write("include d\(index + 1)\n", to: "config/d\(index)") }
        #expect(try self.config("include d0").problems.map(\.message).first?.hasPrefix("too many files") == true)
        try folder.write(String(repeating: "include bomb2\n", count: 90), to: "config/bomb1")
        try folder.write(String(repeating: "include d29\n", count: 90), to: "config/bomb2")
        let bomb = try self.config("include bomb1")
        #expect(bomb.files.count <= 100 && bomb.problems.count <= 501)
    }

    @Test(arguments: ["dark", "light", "16", "mono", "contrast"])
    func `a config file is based on its theme and changes it`(theme: String) throws {
        let config = try config("color title red default\ntheme \(theme)")
        #expect(config.problems.isEmpty)
        #expect(config.directives.last?.words.map(\.text) == ["color", "title", "red", "default"])
        #expect(config.directives.dropLast().contains { $0.words.prefix(2).map(\.text) == ["color", "title"] })
    }

    @Test func `a config file may name the user's own theme`() throws {
        try PrivateFiles.makeDirectory(folder.path("config/themes"))
        try folder.write("color title red default", to: "config/themes/mine")
        #expect(try config("theme mine").directives.count == 1)
        #expect(try problems("theme yours").first?.hasPrefix("1:7: unknown theme “yours”") == true)
        #expect(try problems("theme ../config").first?.hasPrefix("1:7: invalid name “../config”") == true)
    }

    @Test func `a config file that is too long or not a file is reported`() throws {
        try folder.write(String(repeating: "# a long comment of nothing\n", count: 100_000), to: "config/config")
        #expect(Config.read(paths).problems.map(\.message) == ["can't read this file: it's larger than 1 MB"])
        let other = Paths(environment: ["HOME": "/"], configDirectory: folder.path(""))
        #expect(Config.read(other).problems.map(\.message) == ["can't read this file: it isn't a regular file"])
    }
}

@Suite struct `The settings` {
    @Test func `every setting is declared once, with a valid default`() throws {
        #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
        for setting in Setting.all where !setting.initial.isEmpty {
            let word = ConfigWord(setting.initial, at: ConfigPlace(path: "", line: 1, column: 1))
            #expect(try setting.value(of: [word]) == [setting.initial])
        }
    }

    @Test func `every setting has a sentence that explains it`() {
        for setting in Setting.all { #expect(setting.help.hasSuffix("."), "\(setting.name)") }
    }

    @Test func `no setting is one of newsboat's that lede lacks`() {
        for setting in Setting.all { #expect(NewsboatOption.words(about: setting.name) == nil) }
    }

    @Test func `a setting can be changed, toggled and reset by name`() throws {
        var config = Config()
        func words(_ text: String) -> ArraySlice<ConfigWord> {
            ConfigText(Array(text.utf8), path: "").lines[0].words[...]
        }
        try config.set(words("text-width 50"))
        try config.set(words("auto-reload!"))
        #expect(config.number(.textWidth) == 50 && !config.isOn(.autoReload))
        try config.set(words("text-width&"))
        #expect(config.number(.textWidth) == 80)
        #expect(throws: ConfigProblem.self) { try config.set(words("text-width!")) }
        #expect(throws: ConfigProblem.self) { try config.set(words("text-wdth 5")) }
    }
}

@Suite struct `Words of a config file` {
    @Test(arguments: ["plain", "", "a b", "#c", "a\"b\\c", "`id`", "line\nbreak", "tab\t", "a;b", "日本"])
    func `a written word is read as it was`(text: String) throws {
        let line = "x " + ConfigWord.quoted(text)
        #expect(ConfigText(Array(line.utf8), path: "").lines.first?.words.last?.text == text)
    }
}

@Suite struct `The text of a config file` {
    private func lines(_ text: String) -> [[String]] {
        ConfigText(Array(text.utf8), path: "config").lines.map { $0.words.map(\.text) }
    }

    private func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

    private func problems(_ bytes: [UInt8]) -> [String] {
        ConfigText(bytes, path: "config").problems.map(\.description)
    }

    @Test func `a config file has lines of words, comments and blank lines`() {
        let text = "\u{FEFF}# a comment\n\n  browser\tlynx  %u # another\r\n\ttext-width 72"
        #expect(lines(text) == [["browser", "lynx", "%u"], ["text-width", "72"]])
    }

    @Test func `words in quotation marks may contain spaces and escapes`() {
        #expect(lines(#"a "b c" "d\"e\\f\tg\`" x#y "" "#) == [["a", "b c", "d\"e\\f\tg`", "x#y", ""]])
    }

    @Test func `a backslash at the end joins a line with the next`() {
        #expect(lines("a b \\\n  c\nd \\\\\ne") == [["a", "b", "c"], ["d", "\\\\"], ["e"]])
        #expect(lines("# no \\\nb") == [["b"]])
        #expect(lines("a \\") == [["a"]])
    }

    @Test func `every word has its position`() throws {
        let line = try #require(ConfigText(Array("\n  a \\\n \"b\"".utf8), path: "config").lines.first)
        #expect(line.words.map(\.place.description) == ["config:2:3", "config:3:2"])
    }

    @Test func `a command in backticks isn't run but reported`() {
        #expect(lines("a `touch /tmp/x`\nb \"`id`\"\nc \\`d").map { $0 } == [["c", "`d"]])
        #expect(problems("\na `id`").first?.hasPrefix("config:2:3: lede runs no command") == true)
        #expect(lines("# `id`\na # `id`") == [["a"]])
    }

    @Test func `invalid lines don't affect the others`() {
        #expect(problems("a \"b") == ["config:1:3: unmatched quotation mark"])
        #expect(lines("a \"b\nc") == [["c"]])
        #expect(problems(Array("a\n".utf8) + [0x61, 0xFF]) == ["config:2:1: the line isn't UTF-8"])
        #expect(problems("a\u{1B}[2J") == ["config:1:2: invisible character"])
        #expect(problems(String(repeating: "a", count: 70_000)).count == 1)
        #expect(problems(String(repeating: "a\\\n", count: 200_000)).count >= 1)
    }
}

@Suite struct `Formats of rows` {
    private func problems(_ line: String) -> [String] {
        Config(Array(line.utf8), path: "config").problems.map { "\($0.place.column): \($0.message)" }
    }

    @Test(arguments: [
        "%4i %f %D %6L  %?T?|%-17T|  &?%t", "%i%>-%=10a %e %F %n %d", "100%% %t", "%?T?by %T? %t", "%t%>%"
    ])
    func `newsboat's formats of rows are accepted`(format: String) {
        #expect(problems("articlelist-format \"\(format)\"") == [])
    }

    @Test func `an unknown letter in a format is reported with its position`() {
        #expect(
            problems("articlelist-format \"%4i %-20Z\"")
                == ["29: unknown “%Z” in articlelist-format: use %i %f %n %d %D %F %L %t %T %a %e %o"])
        #expect(problems("feedlist-format %?q?a&b?").map { $0.prefix(3) } == ["19:"])
        #expect(problems("notify-format \"%t new\"").count == 1)
    }

    @Test(arguments: ["%", "%4", "%?", "%>", "%?T", "%-", "%?T?by %T", "%?T?by %T&none"])
    func `an unfinished field or condition in a format is reported with its position`(end: String) {
        #expect(
            problems("articlelist-format \"%t \(end)\"") == [
                "24: incomplete “\(end)” in articlelist-format: write %% for a percent sign, and %?x?this&that? for a choice"
            ])
    }
}

@Suite struct ConfigWatchTests {
    @Test(arguments: ["plain", "jürgens Einstellungen", "設定"])
    func `a config file is watched in a folder of any name`(name: String) async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        let (changes, told) = AsyncStream.makeStream(of: Void.self)
        let watch = try ConfigWatch([folder.path("\(name)/config")]) {
            told.yield()
            told.finish()
        }
        DispatchQueue(label: "patience").asyncAfter(deadline: .now() + Deadline.patience) { told.finish() }
        try folder.write("theme dark", to: "\(name)/config")
        var count = 0
        for await _ in changes { count += 1 }
        #expect(count == 1)
        withExtendedLifetime(watch) {}
    }
}
