import Foundation
import TestSupport
import Testing

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

    @Test func `a password in a URL is sent to its server, but no command prints it`() throws {
        let refresh = try Lede.run("refresh", home: home)
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
            let run = try Lede.run(words, home: home)
            #expect(!(run.output + run.errors).contains("sesame"), "\(words)")
            #expect(!(run.output + run.errors).isEmpty, "\(words)")
        }
    }

    @Test func `a feed can be named without the password in its URL`() throws {
        let run = try Lede.run("refresh", "--json", server.url("/untitled"), home: home)
        #expect(run.output.hasPrefix("{\"url\":\"\(server.url("/untitled"))\",\"result\":\"stored\""))
        #expect(try Lede.run("feeds", "--json", home: home).output.contains("{\"url\":\"\(shown)\""))
    }

    @Test func `an exported list leaves out passwords in URLs unless asked`() throws {
        let list = try Lede.run("export", "opml", home: home)
        #expect(list.output.contains("xmlUrl=\"\(shown)\""))
        #expect(list.errors.contains("left out user names and passwords in 3 URLs: --credentials keeps them"))
        let whole = try Lede.run("export", "opml", "--credentials", home: home)
        #expect(whole.output.contains("xmlUrl=\"\(secret[0])\"") && !whole.errors.contains("--credentials"))
    }

    @Test func `a password makes the urls file private`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.config + "/urls")
        #expect(try Lede.run("doctor", home: home).output.contains("chmod go= \(home.config)/urls"))
    }

    @Test func `a password in a URL is on no screen, except to change the URL`() throws {
        try home.write(urls: [secret[1]])
        let reader = try Reader.launch(size: (120, 24), home: home)
        try reader.waitForScreen(showing: "/untitled")
        try reader.press("r")
        try reader.waitForScreen(showing: "1 new")
        #expect(!reader.screen.text.contains("sesame"))
        try reader.type(":show-information\r")
        try reader.waitForScreen(showing: "1 item, 1 unread")
        #expect(reader.screen.contains(server.url("/untitled")) && !reader.screen.text.contains("sesame"))
    }
}
