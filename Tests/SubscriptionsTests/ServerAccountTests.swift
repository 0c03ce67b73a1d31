import Configuration
import FeedServers
import HTTP
import Refresh
import System
import TestSupport
import Testing

@testable import Subscriptions

@Suite struct `Logins of feed servers` {
    private let home: Home
    private let paths: Paths

    init() throws {
        home = try Home()
        paths = Paths(environment: ["HOME": home.path])
    }

    /// The account of a line with these settings, made away from the main queue.
    @discardableResult
    private func account(_ settings: String..., config: String = "") async throws -> ServerAccount {
        let text = "server:greader:https://rss.example.org/api\n" + settings.map { "#: \($0)\n" }.joined()
        let list = UrlsList(text)
        #expect(list.problems == [])
        let line = try #require(list.accounts.first)
        let refresh = RefreshSettings(Config(Array(config.utf8), path: "config"), paths)
        return try await Task.detached { [paths] in
            try ServerAccount(line, refresh, paths, running: Programs())
        }.value
    }

    private func netrc(_ text: String) throws -> String {
        let path = home.path + "/logins"
        try PrivateFiles.write(Array(text.utf8), to: path)
        return "netrc-file \(path)"
    }

    @Test func `a line's settings say how to reach the server`() async throws {
        let account = try await account(
            "user me", "password a b", "ca-file ~/ca.pem", "verify no", "proxy none", "timeout 7", "header X-Key: k",
            "insecure yes")
        #expect(account.url == "https://rss.example.org/api" && account.user == "me" && account.password == "a b")
        #expect(account.options.authorityFile == home.path + "/ca.pem" && !account.options.verifiesServer)
        #expect(account.options.proxy == .direct && account.options.limits?.overall == .seconds(7))
        #expect(try await self.account("password x", "timeout 90").options.limits?.stall == .seconds(90))
        #expect(account.options.headers == [Header("X-Key", "k")] && account.mayBeInsecure)
    }

    @Test func `what the line doesn't say comes from the config file, except cookies and logins`() async throws {
        let account = try await account(
            "password x", config: "proxy socks5://127.0.0.1:9050\ncookie-cache ~/cookies\nnetrc-file ~/netrc")
        #expect(account.options.proxy == .server("socks5://127.0.0.1:9050"))
        #expect(account.options.cookieFile == nil && account.options.netrcFile == nil && account.options.verifiesServer)
        #expect(!account.mayBeInsecure && account.user.isEmpty)
    }

    @Test func `a command prints the password as its first line`() async throws {
        let account = try await account("user me", "password-command printf ' ge heim \\nnext'", "password other")
        #expect(account.password == " ge heim ")
    }

    @Test(arguments: [
        ("password-command true", "the password command printed nothing", true),
        ("password-command echo locked >&2; exit 3", "the command failed with exit code 3: locked", true),
        ("user me", "no password: add “#: password-command” below the server's line", false)
    ])
    func `without a password there is a reason`(setting: String, reason: String, mayPass: Bool) async throws {
        let error = await #expect(throws: NoPassword.self) { try await account(setting) }
        #expect(error?.description.contains(reason) == true && error?.mayPass == mayPass)
    }

    @Test func `a command that hangs can be stopped`() async throws {
        let line = try #require(
            UrlsList("server:fever:https://a.example\n#: password-command sleep 600").accounts.first)
        let refresh = RefreshSettings(Config(), paths)
        let attempt = Task.detached { [paths] in
            try ServerAccount(line, refresh, paths, running: Programs()) { $0.cancel() }
        }
        let error = await #expect(throws: NoPassword.self) { try await attempt.value }
        #expect(error?.description == "can't get the password: the command was stopped")
    }

    @Test(arguments: [
        ("machine rss.example.org login me password geheim", [], "me"),
        (
            "machine other.org login x password y\nmachine RSS.example.org\n  login \"a b\"\n  password geheim", [],
            "a b"
        ),
        ("machine rss.example.org login you password y machine rss.example.org login me password geheim", ["me"], "me"),
        ("# machine rss.example.org login x password y\nmachine rss.example.org account z password \"geheim\"", [], ""),
        ("macdef init\nmachine rss.example.org login x password y\n\nmachine rss.example.org password geheim", [], "")
    ])
    func `a file of logins has the password for the server's host`(text: String, users: [String], user: String)
        async throws
    {
        let file = try netrc(text)
        let account = try await account(file, users.map { "user \($0)" }.first ?? "history 30d")
        #expect(account.user == user && account.password == "geheim")
    }

    @Test(arguments: [
        "default login me password geheim", "machine rss.example.org login you password x", "machine",
        "machine example.org login me password x", "machine rss.example.org.evil login me password x", "password x"
    ])
    func `another machine's or user's password isn't sent`(text: String) async throws {
        let file = try netrc(text)
        await #expect(throws: NoPassword.self) { try await account(file, "user me") }
    }

    @Test func `every kind of server in the urls file has a protocol of the same name`() {
        for kind in AccountLine.Kind.allCases { #expect(ServerKind(kind).rawValue == kind.rawValue) }
        #expect(AccountLine.Kind.allCases.count == ServerKind.allCases.count)
    }

    @Test func `servers without the usual safety are named`() {
        let line = "server:fever:http://a.example/\n#: insecure yes\n#: verify no"
        #expect(UrlsList(line).warnings.count == 2)
        #expect(UrlsList("server:fever:https://a.example/\n#: insecure yes").warnings == [])
    }
}

@Suite struct `Looking for a feed server` {
    private func look(_ url: String, for kind: AccountLine.Kind? = nil) async throws -> FoundServer {
        let address = try Address(typed: url)
        return try await Task.detached {
            try ServerSearch(RequestOptions(proxy: .direct)).look(at: address, for: kind)
        }.value
    }

    private func reason(_ url: String) async -> String? {
        let failure = await #expect(throws: ServerSearch.Failure.self) { try await self.look(url) }
        return failure?.description
    }

    @Test(arguments: ["", "/", "/i/", "/api/greader.php", "/api/", "/api/fever.php", "/i/index.php?c=feed"])
    func `FreshRSS is found at its site, its pages and its interfaces`(path: String) async throws {
        let double = try FeedServerDouble(ServerShelf(), GoogleReaderDouble.freshRSS)
        let found = try await look(double.server.url(path))
        #expect(found == FoundServer(.greader, at: double.url, called: "FreshRSS"))
        #expect(double.shelf.logins == 0)
    }

    @Test func `FreshRSS without its API is told apart from no server`() async throws {
        let double = try FeedServerDouble(ServerShelf(), GoogleReaderDouble.freshRSS)
        double.addTrouble(.refusal(of: "/reader/api/0/token", Answer(503)), times: 9)
        #expect(await reason(double.server.url("/"))?.contains("API is off") == true)
    }

    @Test func `Miniflux is found before the Google Reader API that it has, too`() async throws {
        let double = try FeedServerDouble(ServerShelf(), MinifluxDouble.new)
        let refusal = Answer(401, headers: ["Content-Type": "application/json"], body: "{}")
        double.addTrouble(.refusal(of: "/v1/me", refusal), times: 9)
        #expect(try await look(double.server.url("/miniflux/")) == FoundServer(.miniflux, at: double.url))
    }

    @Test func `another server with the Google Reader API is found`() async throws {
        let double = try FeedServerDouble(ServerShelf(), GoogleReaderDouble.theOldReader)
        #expect(try await look(double.server.url("/")) == FoundServer(.greader, at: double.server.url("")))
    }

    @Test func `Nextcloud is found by the page that tells its state`() async throws {
        let double = try FeedServerDouble(ServerShelf(), NextcloudDouble())
        let state = #"{"installed": true, "versionstring": "31.0.2", "productname": "Nextcloud"}"#
        double.addTrouble(.refusal(of: "/status.php", Answer(200, body: state)), times: 9)
        #expect(
            try await look(double.server.url("/cloud/index.php/apps/news"))
                == FoundServer(.nextcloud, at: double.url, called: "Nextcloud 31.0.2"))
    }

    @Test func `Tiny Tiny RSS and Fever are found`() async throws {
        let ttrss = try FeedServerDouble(ServerShelf(), TinyTinyRSSDouble())
        #expect(try await look(ttrss.url) == FoundServer(.ttrss, at: ttrss.url))
        let fever = try FeedServerDouble(ServerShelf(), FeverDouble.coldsweat)
        #expect(try await look(fever.server.url("/")) == FoundServer(.fever, at: fever.url))
    }

    @Test func `a redirect is followed to the server`() async throws {
        let double = try FeedServerDouble(ServerShelf(), GoogleReaderDouble.freshRSS)
        let url = double.server.url("/i/")
        let door = try LoopbackServer { request in
            request.path == "/" ? Answer(302, headers: ["Location": url]) : Answer(404)
        }
        #expect(try await look(door.url("/")).url == double.url)
    }

    @Test func `a site that refuses everything isn't a server`() async throws {
        let walled = try LoopbackServer { _ in Answer(403) }
        #expect(await reason(walled.url("/"))?.hasPrefix("no feed server found at") == true)
        let basic = try LoopbackServer { _ in Answer(401, headers: ["WWW-Authenticate": "Basic realm=x"]) }
        #expect(await reason(basic.url("/"))?.hasPrefix("no feed server found at") == true)
        let found = try await look(basic.url("/tt-rss/"), for: .ttrss)
        #expect(found == FoundServer(.ttrss, at: basic.url("/tt-rss/")))
    }

    @Test func `an unreachable site is told`() async throws {
        #expect(await reason("http://127.0.0.1:9/")?.hasPrefix("can't reach “http://127.0.0.1:9/”: ") == true)
    }

    @Test func `services are known by their host, and so are those that lede can't speak to`() async throws {
        #expect(try await look("bazqux.com").url == "https://bazqux.com")
        #expect(try await look("https://theoldreader.com/feeds/123").name == "The Old Reader")
        #expect(await reason("https://feedbin.com/")?.contains("can't sync with Feedbin") == true)
    }
}
