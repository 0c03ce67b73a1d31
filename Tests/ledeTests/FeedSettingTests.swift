import TestSupport
import Testing

@Suite struct `What is set for one feed` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
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

    @Test func `is sent to its server, and to no other`() throws {
        try home.write(urls: [
            server.url("/a"), "#: user-agent Robot/1", "#: header X-Key: a b", "#: auth basic", "#: user me",
            "#: password open sesame", server.url("/b")
        ])
        #expect(try Lede.run("refresh", home: home).status == 0)
        #expect(headers(of: "/a", "user-agent") == ["Robot/1"])
        #expect(headers(of: "/a", "x-key") == ["a b"])
        #expect(headers(of: "/a", "authorization") == ["Basic bWU6b3BlbiBzZXNhbWU="])
        #expect(headers(of: "/b", "x-key") == [nil] && headers(of: "/b", "authorization") == [nil])
    }

    @Test func `a command prints the password, and where it fails the feed does and no other`() throws {
        try home.write(urls: [
            server.url("/a"), "#: auth bearer", "#: password-command printf 'token\\nmore'", server.url("/b"),
            "#: user me",
            "#: password-command echo no such entry >&2; exit 3", server.url("/c"), "#: password-command true"
        ])
        let run = try Lede.run("refresh", home: home)
        #expect(run.status == 1)
        #expect(headers(of: "/a", "authorization") == ["Bearer token"])
        #expect(run.errors.contains("the password is not to be had: the command ended with exit code 3: no such entry"))
        #expect(run.errors.contains("the command that prints the password has printed nothing"))
        #expect(server.hits("/b") == 0 && server.hits("/c") == 0)
    }

    @Test func `a feed that is not refreshed with the others is when it is named`() throws {
        try home.write(urls: [server.url("/a"), "#: refresh no", server.url("/b")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        #expect(server.hits("/a") == 0 && server.hits("/b") == 1)
        #expect(try Lede.run("refresh", server.url("/a"), home: home).status == 0)
        #expect(server.hits("/a") == 1)
    }

    @Test func `a feed may be listed for itself, whoever else has its items`() throws {
        for (setting, count) in [("yes", 5), ("no", 10), ("yes", 5)] {
            try home.write(urls: [server.url("/same/1"), server.url("/same/2"), "#: fold-copies \(setting)"])
            #expect(try Lede.run("refresh", home: home).status == 0)
            #expect(try Lede.run("unread", home: home).output == "\(count)\n")
        }
    }

    @Test func `whose certificate counts for nothing is said at every refresh`() throws {
        try home.write(urls: [server.url("/a"), "#: verify no"])
        let run = try Lede.run("refresh", home: home)
        #expect(run.status == 0)
        #expect(run.errors == "lede: “\(server.url("/a"))” may come from anybody: “verify no” is set for it\n")
    }
}
