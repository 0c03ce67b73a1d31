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

    @Test func `lede man prints a page for man`() async throws {
        let run = try await home.run("man")
        #expect(
            run.output.hasPrefix(".TH LEDE 1 ") && run.output.contains("\n.SH \"EXIT STATUS\"\n")
                && run.output.utf8.allSatisfy { $0 < 0x80 })
    }
}
