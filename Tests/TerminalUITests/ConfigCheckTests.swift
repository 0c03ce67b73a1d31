import Foundation
import TestSupport
import Testing
import ViewModels

@testable import Configuration
@testable import TerminalUI

@Suite struct `The check of a config file` {
    @Test(arguments: [
        ("browser \"xdg-open %u > /dev/null 2>&1 &\"", "browser: “>” needs a shell: write"),
        ("notify-program \"sh -c 'notify-send %t'\"", "notify-program: lede never puts text into a script"),
        ("browser \"open --url=%u\"", "browser: “--url=%u”: %u must be a separate word: write"),
        ("browser \"flock /tmp/l -c 'firefox %u'\"", "browser: lede never puts text into a script"),
        ("browser \"ssh desk open\"", "browser: lede never puts text into a script"),
        ("notify-program \"tmux display-message\"", "notify-program: lede never puts text into a script"),
        ("highlight-feed \"unread_count > 3\" rde", "“rde” isn't a colour")
    ])
    func `the check of a config file finds commands and colours that won't work`(line: String, problem: String) throws {
        #expect(try ConfigCheck.problems(of: config(line)).map(\.message).first?.hasPrefix(problem) == true)
    }

    @Test(arguments: ["browser firefox", "browser \"sh -c 'open $LEDE_URL >/dev/null &'\"", "browser \"\""])
    func `the check of a config file accepts valid commands`(line: String) throws {
        #expect(try ConfigCheck.problems(of: config(line)).isEmpty)
    }
}

@Suite struct `The reference of the config file` {
    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'reference of the config file'` writes what begins at its settings again.
    @Test func `the reference of the config file matches the tables in the code`() throws {
        let page = ConfigReference.folder.appending(path: "config.md")
        let known = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(known.firstRange(of: "## Settings\n")?.lowerBound)
        for command in ConfigCommand.all { #expect(!ConfigReference.help(of: command).isEmpty, "\(command.name)") }
        try Self.compare(known[..<start] + ConfigReference.tables, with: page)
    }

    /// The same filter writes this page, too.
    @Test func `the reference of the config file that newsboat reads matches the tables in the code`() throws {
        try Self.compare(ConfigReference.newsboat, with: ConfigReference.folder.appending(path: "newsboat-settings.md"))
    }

    @Test(arguments: NewsboatOption.names)
    func `every setting of newsboat exists or has a reason why not`(name: String) {
        #expect(NewsboatOption.fate(of: name) != nil)
    }

    private static func compare(_ text: String, with page: URL) throws {
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}

private enum ConfigReference {
    fileprivate static let folder = ProjectFile.url("Documentation/reference")

    /// What a command does, as its row in config.md says; empty if that is no sentence.
    static func help(of command: ConfigCommand) -> String {
        let page = (try? String(contentsOf: folder.appending(path: "config.md"), encoding: .utf8)) ?? ""
        let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(command.name) ") } ?? ""
        let help = row.firstRange(of: "` | ").map { row[$0.upperBound...].dropLast(2) } ?? ""
        return help.hasSuffix(".") ? String(help) : ""
    }

    /// The end of Documentation/reference/config.md, from its settings on. What stands above is written by hand, and so
    /// is what commands do.
    static var tables: String {
        var parts = ["## Settings"]
        for section in Setting.Section.allCases {
            let settings = Setting.all.filter { $0.section == section }
            let rows = settings.map { setting in
                [
                    "`\(setting.name)`", setting.kind.words, setting.initial.isEmpty ? "" : "`\(setting.initial)`",
                    setting.newsboatValues.map { "\(setting.help) Of newsboat's values, \($0)." } ?? setting.help
                ]
            }
            parts += ["### \(section.rawValue)", Markdown.table(["setting", "value", "default", "effect"], rows)]
        }
        let commands = ConfigCommand.all.map { ["`\($0.name) \($0.operands)`", ConfigReference.help(of: $0)] }
        let operations = ViewModels.Operation.allCases.map { ["`\($0.rawValue)`", $0.explanation] }
        let elements = Theme.elements.map { ["`\($0.name)`", $0.meaning] }
        parts += [
            "## Commands", Markdown.table(["line", "effect"], commands),
            "## Operations", Markdown.table(["name", "meaning"], operations),
            "## Parts of the screen", Markdown.table(["name", "meaning"], elements)
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Documentation/reference/newsboat-settings.md, which says for each line of newsboat's config file what lede does
    /// with it.
    static var newsboat: String {
        let rows = NewsboatOption.names.map { ["`\($0)`", NewsboatOption.fate(of: $0) ?? ""] }
        func row(_ services: [String], _ words: String) -> [String] {
            [services.map { "`\($0)-…`" }.joined(separator: " "), words]
        }
        let unknown = NewsboatOption.unknownServices
        let services = [
            row(NewsboatOption.services.filter { !unknown.contains($0) }, NewsboatOption.wordsOnServices),
            row(unknown, NewsboatOption.wordsOnUnknownServices)
        ]
        let parts = [
            "# newsboat's settings in lede",
            "“lede import newsboat” imports the settings that lede has too. It keeps the other lines as comments with these reasons. lede also reports the reasons if your own config file has such a line.",
            Markdown.table(["newsboat", "lede"], rows + services)
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }
}

extension NewsboatOption {
    /// All names that begin a line of newsboat's config file, except those of services.
    nonisolated fileprivate static let names = """
        always-display-description always-download article-sort-order articlelist-format articlelist-title-format auto-reload
        bind bind-key bookmark-autopilot bookmark-cmd bookmark-interactive browser cache-file cleanup-on-quit color
        confirm-delete-all-articles confirm-exit confirm-mark-all-feeds-read confirm-mark-feed-read cookie-cache
        datetime-format define-filter delete-played-files delete-read-articles-on-quit dialogs-title-format
        dirbrowser-title-format display-article-progress download-filename-format download-full-page download-path
        download-retries download-timeout error-log external-url-viewer feed-sort-order feedlist-format
        feedlist-title-format filebrowser-title-format goto-first-unread goto-next-feed help-title-format highlight
        highlight-article highlight-feed history-limit html-renderer http-auth-method ignore-article ignore-mode include
        itemview-title-format keep-articles-days keep-forever-if-flagged-with macro mark-as-read-on-hover
        markfeedread-jumps-to-next-unread max-browser-tabs max-download-speed max-downloads max-items notify-always
        notify-beep notify-format notify-program notify-screen notify-xterm openbrowser-and-mark-jumps-to-next-unread
        opml-url pager player podcast-auto-enqueue podlist-format prepopulate-query-feeds proxy proxy-auth
        proxy-auth-method proxy-type refresh-on-startup reload-only-visible-feeds reload-threads reload-time
        reset-unread-on-update restrict-filename run-on-startup save-path scrolloff search-highlight-colors
        searchresult-title-format selectfilter-title-format selecttag-format selecttag-title-format show-keymap-hint
        show-read-articles show-read-feeds show-title-bar ssl-verifyhost ssl-verifypeer suppress-first-reload
        swap-title-and-hints text-width toggleitemread-jumps-to-next toggleitemread-jumps-to-next-unread unbind-key
        urls-source urlview-title-format use-proxy user-agent wrap-scroll
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    /// What lede does with a line of this name, for the page about newsboat's settings.
    fileprivate static func fate(of name: String) -> String? {
        if let words = reason(for: name) { return words }
        if let setting = Setting.named(name) { return setting.fate }
        return ConfigCommand.named(name).map { "supported: \(ConfigReference.help(of: $0).beginningSmall)" }
    }
}

extension Setting {
    /// What lede does with newsboat's setting of the same name.
    fileprivate var fate: String {
        let words = "supported: \(help.beginningSmall)"
        return newsboatValues.map { "\(words); \($0)" } ?? words
    }

    /// newsboat's values that have other names here, for its users: “`date-asc` is newest”.
    fileprivate var newsboatValues: String? {
        guard case .choice(let choices) = kind else { return nil }
        let words = choices.compactMap { choice in
            let names = synonyms.filter { $0.value == choice }.keys.sorted().map { "`\($0)`" }
            guard let last = names.last else { return String?.none }
            let all = names.dropLast().joined(separator: ", ")
            return all.isEmpty ? "\(last) is \(choice)" : "\(all) and \(last) are \(choice)"
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension String {
    /// The text as it continues after a colon, without its full stop.
    fileprivate var beginningSmall: String {
        prefix(1).lowercased() + dropFirst().dropLast(hasSuffix(".") ? 1 : 0)
    }
}
