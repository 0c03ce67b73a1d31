import Configuration
import HTTP
import Subscriptions
import TestSupport
import Testing

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
