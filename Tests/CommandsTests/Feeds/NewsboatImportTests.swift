import Foundation
import Library
import SQLite
import TestSupport
import Testing

@testable import Commands

/// Imports from the real newsboat, which has fetched the feeds.
@Suite struct `Importing from newsboat` {
    private let home: Home
    private let server: LoopbackServer
    private let folder: String

    init() throws {
        home = try Home()
        folder = home.path + "/newsboat"
        server = try LoopbackServer { request in
            let name = String(request.path.dropFirst())
            let items = (0..<12).map { number in
                SampleFeed.Item(title: "\(name) \(number)", link: "https://example.org/\(name)/\(number)")
            }
            // One server recognises its document.
            let headers = name == "one" ? ["ETag": "\"first\""] : [:]
            if let known = request.headers["if-none-match"], known == headers["ETag"] { return Answer(304) }
            return Answer(200, headers: headers, body: SampleFeed(title: "Feed \(name)", items: items).rss)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let urls = """
            # my feeds
            \(server.url("/one")) news "~My One"
            \(server.url("/two"))
            "query:Unread:unread = \\"yes\\""
            """
        try Data(urls.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
        _ = try newsboat("-x", "reload")
        // newsboat has marked a third of the items read.
        let guids = try cache("SELECT guid FROM rss_item ORDER BY title LIMIT 8") { $0.text(0) }
        let list = home.path + "/read"
        try Data(guids.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: list))
        _ = try newsboat("-I", list)
    }

    @Test func `the import has every item, read if it was read in newsboat`() async throws {
        let expected = try cache("SELECT title, unread FROM rss_item") { ($0.text(0), $0.bool(1)) }
        #expect(expected.count == 24 && expected.filter(\.1).count == 16)
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.contains("imported 24 items of 2 feeds\n") && run.output.contains("8 marked read"))
        #expect(try await unreadByTitle() == Dictionary(uniqueKeysWithValues: expected))
    }

    @Test func `flags become tags, and deleted items stay deleted even if the feed has them again`() async throws {
        try Database(path: folder + "/cache.db", access: .readWrite).execute(
            """
            UPDATE rss_item SET flags = 'ab' WHERE title = 'one 3';
            UPDATE rss_item SET deleted = 1 WHERE title = 'two 5';
            """)
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.output.contains("\n  2 flags became tags\n"))
        for _ in 1...2 {
            let items = try await items()
            #expect(items.count == 23 && !items.contains { $0["title"] as? String == "two 5" })
            let tagged = items.filter { $0["tags"] as? [String] == ["a", "b"] }
            #expect(tagged.map { $0["title"] as? String } == ["one 3"])
            #expect(try await home.run("refresh").status == 0)
        }
    }

    @Test func `the first refresh after an import fetches everything, and adds nothing twice`() async throws {
        // newsboat stores a new feed's validators only from the second fetch on.
        _ = try newsboat("-x", "reload")
        #expect(try cache("SELECT etag FROM rss_feed WHERE etag <> ''") { $0.text(0) } == ["\"first\""])
        _ = try await home.run("import", "newsboat", folder)
        let before = try await unreadByTitle()
        let refresh = try await home.run("refresh", "--json")
        #expect(refresh.status == 0)
        let lines = refresh.output.split(separator: "\n")
        #expect(
            lines.count == 2
                && lines.allSatisfy { $0.contains("\"new\":0") && !$0.contains("\"result\":\"unchanged\"") })
        #expect(server.requests.last { $0.path == "/one" }?.headers["if-none-match"] == nil)
        #expect(try await unreadByTitle() == before)
        _ = try await home.run("refresh")
        #expect(server.requests.last { $0.path == "/one" }?.headers["if-none-match"] == "\"first\"")
    }

    @Test func `ignore-article hides the same items as in newsboat`() async throws {
        for (mode, unread) in [("display", "9\n"), ("download", "16\n")] {
            let home = try Home()
            let config =
                "ignore-article \"*\" \"title =~ \\\"one\\\" or title =~ \\\"two 1\\\"\"\nignore-mode \(mode)\n"
            try Data(config.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
            let theirs = try Newsboat.run("-x", "print-unread", in: folder, config: folder + "/config", home: home)
            #expect(theirs.output.hasPrefix(unread.dropLast() + " "), "\(theirs)")
            let run = try await home.run("import", "newsboat", folder)
            #expect(run.output.contains("hidden by ignore-article") == (mode == "display"), "\(run)")
            #expect(try await home.run("unread").output == unread)
            #expect(try await home.run("undo").output == "undid: import 2 feeds\n")
            #expect(try await home.run("redo").status == 0)
            #expect(try await home.run("unread").output == unread)
            #expect(try Library(path: home.data + "/library.db").check() == [])
        }
    }

    @Test func `a saved search means the same as in newsboat, and the check notes one that doesn't`() async throws {
        let query = "query:Some:title =~ \\\"two 1\\\" or title =~ \\\"one\\\" and unread = \\\"no\\\""
        let urls = try String(contentsOfFile: folder + "/urls", encoding: .utf8) + "\n\"\(query)\"\n"
        try Data(urls.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
        try home.write(urls: ["\"\(query)\""])
        let check = try await home.run("config", "check")
        #expect(
            check.status == 0
                && check.output.contains(
                    "note: lede reads “and” before “or”, but newsboat reads this filter as (title =~ \"two 1\" or title =~ "
                ),
            "\(check)")
        let other = try Home()
        let run = try await other.run("import", "newsboat", folder)
        #expect(run.output.contains("“Some”: added the parentheses that keep newsboat's meaning"), "\(run)")
        #expect(try await other.run("config", "check").output == "")
        let filter = "(title =~ \"two 1\" or title =~ \"one\") and unread = \"no\""
        let found = try await other.run("items", "--filter", filter, "--json").output
        let config = "prepopulate-query-feeds yes\nfeedlist-format \"%t: %c\"\n"
        let newsboat = try Newsboat.launch(in: folder, config: config, home: other)
        try newsboat.waitForScreen(showing: "Some: \(found.split(separator: "\n").count)")
    }

    @Test func `what newsboat takes for a comment in its urls file stays one`() async throws {
        let line =
            "\(server.url("/one")) news\n#: password-command touch \(home.path)/ran\n  #: group Mine\n#:\u{B}user me\n"
        try Data(line.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.output.contains("3 lines beginning “#:” stayed comments, as in newsboat"))
        #expect(try await home.run("refresh").status == 0)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/ran"))
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(urls.contains("\n# : password-command touch") && urls.contains("\n  # : group Mine\n# : user me\n"))
    }

    @Test func `a saved search keeps the title that newsboat shows`() async throws {
        let urls = server.url("/one") + "\n\"query:Unread:unread = \\\"yes\\\"\" \"~To read\" late\n"
        try Data(urls.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.status == 0 && !run.output.contains("invalid"))
        let file = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(file.hasSuffix("\n\"query:To read:unread = \\\"yes\\\"\" late\n"))
        #expect(try await home.run("items", "--query", "To read").status == 0)
    }

    @Test func `the import says which filters and settings mean something else`() async throws {
        let config = """
            refresh-on-startup yes
            ignore-article "*" "author =~ \\"joe@example.org\\""
            define-filter "November" "date =~ \\"Nov\\""
            define-filter "Both" "flags # \\"ab\\""
            define-filter "Ada" "author =~ \\"ada\\" and title =~ \\"@\\""
            """
        try Data(config.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        let output = try await home.run("import", "newsboat", folder).output
        #expect(
            output.contains("works differently: line 2: lede keeps authors' names without their emails")
                && output.contains("works differently: line 3: lede compares dates in the form"))
        #expect(
            output.contains("works differently: line 4: each flag became a tag of its own")
                && !output.contains("works differently: line 5")
                && output.contains("refresh-on-startup fetches only the feeds that are due"))
    }

    @Test func `max-items of newsboat's config holds for the first refresh, too`() async throws {
        try Data("max-items 3\n".utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        try Database(path: folder + "/cache.db", access: .readWrite).execute(
            "DELETE FROM rss_item WHERE title NOT LIKE '%one 0' AND title NOT LIKE '%two 1'")
        _ = try await home.run("import", "newsboat", folder)
        #expect(try await items().count == 2)
        #expect(try await home.run("refresh").status == 0)
        #expect(try await items().count == 6)
    }

    @Test func `the import shows lines of the config that run programs`() async throws {
        try Data("browser \"mpv %u\"\nnotify-program \"touch \(home.path)/ran\"\nmouse no\n".utf8)
            .write(to: URL(fileURLWithPath: folder + "/config"))
        let run = try await home.run("import", "newsboat", folder)
        #expect(
            run.output.contains("\n  runs a program: line 1: browser mpv %u\n")
                && run.output.contains("\n  runs a program: line 2: notify-program touch \(home.path)/ran\n")
                && run.output.components(separatedBy: "runs a program").count == 3)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/ran"))
    }

    @Test func `the imported urls file has no characters that a terminal would obey`() async throws {
        let line = "https://example.org/feed news \"~A\u{1B}]0;x\u{7}\u{202E}b\"\t!\n# \u{1B}[2J\n"
        try Data(line.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
        #expect(try await home.run("import", "newsboat", folder).status == 0)
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(urls == "https://example.org/feed news \"~A ]0;x  b\"\t!\n#  [2J\n")
    }

    @Test func `the urls file is imported unchanged, and newsboat's own files stay as they are`() async throws {
        let theirs = try contents()
        _ = try await home.run("import", "newsboat", folder)
        #expect(FileManager.default.contents(atPath: home.config + "/urls") == theirs["urls"])
        #expect(try contents() == theirs)
    }

    @Test func `an import adds only what is missing`() async throws {
        try home.write(urls: ["# mine", server.url("/two"), "https://127.0.0.1:9/own"])
        _ = try await home.run("import", "newsboat", folder)
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(
            urls.hasPrefix("# mine\n\(server.url("/two"))\nhttps://127.0.0.1:9/own\n\(server.url("/one")) news")
                && urls.components(separatedBy: server.url("/two")).count == 2)
    }

    @Test func `problems name newsboat's own file and line`() async throws {
        let more = "\nexec:echo\nnonsense\n"
        let urls = try String(contentsOfFile: folder + "/urls", encoding: .utf8) + more
        try Data(urls.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
        try home.write(urls: ["# mine", server.url("/two")])
        let run = try await home.run("import", "newsboat", folder)
        #expect(
            run.output.contains("\n  runs a command at each refresh: exec:echo\n")
                && run.output.contains("\n  line 6 of \(folder)/urls was left out: “nonsense” isn't a URL"))
        let again = try await home.run("import", "newsboat", folder)
        #expect(!again.output.contains("exec:echo"))
    }

    @Test func `a command with a URL inside a word is left out, with advice`() async throws {
        let config =
            "browser \"open --url=%u\"\nmacro m set browser \"flock /tmp/l -c \\\"mpv %u\\\"\"; open-in-browser\n"
        try Data(config.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        let run = try await home.run("import", "newsboat", folder)
        #expect(
            run.output.contains(
                "left out: line 1: browser: “--url=%u”: %u must be a separate word: write \"sh -c '… --url=$LEDE_URL'\""
            ), "\(run)")
        #expect(run.output.contains("left out: line 2: lede never puts text into a script"), "\(run)")
        #expect(try String(contentsOfFile: home.config + "/config", encoding: .utf8).contains("\n# browser \"open"))
    }

    @Test(arguments: [("", true), ("auto-reload no\n", false), ("auto-reload yes\n", false)])
    func `an import says that lede refreshes by itself, unless the config decides that`(config: String, isSaid: Bool)
        async throws
    {
        try Data(config.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.output.contains("unlike newsboat, lede fetches due feeds by itself while it is open") == isSaid)
    }

    @Test func `a damaged cache imports nothing`() async throws {
        let database = try Database(path: folder + "/cache.db", access: .readWrite)
        try database.run("UPDATE rss_item SET content = ?", String(repeating: "x", count: 100_000))
        try Data("auto-reload yes\n".utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        try home.write(urls: ["# mine"])
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder + "/cache.db"))
        try file.seek(toOffset: file.seekToEnd() / 2)
        try file.write(contentsOf: Data(repeating: 0xAB, count: 500_000))
        try file.close()
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.status == 1 && run.errors.hasPrefix("lede: nothing was imported: "), "\(run)")
        #expect(try String(contentsOfFile: home.config + "/urls", encoding: .utf8) == "# mine\n")
        #expect(!FileManager.default.fileExists(atPath: home.config + "/config"))
        #expect(try await home.run("items").output == "")
        #expect(try await home.run("stats", "--json").output.contains("\"items\":0"))
    }

    @Test func `an import that can't be completed imports nothing`() async throws {
        try Data("auto-reload yes\n".utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        try Data("kernel\n".utf8).write(to: URL(fileURLWithPath: folder + "/history.search"))
        try home.write(urls: ["# mine"])
        // A file in place of its folder keeps the history from being written.
        try Data().write(to: URL(fileURLWithPath: home.state))
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.status == 1 && run.errors.hasPrefix("lede: \(home.state): "), "\(run)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.config) == ["urls"])
        #expect(try urls() == "# mine\n")
        #expect(try await home.run("stats", "--json").output.contains("\"items\":0"))
        try FileManager.default.removeItem(atPath: home.state)
        #expect(try await home.run("import", "newsboat", folder).status == 0)
        #expect(try await unreadByTitle().values.count { !$0 } == 8)
    }

    @Test func `an import is one step, which can be undone and redone`() async throws {
        let before = "# mine\n#: group own\n\(server.url("/two"))"
        try home.write(urls: [])
        try Data(before.utf8).write(to: URL(fileURLWithPath: home.config + "/urls"))
        _ = try await home.run("refresh")
        _ = try await home.run("mark", "read", "1")
        try Database(path: folder + "/cache.db", access: .readWrite).execute(
            "UPDATE rss_item SET flags = 'a', unread = 0 WHERE feedurl LIKE '%two'")
        _ = try await home.run("import", "newsboat", folder)
        let (after, items) = (try urls(), try await unreadByTitle())
        #expect(after.contains("/one") && after.contains("query:Unread") && items.values.count { $0 } == 4)
        #expect(try await home.run("undo").output == "undid: import 1 feed\n")
        #expect(try urls() == before)
        #expect(try await home.run("unread").output == "11\n")
        #expect(try await home.run("items", "--filter", "tags = \"a\"").output == "")
        #expect(try await home.run("redo").output == "redid: import 1 feed\n")
        #expect(try await unreadByTitle() == items && urls() == after)
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.run("undo").output == "undid: mark 1 item read\n")
        #expect(try Library(path: home.data + "/library.db").check() == [])
    }

    @Test func `undoing an import into nothing leaves an empty urls file`() async throws {
        _ = try await home.run("import", "newsboat", folder)
        let after = try urls()
        #expect(try await home.run("undo").output == "undid: import 2 feeds\n")
        #expect(try await home.run("unread").output == "0\n" && urls() == "\n")
        #expect(try await home.run("redo").status == 0)
        #expect(try await home.run("unread").output == "16\n" && urls() == after)
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.run("import", "newsboat", folder).status == 0)
        #expect(try await home.run("unread").output == "16\n" && urls() == after)
    }

    @Test func `an empty folder is reported`() async throws {
        let run = try await home.run("import", "newsboat", home.path)
        #expect(run.status == 1 && run.errors.hasPrefix("lede: found nothing to import in \(home.path)"))
    }

    @Test func `lede and newsboat import each other's feed lists`() async throws {
        func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        try write(newsboat("-e").output, to: home.path + "/theirs.opml")
        #expect(try await home.run("import", "opml", home.path + "/theirs.opml").output == "added 2 of 2 feeds\n")
        try write(await home.run("export", "opml").output, to: home.path + "/ours.opml")
        try write("", to: folder + "/urls")
        _ = try newsboat("-i", home.path + "/ours.opml")
        let urls = try String(contentsOfFile: folder + "/urls", encoding: .utf8).split(separator: "\n")
        #expect(urls.map { $0.prefix { $0 != " " } } == [server.url("/one")[...], server.url("/two")[...]])
    }

    @Test func `the cache is found through newsboat's config, and prompts' histories are imported`() async throws {
        try FileManager.default.moveItem(atPath: folder + "/cache.db", toPath: home.path + "/elsewhere.db")
        try Data("cache-file ~/elsewhere.db\n".utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        try Data("kernel\npage cache\nkernel\n".utf8).write(to: URL(fileURLWithPath: folder + "/history.search"))
        let run = try await home.run("import", "newsboat", folder)
        #expect(run.status == 0 && run.output.contains("imported 24 items of 2 feeds\n"), "\(run)")
        let typed = try String(contentsOfFile: home.state + "/history.search", encoding: .utf8)
        #expect(typed == "page cache\nkernel\n")
    }

    @Test func `the config is imported without lines that lede handles differently, and none of its commands run`()
        async throws
    {
        let theirs = """
            # mine
            auto-reload yes
            reload-threads 8
            include "colours"
            bind-key j down
            macro o open-in-browser ; \\
                toggle-article-read
            browser "`touch \(home.path)/run`"
            no-such-thing 1
            """
        try Data(theirs.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        try Data("color title red default\nno-such-colour\n".utf8)
            .write(to: URL(fileURLWithPath: folder + "/colours"))
        let run = try await home.run("import", "newsboat", folder)
        #expect(
            run.status == 0 && run.output.contains("see “keys newsboat” in \(home.config)/config\n")
                && run.output.contains("\n  left out: line 2 of \(folder)/colours: unknown setting"))
        #expect(
            run.output.contains("left out: line 3: newsboat's reload-threads: lede always fetches many feeds at once"))
        let config = try String(contentsOfFile: home.config + "/config", encoding: .utf8)
        #expect(
            config.contains("# mine\nauto-reload yes\n# lede: newsboat's reload-threads: ")
                && config.contains("\ncolor title red default\n"))
        #expect(
            config.contains("\n# reload-threads 8\n")
                && config.contains("\nbind-key j down\nmacro o open-in-browser ; \\\n"))
        #expect(config.contains("\n# browser ") && config.contains("\n# no-such-thing 1\n"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/run"))
        #expect(try await home.run("config", "check").status == 0)
    }

    private func newsboat(_ arguments: String...) throws -> CommandRun {
        let run = try Newsboat.run(arguments, in: folder, home: home)
        #expect(run.status == 0, "newsboat: \(run)")
        return run
    }

    private func cache<Result>(_ sql: String, read: (borrowing Row) throws -> Result) throws -> [Result] {
        try Database(path: folder + "/cache.db", access: .readOnly).all(sql, read: read)
    }

    /// With all data of each item.
    private func items() async throws -> [[String: Any]] {
        let run = try await home.run("export", "json")
        return try run.output.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }.filter { $0["type"] as? String == "item" }
    }

    private func unreadByTitle() async throws -> [String: Bool] {
        let items = try await items().map { ($0["title"] as? String ?? "", $0["read"] as? Bool == false) }
        #expect(items.count == 24)
        return Dictionary(items, uniquingKeysWith: { first, _ in first })
    }

    private func urls() throws -> String { try String(contentsOfFile: home.config + "/urls", encoding: .utf8) }

    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data()) })
    }
}
