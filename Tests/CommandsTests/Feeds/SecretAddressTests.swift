import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `A password in a URL` {
    private let home: Home
    private let server: LoopbackServer
    private let secret: [String]

    init() throws {
        server = try LoopbackServer { request in
            if request.headers["authorization"] == nil {
                return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
            }
            if request.path == "/bad" { return Answer(500) }
            let items = [SampleFeed.Item(title: "One", body: "Text", link: "https://example.org/1")]
            return Answer(200, body: SampleFeed(title: request.path == "/feed" ? "News" : "", items: items).rss)
        }
        secret = ["/feed", "/untitled", "/bad"].map(server.url).map { $0.replacing("//", with: "//me:sesame@") }
        home = try Home()
        try home.write(urls: secret + ["ftp://me:sesame@example.org/", "\"filter:cat:\(secret[0])\" again"])
    }

    private var shown: String { server.url("/feed") }

    @Test func `a password in a URL is sent to its server, but no command prints it`() async throws {
        let refresh = try await home.run("refresh")
        #expect(server.requests.contains { $0.headers["authorization"] == "Basic bWU6c2VzYW1l" })
        #expect(refresh.errors.contains(server.url("/bad") + ": the server answered 500"))
        let commands = [
            ["refresh", "--json"], ["feeds"], ["feeds", "--json"], ["doctor"], ["doctor", "--json"], ["doctor", shown],
            ["items"], ["items", "--json"], ["show", "1"], ["show", "--json", "1"], ["export", "json"],
            ["export", "opml"],
            ["complete", "--", "items", "--feed", ""], ["add", "--as-is", secret[0]], ["move", shown, secret[1]],
            ["remove", "http://nowhere.example/"], ["undo"], ["remove", shown]
        ]
        for words in commands {
            let run = try await home.run(words)
            #expect(!(run.output + run.errors).contains("sesame"), "\(words)")
            #expect(!(run.output + run.errors).isEmpty, "\(words)")
        }
    }

    @Test func `a feed can be named without the password in its URL`() async throws {
        let run = try await home.run("refresh", "--json", server.url("/untitled"))
        #expect(run.output.hasPrefix("{\"url\":\"\(server.url("/untitled"))\",\"result\":\"stored\""))
        #expect(try await home.run("feeds", "--json").output.contains("{\"url\":\"\(shown)\""))
    }

    @Test func `an exported list leaves out passwords in URLs unless asked`() async throws {
        let list = try await home.run("export", "opml")
        #expect(
            list.output.contains("xmlUrl=\"\(shown)\"")
                && list.errors.contains("left out user names and passwords in 3 URLs: --credentials keeps them"))
        let whole = try await home.run("export", "opml", "--credentials")
        #expect(whole.output.contains("xmlUrl=\"\(secret[0])\"") && !whole.errors.contains("--credentials"))
    }

    @Test func `a password makes the urls file private`() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.config + "/urls")
        #expect(try await home.run("doctor").output.contains("chmod go= \(home.config)/urls"))
    }
}
