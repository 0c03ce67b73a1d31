import Foundation
import TestSupport
import Testing

@testable import Commands

/// Imports a newsboat that reads its feeds from a server.
@Suite struct `Importing newsboat's server` {
    private let home: Home
    private let folder: String

    init() throws {
        home = try Home()
        folder = home.path + "/newsboat"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func run(urls: String = "", config: String) async throws -> CommandRun {
        try urls.write(toFile: folder + "/urls", atomically: true, encoding: .utf8)
        try config.write(toFile: folder + "/config", atomically: true, encoding: .utf8)
        return try await home.run("import", "newsboat", folder)
    }

    private var urls: String { (try? String(contentsOfFile: home.config + "/urls", encoding: .utf8)) ?? "" }

    private static let config = """
        urls-source "freshrss"
        freshrss-url "https://rss.example.org/api/greader.php"
        freshrss-login "me"

        """
    private static let line = "server:greader:https://rss.example.org/api/greader.php\n#: user me\n"

    @Test func `the server comes into the urls file, and its command is named but doesn't run`() async throws {
        let witness = home.path + "/ran"
        let run = try await run(config: Self.config + "freshrss-passwordeval \"touch \(witness)\"\n")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(
            run.output.contains(
                "added the feed server https://rss.example.org/api/greader.php, which lede syncs with\n"))
        #expect(run.output.contains("  runs a command at each sync: touch \(witness)\n"))
        #expect(urls == Self.line + "#: password-command touch \(witness)\n")
        #expect(!FileManager.default.fileExists(atPath: witness))
        #expect(try await home.run("config", "check").status == 0)
    }

    @Test func `a password is copied, told and shown nowhere, and undo takes it back`() async throws {
        try home.write(urls: ["https://a.example/"])
        let run = try await run(
            urls: "https://b.example/\n", config: Self.config + "freshrss-password secret\n")
        #expect(
            run.output.contains("  copied its password to \(home.config)/urls, which only you should be able to read\n")
        )
        #expect(
            run.output.contains("added 1 feed of newsboat's urls file, too") && !run.output.contains("secret")
                && run.errors.isEmpty)
        #expect(urls.contains(Self.line + "#: password secret\n"))
        let config = try String(contentsOfFile: home.config + "/config", encoding: .utf8)
        #expect(!config.contains("secret"))
        #expect(try await home.run("undo").status == 0)
        #expect(urls == "https://a.example/\n")
        #expect(try await home.run("redo").status == 0)
        #expect(urls.contains(Self.line + "#: password secret\n"))
    }

    @Test func `a second import adds nothing`() async throws {
        let config = Self.config + "freshrss-password secret\n"
        _ = try await run(config: config)
        let before = urls
        let again = try await run(config: config)
        #expect(urls == before && !again.output.contains("added the feed server"))
    }

    @Test func `a service that lede can't use is told`() async throws {
        let run = try await run(config: "urls-source newsblur\nnewsblur-login me\n")
        #expect(run.status == 0 && run.output.contains("can't sync with newsblur: lede doesn't speak its protocol"))
    }
}
