import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Settings of one feed` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            if request.path.hasPrefix("/locked"), request.headers["authorization"] == nil {
                return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
            }
            let items = (1...5).map { number in
                let folder = request.path.hasPrefix("/same") ? "/same" : request.path
                return SampleFeed.Item(title: "Story \(number)", link: "https://e.org\(folder)/\(number)")
            }
            return Answer(200, body: SampleFeed(title: "News of \(request.path)", items: items).rss)
        }
        home = try Home()
    }

    private func headers(of path: String, _ name: String) -> [String?] {
        server.requests.filter { $0.path == path }.map { $0.headers[name] }
    }

    @Test func `a feed's headers and password go only to its server`() async throws {
        let first = try LoopbackServer { [url = server.url("/elsewhere")] request in
            request.path == "/moved"
                ? Answer(302, headers: ["Location": url])
                : Answer(200, body: SampleFeed(title: request.path, items: []).rss)
        }
        let settings = [
            "#: user-agent Robot/1", "#: header X-Key: a b", "#: auth basic", "#: user me", "#: password open sesame"
        ]
        try home.write(
            urls: [first.url("/a")] + settings + [first.url("/moved")] + settings + [first.url("/b"), server.url("/c")])
        #expect(try await home.run("refresh").status == 0)
        for request in first.requests where request.path != "/b" {
            #expect(
                request.headers["user-agent"] == "Robot/1" && request.headers["x-key"] == "a b"
                    && request.headers["authorization"] == "Basic bWU6b3BlbiBzZXNhbWU=")
        }
        let others = first.requests.filter { $0.path == "/b" } + server.requests
        #expect(first.requests.count == 3 && others.map(\.path).sorted() == ["/b", "/c", "/elsewhere"])
        #expect(others.allSatisfy { $0.headers["x-key"] == nil && $0.headers["authorization"] == nil })
    }

    @Test func `cookie and password files apply to all feeds or to one`() async throws {
        func write(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: "\(home.path)/\(name)", atomically: true, encoding: .utf8)
            return "~/\(name)"
        }
        let cookies = try write("cookies", "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tabc\n")
        let netrc = try write("netrc", "machine 127.0.0.1 login me password \"open sesame\"\n")
        let other = try write("other", "machine 127.0.0.1 login you password secret\n")
        try home.write(config: "cookie-cache \(cookies)\nnetrc-file \(netrc)\n")
        try home.write(urls: [server.url("/locked/a"), server.url("/locked/b"), "#: netrc-file \(other)"])
        #expect(try await home.run("config", "check").output.isEmpty)
        #expect(try await home.run("refresh").status == 0)
        #expect(
            headers(of: "/locked/a", "cookie") == ["session=abc", "session=abc"]
                && headers(of: "/locked/a", "authorization") == [nil, "Basic bWU6b3BlbiBzZXNhbWU="]
                && headers(of: "/locked/b", "authorization") == [nil, "Basic eW91OnNlY3JldA=="])
    }

    @Test func `a command prints a feed's password, and if it fails only that feed fails`() async throws {
        try home.write(urls: [
            server.url("/a"), "#: auth bearer", "#: password-command printf 'token\\nmore'", server.url("/b"),
            "#: user me",
            "#: password-command echo no such entry >&2; exit 3", server.url("/c"), "#: password-command true"
        ])
        let run = try await home.run("refresh")
        #expect(run.status == 1)
        #expect(headers(of: "/a", "authorization") == ["Bearer token"])
        #expect(
            run.errors.contains("can't get the password: the command failed with exit code 3: no such entry")
                && run.errors.contains("the password command printed nothing"))
        #expect(server.hits("/b") == 0 && server.hits("/c") == 0)
    }

    @Test func `a feed with refresh no is fetched only when named`() async throws {
        try home.write(urls: [server.url("/a"), "#: refresh no", server.url("/b")])
        #expect(try await home.run("refresh").status == 0)
        #expect(server.hits("/a") == 0 && server.hits("/b") == 1)
        #expect(try await home.run("refresh", server.url("/a")).status == 0)
        #expect(server.hits("/a") == 1)
    }

    @Test func `a feed can be excluded from merging duplicates`() async throws {
        for (setting, count) in [("yes", 5), ("no", 10), ("yes", 5)] {
            try home.write(urls: [server.url("/same/1"), server.url("/same/2"), "#: fold-copies \(setting)"])
            #expect(try await home.run("refresh").status == 0)
            #expect(try await home.run("unread").output == "\(count)\n")
        }
    }

    /// The result of each feed, by URL.
    private func refresh() async throws -> [String: String] {
        let run = try await home.run("refresh", "--json")
        let lines = try run.output.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        return try lines.reduce(into: [String: String]()) { outcomes, line in
            let url = try #require(line["url"] as? String)
            outcomes[url] = line["error"] as? String ?? line["result"] as? String
        }
    }

    @Test func `a feed may have its own certificate authority, or no check`() async throws {
        let nginx = try Nginx.shared()
        let (signed, signedAndNamed) = (nginx.url("/feed.xml", at: .secure), nginx.url("/gzip.xml", at: .secure))
        let (ownSigned, open) = (nginx.url("/feed.xml", at: .selfSigned), nginx.url("/gzip.xml", at: .selfSigned))
        try home.write(urls: [
            open, "#: verify no", signedAndNamed, "#: ca-file \(nginx.certificates.authority)", signed, ownSigned
        ])
        let outcomes = try await refresh()
        #expect(
            outcomes[open] == "stored" && outcomes[signedAndNamed] == "stored"
                && outcomes[signed] == "lede doesn't trust the server: its certificate is from an unknown authority")
        #expect(outcomes[ownSigned] == "lede doesn't trust the server: its certificate is self-signed")
    }

    @Test func `a feed may have its own proxy, or none`() async throws {
        let answer: @Sendable (LoopbackServer.Request) -> Answer = { _ in
            Answer(200, body: SampleFeed(title: "News").rss)
        }
        let (usual, other) = (try LoopbackServer(answer), try LoopbackServer(answer))
        try home.write(config: "proxy \(usual.url(""))\n")
        try home.write(urls: [
            "http://a.example/usual", "http://a.example/other", "#: proxy \(other.url(""))", server.url("/direct"),
            "#: proxy none"
        ])
        #expect(try await home.run("refresh").status == 0)
        #expect(usual.requests.map(\.path) == ["http://a.example/usual"])
        #expect(other.requests.map(\.path) == ["http://a.example/other"])
        #expect(server.requests.map(\.path) == ["/direct"])
    }

    @Test func `a feed may have its own timeout and interval`() async throws {
        let slow = try LoopbackServer { _ in .stall }
        try home.write(urls: [slow.url("/slow"), "#: timeout 1s", server.url("/quick"), "#: interval 2h"])
        let outcomes = try await refresh()
        #expect(
            outcomes[slow.url("/slow")]?.hasPrefix("timed out after 1 s") == true
                && outcomes[server.url("/quick")] == "stored")
        let health = try await home.run("doctor", server.url("/quick")).output
        #expect(health.contains("every 2 hours, as you set it"))
    }

    @Test func `every refresh warns about a feed without a certificate check`() async throws {
        try home.write(urls: [server.url("/a"), "#: verify no"])
        let run = try await home.run("refresh")
        #expect(run.status == 0)
        #expect(
            run.errors
                == "lede: “\(server.url("/a"))” could come from anyone: “verify no” turns off its certificate check\n")
    }
}

@Suite struct `Proxies` {
    @Test func `a SOCKS proxy gets the host's name, and a password`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "A feed").rss) }
        let proxy = try RelayingProxy(.socks5(name: "me", password: "open:sesame"), to: server.port)
        let home = try Home()
        try home.write(config: "proxy socks5h://127.0.0.1:\(proxy.port)\nproxy-auth me:open:sesame")
        try home.write(urls: ["http://feeds.example.org/far"])
        #expect(try await home.run("refresh").status == 0)
        #expect(proxy.asked == ["feeds.example.org:80"])
        #expect(server.requests.map(\.path) == ["/far"])
    }
}

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
