import Foundation
import Library
import SQLite
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

@Suite struct `Importing from newsraft` {
    @Test func `the items of newsraft's database are imported with their read and important marks`() async throws {
        let home = try Home()
        let folder = home.path + "/newsraft"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("https://a.example/feed\nhttps://b.example/feed\n".utf8).write(to: URL(filePath: folder + "/feeds"))
        let rows = (0..<300).map { number in
            "('https://\(number % 2 == 0 ? "a" : "b").example/feed', 'g\(number)', 'Title \(number)', 1700000000 + \(number), "
                + "\(number % 3 == 0 ? 0 : 1), \(number % 50 == 0 ? 1 : 0))"
        }
        try Database(path: folder + "/newsraft.sqlite3", access: .readWriteCreate).execute(
            """
            CREATE TABLE feeds (feed_url TEXT, title TEXT);
            CREATE TABLE items (
                feed_url TEXT, guid TEXT, title TEXT, publication_date INTEGER, unread INTEGER, important INTEGER);
            INSERT INTO items VALUES \(rows.joined(separator: ","));
            """)
        let run = try await home.run("import", "newsraft", folder)
        #expect(
            run.status == 0
                && run.output.contains("imported 300 items of 2 feeds\n  100 marked read\n  6 starred\n"),
            "\(run)")
        #expect(try await home.run("unread").output == "200\n")
        #expect(try await home.run("items", "--starred").output.split(separator: "\n").count == 6)
        #expect(try Library(path: home.data + "/library.db").check() == [])
    }

    @Test func `an import says which of its feeds have no items, and which items are of hidden feeds`() async throws {
        let home = try Home()
        let folder = home.path + "/newsraft"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let feeds = ["a", "b", "empty"].map { "https://\($0).example/feed\n" }
        try Data(feeds.joined().utf8).write(to: URL(filePath: folder + "/feeds"))
        let rows = ["a", "b", "former"].map { "('https://\($0).example/feed', 'g', 'Title', 1700000000, 1, 0)" }
        try Database(path: folder + "/newsraft.sqlite3", access: .readWriteCreate).execute(
            """
            CREATE TABLE feeds (feed_url TEXT, title TEXT);
            CREATE TABLE items (
                feed_url TEXT, guid TEXT, title TEXT, publication_date INTEGER, unread INTEGER, important INTEGER);
            INSERT INTO items VALUES \(rows.joined(separator: ","));
            """)
        let output = try await home.run("import", "newsraft", folder).output
        #expect(output.hasPrefix("imported 3 items of 3 feeds\n  1 of these feeds hidden: not in newsraft's list\n"))
        #expect(output.contains("added 3 feeds to \(home.config)/urls\n  1 of them without items so far\n"))
    }

    @Test func `newsraft's groups and settings are added to an existing urls file`() async throws {
        let home = try Home()
        let folder = home.path + "/newsraft"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let feeds =
            "@ News < reload-period 45\nhttp://one.example/feed \"One\" < reload-period 30\nhttp://two.example/\n"
        try Data(feeds.utf8).write(to: URL(filePath: folder + "/feeds"))
        try home.write(urls: ["# my feeds"])
        let run = try await home.run("import", "newsraft", folder)
        #expect(run.status == 0 && run.output.contains("added 2 feeds to "))
        #expect(
            try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
                == "# my feeds\n#: group News\nhttp://one.example/feed ~One\n#: interval 30m\nhttp://two.example/\n#: interval 45m\n"
        )
    }

    @Test func `newsraft's feeds are imported with their settings, its config is translated, and nothing runs`()
        async throws
    {
        let home = try Home()
        let folder = home.path + "/newsraft"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let feeds = "@ News < reload-period 90\nhttps://a.example/feed \"A Blog\" < item-limit 50; scrolloff 3\n"
        let config = """
            reload-period 30
            bind m exec mpv "%l"
            bind , quit-hard
            bind p next-important
            color-list-item-unread yellow default bold
            read-on-arrival true
            open-in-browser-command `touch \(home.path)/run`
            """
        try Data(feeds.utf8).write(to: URL(filePath: folder + "/feeds"))
        try Data(config.utf8).write(to: URL(filePath: folder + "/config"))
        let run = try await home.run("import", "newsraft", folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(
            run.output.contains(
                "left out a setting of https://a.example/feed: lede has no setting like “scrolloff”"))
        #expect(run.output.contains("left out: line 4: newsraft's next-important: lede has no such operation"))
        #expect(
            try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
                == "#: group News\nhttps://a.example/feed \"~A Blog\"\n#: interval 90m\n#: max-items 50\n")
        let ours = try String(contentsOfFile: home.config + "/config", encoding: .utf8)
        #expect(
            ours.contains(
                "\nauto-reload yes\nreload-time 30\nbind m everywhere run mpv %u\nbind , everywhere hard-quit\n"))
        #expect(ours.contains("\non new title =~ \"^\" do mark-read\n") && ours.contains("\n# open-in-browser-command"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/run"))
        #expect(try await home.run("config", "check").output == "")
    }
}

@Suite struct `Importing from sfeed` {
    @Test func `sfeed's feeds are imported with the items in their files and their read marks`() async throws {
        let home = try Home()
        let folder = home.path + "/sfeed"
        try FileManager.default.createDirectory(atPath: folder + "/feeds", withIntermediateDirectories: true)
        let script =
            "feeds() {\n\tfeed \"One\" \"https://a.example/feed\"\n\tfeed \"Two\" \"$(touch \(home.path)/run)\"\n}\n"
        try Data(script.utf8).write(to: URL(filePath: folder + "/sfeedrc"))
        let lines = (0..<40).map { number in
            "\(1_700_000_000 - number)\tTitle \(number)\thttps://a.example/\(number)\ttext\thtml\tg\(number)\t\t\t\n"
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: folder + "/feeds/One"))
        let read = (0..<15).map { "https://a.example/\($0)\n" }
        try Data(read.joined().utf8).write(to: URL(filePath: folder + "/urls"))
        let run = try await home.run("import", "sfeed", folder)
        #expect(
            run.status == 0 && run.output.contains("imported 40 items of 1 feed\n  15 marked read\n"), "\(run)")
        #expect(run.output.contains("sfeedrc, line 3: it has more than a name and a URL"))
        #expect(try await home.run("unread").output == "25\n")
        #expect(try await home.run("items", "--limit", "1").output.contains("Title 0\t"))
        #expect(try await home.run("feeds").output.contains("One"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/run"))
    }
}
