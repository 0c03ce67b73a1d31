import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `The help of a command` {
    private let home: Home

    init() throws { home = try Home() }

    @Test func `the help of a command has no line breaks within paragraphs`() {
        for subcommand in Subcommand.all + Subcommand.unlisted {
            #expect(subcommand.details.allSatisfy { !$0.contains("\n") }, "\(subcommand.name)")
        }
    }

    @Test func `a command's summary has at most eight words`() {
        for subcommand in Subcommand.all {
            let summary = subcommand.summary
            #expect(
                summary.split(separator: " ").count <= 8 && summary.first?.isLowercase == true
                    && !summary.hasSuffix("."), "\(subcommand.name)")
        }
    }

    @Test func `the version is the newest in the changelog`() async throws {
        let changelog = try ProjectFile.text("CHANGELOG.md")
        let heading = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
        let version = try await home.run("--version").output.dropFirst(5).dropLast()
        #expect(heading.hasPrefix("## \(version)"))
    }

    @Test func `help names every command, and every command has its own help`() async throws {
        let overview = try await home.run("help").output
        for command in ["refresh", "feeds", "items", "unread", "add", "import opml", "parse", "render", "help"] {
            #expect(overview.contains("\n  \(command) "))
            let words = command.split(separator: " ").map(String.init) + ["--help"]
            #expect(try await home.run(words).output.hasPrefix("Usage: lede \(command)"))
        }
    }

    @Test func `an unknown command leads to the overview of commands`() async throws {
        #expect(
            try await home.run("help", "nosuch").errors == "lede: unknown command “nosuch”: see “lede help”\n")
    }

    @Test(arguments: ["mark", "import", "export", "config", "rules"])
    func `help for a word shows all commands that begin with it`(word: String) async throws {
        let run = try await home.run(word, "--help")
        #expect(run.status == 0)
        #expect(try await home.run("help", word).output == run.output)
        #expect(run.output.hasPrefix("Usage: lede \(word) "))
    }

    @Test(arguments: ["lede-urls", "lede-config"]) func `lede man prints the pages about files by their names`(
        name: String
    ) async throws {
        let run = try await home.run("man", name)
        #expect(run.output.hasPrefix(".TH \(name.uppercased().replacing("-", with: "\\-")) 5 "), "\(run)")
        #expect(try await home.run("man", "lede").output == home.run("man").output)
    }

    @Test func `lede man prints a page for man`() async throws {
        let run = try await home.run("man")
        #expect(
            run.output.hasPrefix(".TH LEDE 1 ") && run.output.contains("\n.SH \"EXIT STATUS\"\n")
                && run.output.utf8.allSatisfy { $0 < 0x80 })
    }
}

@Suite struct `The reference of the commands` {
    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'reference of the commands'` writes the page again.
    @Test func `the reference of the commands matches the table of commands`() throws {
        let text = CommandReference.markdown
        let page = ProjectFile.url("Documentation/reference/commands.md")
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}

/// The manual's page about all commands, Documentation/reference/commands.md, made from the table of commands.
private enum CommandReference {
    static var markdown: String {
        var parts = [
            "# Commands",
            "`lede` opens the reader. `lede COMMAND` runs one command and exits. `lede help COMMAND` prints a command's help.",
            "## Options",
            "`--starter-feeds` and `--version` work without a command. The others work with every command, before or after it.",
            table(of: ReaderOpening.options + Subcommand.commonOptions),
            "## Exit codes",
            "A command whose exit codes mean something else says so below.",
            table(of: Subcommand.commonExits)
        ]
        for group in Subcommand.groups {
            parts += ["## \(group.title)"] + group.subcommands.flatMap(section)
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func section(_ subcommand: Subcommand) -> [String] {
        var parts = [
            "### lede \(subcommand.name)", code(subcommand.synopsis),
            Markdown.escaped(subcommand.summary.capitalisedSentence)
        ]
        parts += subcommand.details.map(Markdown.escaped)
        if !subcommand.options.isEmpty { parts.append(table(of: subcommand.options)) }
        for example in subcommand.examples {
            parts += ["Example: \(Markdown.escaped(example.meaning))", code(example.line)]
        }
        if !subcommand.exits.isEmpty { parts.append(table(of: subcommand.exits)) }
        return parts
    }

    private static func table(of options: [Subcommand.Option]) -> String {
        Markdown.table(["option", "meaning"], options.map { ["`\($0.pattern)`", Markdown.escaped($0.meaning)] })
    }

    private static func table(of exits: [Subcommand.Exit]) -> String {
        Markdown.table(["exit code", "meaning"], exits.map { ["\($0.code)", Markdown.escaped($0.meaning)] })
    }

    private static func code(_ line: String) -> String { "    \(line)" }
}

@Suite struct `A page of the manual` {
    @Test func `the manual page names every command with its options`() {
        let page = ManualPage.commands.text
        for subcommand in Subcommand.all {
            #expect(page.contains("\\fBlede \(subcommand.name)\\fR"))
            for option in subcommand.options {
                #expect(page.contains(option.name.replacing("-", with: "\\-")), "\(subcommand.name) \(option.name)")
            }
        }
    }

    @Test func `a guide becomes a manual page`() throws {
        let guide = """
            # lede-urls: the feeds that are read

            One address a line, as in `a -b`; see
            [the guide](https://example.org/).

            ## Keys
            | key | value | meaning |
            |---|---|---|
            | `interval` | minutes | how often \\| when |

            - first
              goes on
            - second

                .code \\n
            """
        let page = try ManualPage(markdown: guide, section: 5).text
        #expect(page.hasPrefix(".TH LEDE\\-URLS 5 "))
        #expect(
            page.hasSuffix(
                """
                .SH NAME
                lede\\-urls \\- the feeds that are read
                .SH "DESCRIPTION"
                .PP
                One address a line, as in \\fBa \\-b\\fR; see the guide.
                .SH "KEYS"
                .TP
                \\fBinterval\\fR  minutes
                how often | when
                .IP \\(bu 2
                first goes on
                .IP \\(bu 2
                second
                .PP
                .RS 4
                .EX
                \\&.code \\en
                .EE
                .RE

                """))
    }

    @Test func `a manual page resolves a guide's backslashes`() throws {
        let text = #"\\" is a mark, press \<F5\> for \`x\`, set $LEDE\_URL or `a\b` and **bold**"#
        let page = try ManualPage(markdown: "# a: b\n\n\(text)\n", section: 5).text
        #expect(page.contains(#"\e" is a mark, press <F5> for `x`, set $LEDE_URL or \fBa\eb\fR and bold"#))
    }

    @Test func `a guide without a title is refused as a manual page`() {
        #expect(throws: CommandFailure.self) { try ManualPage(markdown: "text", section: 5) }
    }
}

@Suite struct `The guides` {
    private static let folder = ProjectFile.url("Documentation")

    private static var guides: [URL] {
        files(in: folder) + ["guide", "reference", "development"].flatMap { files(in: folder.appending(path: $0)) }
    }

    /// The guides, and the pages at the top such as ARCHITECTURE.md, whose examples have comments after commands.
    private static var pages: [URL] { guides + files(in: folder.deletingLastPathComponent()) }

    private static func files(in folder: URL) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    }

    @Test func `the tests find the guides`() { #expect(Self.guides.count >= 15) }

    /// Commands between backticks and in code, up to where another program begins.
    private static func commands(in text: String) -> [String] {
        let command = /(?:`|^ {4}(?:.*[|;(] ?)?)lede((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s`|;>)'"]+))*)/
        return text.matches(of: command.anchorsMatchLineEndings()).map { String($0.output.1) }
    }

    @Test(arguments: guides)
    func `the guides name only existing commands and options`(guide: URL) throws {
        for command in Self.commands(in: try String(contentsOf: guide, encoding: .utf8)) {
            let words = Self.words(command)
            // “COMMAND” stands for any command, and a single word for all commands that begin with it.
            if words.contains("COMMAND") { continue }
            if words.count == 1, Subcommand.all.contains(where: { $0.name.hasPrefix(words[0] + " ") }) { continue }
            #expect(throws: Never.self, "\(guide.lastPathComponent): lede \(command)") {
                guard let subcommand = try Invocation(words).subcommand else {
                    _ = try Arguments(
                        words, options: ReaderOpening.options + Subcommand.commonOptions, in: Surroundings())
                    return
                }
                _ = try Arguments(
                    Invocation(words).rest, options: subcommand.allOptions,
                    takesDashedWords: subcommand.takesDashedWords,
                    in: Surroundings())
            }
        }
    }

    @Test(arguments: pages)
    func `the guides link only to existing files`(page: URL) throws {
        let text = try String(contentsOf: page, encoding: .utf8)
        for link in text.matches(of: /\]\(([^):#]+)[)#]/) {
            let file = page.deletingLastPathComponent().appending(path: String(link.output.1))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page.lastPathComponent): \(link.output.1)")
        }
    }

    @Test func `the JSON guide describes every command that prints JSON`() throws {
        let guide = try String(contentsOf: Self.folder.appending(path: "reference/json.md"), encoding: .utf8)
        for subcommand in Subcommand.all where subcommand.options.contains(where: { $0.name == "--json" }) {
            #expect(guide.contains("lede \(subcommand.name) --json"), "\(subcommand.name)")
        }
    }

    /// The commands in lines of the manual's code that need neither the network nor the user's files.
    private static var commandsToRun: Set<String> {
        let line = /^ {4}lede((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s`|;>)'"&]+))+)/.anchorsMatchLineEndings()
        let commands = ["guide", "reference"].flatMap { files(in: folder.appending(path: $0)) }.flatMap { page in
            ((try? String(contentsOf: page, encoding: .utf8)) ?? "").matches(of: line).map { String($0.output.1) }
        }
        return Set(commands).filter { command in
            let words = words(command)
            // The first needs an editor, and the second reports that it skips the test's feed, which is a file.
            let isLeftOut = words == ["config", "edit"] || words == ["export", "opml"]
            let verbs = ["export", "feeds", "items", "mark", "search", "undo", "unread", "config"]
            return verbs.contains(words[0]) && !isLeftOut && !words.joined().contains("…")
        }
    }

    @Test func `the commands that the manual shows work`() async throws {
        let home = try Home()
        let items = (1...3).map { SampleFeed.Item(title: "The page cache \($0)", body: "<p>Text</p>", date: .now) }
        try Data(SampleFeed(title: "News", items: items).rss.utf8).write(to: URL(filePath: home.path + "/feed"))
        try home.write(urls: ["file://\(home.path)/feed news", "https://xkcd.com/atom.xml comics"])
        #expect(try await home.run("refresh", "file://\(home.path)/feed").status == 0)
        #expect(try await home.run("mark", "read", "1").status == 0)
        let commands = Self.commandsToRun
        #expect(commands.count >= 8)
        for command in commands {
            let run = try await home.run(Self.words(command))
            #expect(run.status == 0 && run.errors.isEmpty, "lede\(command): \(run.errors)")
        }
    }

    /// The words of a command line. Quoted words stay together.
    private static func words(_ command: String) -> [String] {
        command.matches(of: /'[^']*'|"[^"]*"|\S+/).map { $0.output.filter { $0 != "'" && $0 != "\"" } }
    }
}

@Suite struct `Completion of a command line` {
    private func words(_ typed: String...) -> [String] {
        Completion(typed).candidates.compactMap { if case .word(let word, _) = $0 { word } else { nil } }
    }

    @Test func `an empty command line is completed with commands, and a command with its second word`() {
        #expect(words("").contains("items") && words("").contains("import"))
        #expect(!words("").contains("complete"))
        #expect(words("import", "").contains("opml"))
        #expect(words("--data-dir", "/tmp", "").contains("items"))
    }

    @Test(arguments: [("sync", "login", "--kind"), ("cache", "clear", "--older"), ("tag", "rename", "--help")])
    func `a command that is also the beginning of another is completed with its second word`(
        first: String, second: String, option: String
    ) throws {
        #expect(words(first, "").contains(second))
        #expect(words(first, second, "--").contains(option))
        #expect(!words(first, "https://a.example/", "").contains(second))
        let summary = try #require(Subcommand.all.first { $0.name == first }).summary
        #expect(Completion([""]).candidates.contains(.word(first, summary)))
    }

    @Test func `dashes are completed with options of the command, or of the reader`() {
        #expect(words("items", "--").contains("--limit") && words("items", "--").contains("--data-dir"))
        #expect(words("--").contains("--version"))
        #expect(words("items", "--", "-").isEmpty)
    }

    @Test func `values and operands are completed with what they stand for`() {
        #expect(Completion(["import", "opml", ""]).candidates == [.files])
        #expect(Completion(["items", "--data-dir", ""]).candidates == [.folders])
        #expect(Completion(["items", "--feed", "ht"]).candidates == [.feeds])
        #expect(Completion(["items", "--query", ""]).candidates == [.queries])
        #expect(words("config", "show", "").contains("text-width"))
        #expect(words("help", "").contains("mark") && words("help", "mark", "").contains("unread"))
        #expect(!words("help", "mark", "").contains("items"))
        #expect(Completion(["refresh", "a", "b"]).candidates == [.feeds])
        #expect(Completion(["unread", ""]).candidates == [])
        #expect(words("render", "--color", "") == ["auto", "always", "never"])
        #expect(words("render", "--color=a") == ["--color=auto", "--color=always", "--color=never"])
    }
}
