import Foundation
import Library
import TestSupport
import Testing

@testable import Commands

@Suite struct `Importing podboat's queue` {
    private let home: Home
    private let server: LoopbackServer
    private var folder: String { home.path + "/Podcasts" }
    private var queue: String { home.path + "/.newsboat/queue" }

    init() async throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path != "/feed.xml" { return Answer.file(Array("talk \(request.path)".utf8), to: request) }
            let items = (1...9).map { number in
                let origin = "http://\(request.headers["host"] ?? "")"
                return """
                    <item><guid>\(number)</guid><title>Talk \(number)</title>\
                    <enclosure url="\(origin)/\(number).mp3" type="audio/mpeg" length="9"/></item>
                    """
            }
            return Answer(
                200, body: "<rss version=\"2.0\"><channel><title>Birds</title>\(items.joined())</channel></rss>")
        }
        for name in ["Podcasts", ".newsboat"] {
            try FileManager.default.createDirectory(atPath: "\(home.path)/\(name)", withIntermediateDirectories: true)
        }
    }

    /// Has a library of the feed's items, and podboat's queue with these lines; “~” is the folder of episodes.
    private func prepare(queue lines: [String], files: [String] = []) async throws {
        try home.write(urls: [server.url("/feed.xml")])
        try home.write(config: "download-path \(folder)\ndownload-filename-format \"%t.%e\"\n")
        _ = try await home.run("refresh")
        try write(queue: lines)
        for name in files { try Data("podboat's \(name)".utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
    }

    private func write(queue lines: [String]) throws {
        let text = lines.map { $0.replacing("~", with: folder).replacing("@", with: server.url("")) + "\n" }.joined()
        try Data(text.utf8).write(to: URL(filePath: queue))
    }

    private func queued() async throws -> [String] {
        try await home.run("episodes", "--json").output.split(separator: "\n").map { line in
            let episode = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return "\(episode?["title"] ?? "")" + (episode?["heard"] as? Bool == true ? ", heard" : "")
        }
    }

    private func path(_ title: String) async throws -> String {
        let line = try await home.run("items").output.split(separator: "\n").first { $0.contains(title) }
        let number = String(try #require(line).split(separator: "\t")[0])
        return String(try await home.run("download", number).output.prefix { $0 != "\t" })
    }

    @Test func `the import queues episodes in podboat's order, marks finished ones, and takes over files`() async throws
    {
        let lines = [
            "# mine", "@/7.mp3 \"~/se \\\"v` en.mp3\" downloaded", "@/2.mp3 \"~/2.mp3\"",
            "@/5.mp3 \"~/5.mp3\" finished", "@/4.mp3 \"~/4.mp3\" played", "",
            "https://example.org/gone.mp3 \"~/gone.mp3\" missing", "@/6.mp3"
        ]
        try await prepare(queue: lines, files: ["se \"v` en.mp3", "5.mp3", "6.mp3"])
        try Data("download-path \(folder)\n".utf8).write(to: URL(filePath: home.path + "/.newsboat/config"))
        let before = try Data(contentsOf: URL(filePath: queue))
        let run = try await home.run("import", "podboat")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                queued 5 episodes from podboat's queue
                  1 marked heard
                  3 downloaded files taken over
                  left out 1 URL that no item has: https://example.org/gone.mp3

                """)
        #expect(try await queued() == ["Talk 7", "Talk 2", "Talk 5, heard", "Talk 4", "Talk 6"])
        #expect(try await home.run("unread").output == "8\n")
        #expect(try await path("Talk 7") == "\(folder)/se \"v` en.mp3")
        #expect(try await path("Talk 6") == "\(folder)/6.mp3")
        #expect(server.hits("/7.mp3") + server.hits("/6.mp3") == 0)
        #expect(try Data(contentsOf: URL(filePath: queue)) == before)
        // What has been brought isn't brought twice.
        #expect(try await home.run("import", "podboat").output.hasPrefix("queued 0 episodes"))
    }

    @Test func `undo takes back the whole import in one step, and leaves the files where they are`() async throws {
        try await prepare(
            queue: ["@/1.mp3 \"~/1.mp3\" downloaded", "@/3.mp3 \"~/3.mp3\" finished"], files: ["1.mp3", "3.mp3"])
        _ = try await home.run("import", "podboat")
        #expect(try await home.run("undo").output == "undid: import\n")
        #expect(try await queued().isEmpty)
        #expect(try await home.run("unread").output == "9\n")
        #expect(try await home.run("redo").status == 0)
        #expect(try await queued() == ["Talk 1", "Talk 3, heard"])
        _ = try await home.run("undo")
        let library = try Library(path: home.data + "/library.db")
        try library.tidyDownloads(DownloadSettings(folder: EpisodeFolder(folder)), at: Date())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["1.mp3", "3.mp3"])
    }

    @Test func `a hostile queue takes over no file outside of the folder, and loses no other line`() async throws {
        let lines = [
            "@/1.mp3 \"~/../outside.mp3\" downloaded", "@/2.mp3 \"~/link.mp3\" downloaded",
            "@/3.mp3 \"~/.hidden\" played", "@/4.mp3 \"~/3.mp3 finished", "@/5.mp3 \"~/a\\nb.mp3\" downloaded",
            "@/6.mp3 \"~/c\u{1B}[31m.mp3\" played",
            "@/7.mp3 \"~/7.mp3\" downloaded", "@/8.mp3 \"~/7.mp3\" downloaded", "@/7.mp3 \"~/.hidden\" finished",
            "\"@/9.mp3\\n@/1.mp3\" \"~/7.mp3\"", "@/9.mp3 \(String(repeating: "x", count: 100_000))"
        ]
        try await prepare(queue: lines, files: [".hidden", "a\nb.mp3", "7.mp3", "outside.mp3"])
        try Data("mine".utf8).write(to: URL(filePath: home.path + "/outside.mp3"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/link.mp3", withDestinationPath: home.path + "/outside.mp3")
        let run = try await home.run("import", "podboat")
        #expect(run.status == 0 && !run.output.contains("\u{1B}"))
        #expect(run.output.contains("queued 9 episodes") && run.output.contains("1 downloaded file taken over"))
        #expect(run.output.contains("left out 1 URL that no item has"))
        #expect(run.output.contains("didn't take over 4 files of podboat outside of \(folder)"))
        let expected = (1...9).map { $0 == 4 ? "Talk 4, heard" : "Talk \($0)" }
        #expect(try await queued() == expected)
        #expect(try await path("Talk 8") == "\(folder)/Talk 8.mp3")
        #expect(try String(contentsOfFile: home.path + "/outside.mp3", encoding: .utf8) == "mine")
    }

    @Test func `without a queue, nothing is imported, and the command says so`() async throws {
        let run = try await home.run("import", "podboat")
        #expect(run.status == 1 && run.errors.contains("found nothing to import in \(home.path)/.newsboat"))
    }

    @Test(.enabled(if: Newsboat.isThere, "\(Newsboat.isMissing)"))
    func `importing from newsboat brings what it queued by itself, and its settings for episodes`() async throws {
        let config = """
            download-path \(folder)/
            podcast-auto-enqueue yes
            player "mpv --no-video"
            download-filename-format "%n - %t.%e"
            max-downloads 2
            delete-played-files yes

            """
        let place = home.path + "/.newsboat"
        try Data(config.utf8).write(to: URL(filePath: "\(place)/config"))
        try Data("\(server.url("/feed.xml"))\n".utf8).write(to: URL(filePath: "\(place)/urls"))
        let environment = Lede.environment(home: home, adding: ["TERM": "xterm"])
        let reload = try CommandRun(program: Newsboat.program, arguments: ["-x", "reload"], environment: environment)
        #expect(reload.status == 0)
        let theirs = try String(contentsOfFile: queue, encoding: .utf8).split(separator: "\n")
        let names = theirs.compactMap { $0.split(separator: "/").last?.prefix { $0 != "\"" } }
        try #require(theirs.count == 9 && names.count == 9)
        try Data("sound".utf8).write(to: URL(filePath: "\(folder)/\(names[0])"))
        try write(queue: ["\(theirs[0]) downloaded"] + theirs.dropFirst().map { "\($0)" })
        let run = try await home.run("import", "newsboat")
        #expect(run.status == 0 && run.errors.isEmpty && !run.output.contains("left out"), "\(run)")
        #expect(run.output.contains("queued 9 episodes from podboat's queue\n  1 downloaded file taken over\n"))
        let numbers = theirs.compactMap { $0.split(separator: ".mp3")[0].split(separator: "/").last }
        let titles = numbers.map { "Talk \($0)" }
        #expect(try await queued() == titles)
        let ours = try await home.run("config", "show").output.replacing("\t", with: " ")
        for line in config.split(separator: "\n") {
            #expect(ours.contains("\n\(line) \(home.config)/config:"), "\(line)")
        }
        #expect(try await path(titles[0]) == "\(folder)/\(names[0])")
        #expect(try await home.run("undo").status == 0)
        #expect(try await queued().isEmpty)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/\(names[0])"))
    }
}
