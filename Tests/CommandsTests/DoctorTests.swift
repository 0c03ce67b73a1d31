import Foundation
import SQLite
import TestSupport
import Testing

@testable import Commands

@Suite struct `lede doctor` {
    private let home: Home
    private let server: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            switch request.path {
            case "/gone": Answer(410)
            case "/bad": Answer(500)
            default:
                Answer(
                    200, headers: ["Cache-Control": "max-age=7200"], body: SampleFeed(title: "The \u{202E}News").rss)
            }
        }
    }

    private func rows(_ output: String) -> [[String]] {
        output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }

    @Test func `doctor lists gone and failing feeds first, with the reasons`() async throws {
        try home.write(urls: ["/well", "/bad", "/gone", "/new"].map(server.url))
        _ = try await home.run(["refresh"] + ["/well", "/bad", "/gone"].map(server.url))
        let run = try await home.run("doctor")
        #expect(run.status == 1 && run.errors.isEmpty)
        let feeds = rows(run.output).filter { $0.contains { $0.hasPrefix("http") } }
        #expect(
            feeds.map { $0[0] } == ["gone", "failing", "never fetched", "ok"]
                && feeds[1][3] == "failed once: the server answered 500 (server error)" && feeds[3][1] == "The News"
                && feeds[3][3].hasSuffix(": the server says to wait 2 hours"))
    }

    @Test func `doctor says that all is well`() async throws {
        try home.write(urls: [server.url("/well")])
        _ = try await home.run("refresh")
        let run = try await home.run("doctor")
        #expect(run.status == 0)
        let checks = rows(run.output).filter { $0.first == "ok" && $0.count == 3 }.map { $0[1] }
        #expect(
            checks == [
                "version", "urls file", "config", "library", "privacy", "disk", "watching", "network", "parser",
                "pictures"
            ]
        )
    }

    @Test func `doctor finds files that others can read`() async throws {
        try home.write(urls: [server.url("/well")])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.config + "/urls")
        #expect(try await !home.run("doctor").output.contains("chmod"))
        try home.write(urls: [server.url("/well"), "#: password open sesame"])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.config + "/urls")
        let run = try await home.run("doctor")
        #expect(run.status == 1)
        let finding = rows(run.output).first { $0[0] == "✗" }
        #expect(finding?[1] == "privacy" && finding?[2].contains("chmod go= \(home.config)/urls") == true)
    }

    @Test func `doctor prints everything about a named feed`() async throws {
        try home.write(urls: [server.url("/well"), server.url("/bad")])
        _ = try await home.run("refresh")
        let lines = rows(try await home.run("doctor", server.url("/well")).output)
        #expect(lines.prefix(3).map { $0[0] } == ["feed", "URL", "condition"])
        let answer = try #require(lines.first { $0[0] == "last answer" }?[1])
        #expect(answer.hasPrefix("200, ") && answer.contains(" bytes received, "))
        #expect(
            lines.first { $0[0] == "document" }?[1].hasSuffix(" bytes, decompressed") == true
                && lines.first { $0[0] == "history" }?[1].contains("nothing new") == true
                && !lines.contains { $0.contains(server.url("/bad")) })
        let failing = rows(try await home.run("doctor", server.url("/bad")).output)
        #expect(failing.prefix(2).map { $0[0] } == ["feed", "condition"], "a feed without a title has its URL once")
        #expect(
            failing.contains(["condition", "failing: the server answered 500 (server error)"])
                && failing.contains(["failed", "once"]))
        let history = try #require(failing.first { $0[0] == "history" }?[1])
        #expect(history.hasSuffix(": failed: the server answered 500 (server error)"))
    }

    @Test func `counts no failures against a feed while no server can be reached`() async throws {
        let url = "http://127.0.0.1:1/feed"
        try home.write(urls: [url, "http://127.0.0.1:9/feed"])
        _ = try await home.run("refresh")
        let lines = rows(try await home.run("doctor", url).output)
        #expect(
            lines.contains(["condition", "never fetched: run “lede refresh”"])
                && lines.contains { $0[0] == "due" && $0[1].hasSuffix(": lede couldn't reach any server") })
    }

    @Test func `doctor --json prints a line for each check and each feed`() async throws {
        try home.write(urls: [server.url("/bad")])
        _ = try await home.run("refresh")
        let objects = try await home.run("doctor", "--json").output.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        #expect(objects.filter { $0["check"] != nil }.allSatisfy { $0["ok"] as? Bool == true })
        let feed = try #require(objects.last)
        #expect(
            feed["feed"] as? String == server.url("/bad") && feed["condition"] as? String == "failing"
                && feed["failures"] as? Int == 1)
        let history = feed["history"] as? [[String: Any]]
        #expect(history?.first?["status"] as? Int == 500 && history?.count == 1)
    }
}

@Suite struct `A command with a damaged library` {
    @Test func `a command saves what can be saved of a damaged library, and says so`() async throws {
        let items = (1...40).map { SampleFeed.Item(title: "Item \($0)", body: "<p>Text</p>") }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        #expect(try await home.run("refresh").status == 0)
        let path = home.data + "/library.db"
        // The latest changes are in the log until the last connection closes.
        _ = try Database(path: path, access: .readWrite).pragma("user_version")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.write(contentsOf: Data(count: 100))
        try file.close()
        let run = try await home.run("unread")
        #expect(run.output == "40\n")
        #expect(
            run.errors.hasPrefix("lede: the library was damaged: saved 40 items; the damaged file is now \(home.data)"))
    }
}
