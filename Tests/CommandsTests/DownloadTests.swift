import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Downloading by command` {
    private let home: Home
    private let server: LoopbackServer
    private var folder: String { home.path + "/Podcasts" }

    init() async throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path != "/feed.xml" {
                return request.path == "/3.mp3"
                    ? Answer(404) : Answer.file(Array("talk \(request.path)".utf8), to: request)
            }
            let origin = "http://\(request.headers["host"] ?? "")"
            let items = (1...4).map { number in
                let file =
                    number < 4 ? "<enclosure url=\"\(origin)/\(number).mp3\" type=\"audio/mpeg\" length=\"9\"/>" : ""
                return "<item><guid>\(number)</guid><title>Talk \(number)</title>\(file)</item>"
            }
            return Answer(
                200, body: "<rss version=\"2.0\"><channel><title>Birds</title>\(items.joined())</channel></rss>")
        }
        try home.write(urls: [server.url("/feed.xml")])
        try home.write(config: "download-path \(home.path)/Podcasts\ndownload-filename-format \"%t.%e\"\n")
        _ = try await home.run("refresh")
    }

    private func number(_ title: String) async throws -> String {
        let line = try await home.run("items").output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    private func text(_ name: String) -> String? { try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }

    @Test func `named items are queued and downloaded, and their paths printed, once`() async throws {
        let two = try await number("Talk 2")
        for _ in 1...2 {
            let run = try await home.run("download", two)
            #expect(run.status == 0 && run.output == "\(folder)/Talk 2.mp3\tTalk 2\n" && run.errors.isEmpty)
        }
        #expect(text("Talk 2.mp3") == "talk /2.mp3" && server.hits("/2.mp3") == 1)
        #expect(try await home.run("items", "--filter", "is:queued").output.contains("Talk 2"))
        #expect(try await home.run("undo").output.contains("out of the queue") == false)
        #expect(try await !home.run("items", "--filter", "is:queued").output.contains("Talk 2"))
    }

    @Test func `a filter chooses, and leaves out what has no file`() async throws {
        let run = try await home.run("download", "--filter", "title !~ \"3\"")
        #expect(run.status == 0 && run.output.split(separator: "\n").count == 2)
        #expect(text("Talk 1.mp3") != nil && text("Talk 2.mp3") != nil)
        let one = try await home.run("download", "--filter", "title =~ \"Talk\"", "--limit", "1")
        #expect(one.output.split(separator: "\n").count + one.errors.split(separator: "\n").count == 1)
    }

    @Test func `what failed is said, and isn't tried again unless it is named`() async throws {
        let three = try await number("Talk 3")
        let run = try await home.run("download", three)
        #expect(
            run.status == 1 && run.output.isEmpty
                && run.errors == "lede: item \(three): the server answered 404 (not found)\n")
        #expect(try await home.run("download").output == "nothing to download\n")
        #expect(server.hits("/3.mp3") == 1)
    }

    @Test func `an item without a file is named, and nothing is queued`() async throws {
        let (one, four) = (try await number("Talk 1"), try await number("Talk 4"))
        let run = try await home.run("download", one, four)
        #expect(
            run.status == 1 && run.errors == "lede: item \(four) has no audio or video file\n" && run.output.isEmpty)
        #expect(try await home.run("items", "--filter", "is:queued").output.isEmpty)
        #expect(try await home.run("download", one, "--filter", "age < 3").status == 2)
    }

    @Test func `a folder that can't be used is said with its path`() async throws {
        let path = home.path + "/missing/Podcasts"
        try home.write(config: "download-path \(path)\n")
        let run = try await home.run("download", number("Talk 1"))
        #expect(run.status == 1 && run.errors.hasSuffix(": \(path): No such file or directory\n"))
    }

    @Test func `housekeeping after a refresh moves files of episodes that left the queue into the trash`() async throws
    {
        let one = try await number("Talk 1")
        _ = try await home.run("download", one)
        _ = try await home.run("undo")
        _ = try await home.run("refresh")
        #expect(text("Talk 1.mp3") == nil && text(".trash/Talk 1.mp3") == "talk /1.mp3")
        _ = try await home.run("redo")
        _ = try await home.run("refresh")
        #expect(text("Talk 1.mp3") == "talk /1.mp3")
    }
}
