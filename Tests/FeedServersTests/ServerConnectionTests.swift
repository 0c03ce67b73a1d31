import FeedParser
import Foundation
import HTTP
import System
import TestSupport
import Testing

@testable import FeedServers

@Suite struct `Secrets of feed servers` {
    private func opens(_ url: String, mayBeInsecure: Bool = false) -> ServerFailure.Kind? {
        failure {
            _ = try GoogleReader(
                ServerAccount(url: url, user: "a", password: "b", mayBeInsecure: mayBeInsecure))
        }?.kind
    }

    @Test(arguments: [
        "https://rss.example.org/", "http://127.0.0.1:80/", "http://127.9.9.9/x", "http://localhost:8080",
        "http://rss.localhost", "http://[::1]:80/", "http://0x7f.1/"
    ])
    func `a login goes over TLS or to this machine`(url: String) {
        #expect(opens(url) == nil)
    }

    @Test(arguments: [
        "http://rss.example.org/", "http://192.168.1.2/", "http://localhost.example.org", "http://[::2]/",
        "http://127.0.0.1.example.org/"
    ])
    func `a login doesn't go over the network in the clear unless the user allows it`(url: String) {
        #expect(opens(url) == .loginInsecure)
        #expect(opens(url, mayBeInsecure: true) == nil)
    }

    @Test(arguments: ["ftp://example.org/", "greader", "", "file:///etc/passwd"])
    func `only URLs of the web are servers`(url: String) {
        #expect(opens(url, mayBeInsecure: true) == .notUnderstood)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a login isn't redirected to another server`(status: Int) throws {
        let other = try LoopbackServer { _ in Answer(200, body: "Auth=x") }
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(
            .refusal(of: "ClientLogin", Answer(status, headers: ["Location": other.url("/accounts/ClientLogin")])))
        let failure = failure { try visit.server.logIn() }
        #expect(failure?.kind == .notUnderstood)
        #expect(failure?.reason == "the server redirects to “\(other.url(""))”: check the URL")
        #expect(other.requests.isEmpty)
    }

    @Test(arguments: [301, 302, 307, 308])
    func `a list from another server isn't believed, and the key doesn't go there`(status: Int) throws {
        let other = try LoopbackServer { _ in Answer(200, body: #"{"itemRefs":[]}"#) }
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "items/ids", Answer(status, headers: ["Location": other.url("/")])))
        #expect(failure { _ = try visit.server.unread(limit: 10) }?.kind == .notUnderstood)
        #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
    }

    @Test func `no failure contains the password, even if the server repeats it`() throws {
        let visit = try Visit(.freshRSS)
        let password = visit.double.shelf.password
        let encoded = try #require(password.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let places = [
            "/login?p=\(encoded)", "/\(encoded)", "http://\(encoded)@other.example/\(encoded)", "http://[\(encoded)",
            "gopher://\(encoded)"
        ]
        for place in places {
            visit.double.addTrouble(.refusal(of: "ClientLogin", Answer(302, headers: ["Location": place])))
            let words = String(describing: failure { try visit.server.logIn() })
            #expect(!words.contains(encoded) && !words.contains(password) && !words.contains("geheim"))
        }
    }

    @Test func `an account is described without its password`() {
        let account = ServerAccount(url: "https://u:geheim@example.org/", user: "anna", password: "geheim")
        #expect(!"\(account) \(String(reflecting: account))".contains("geheim"))
    }
}

@Suite struct `Connections to feed servers` {
    @Test func `a server that can't be reached is offline, and nothing is done`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.server.stop()
        let failure = failure { try visit.server.mark([.number(1)], as: .read) }
        #expect(failure?.kind == .offline)
        #expect(failure?.mayBeDone == false)
    }

    @Test func `cancelling ends what is under way and what comes later`() throws {
        let visit = try Visit(.freshRSS)
        let gate = Gate()
        visit.double.addTrouble(.refusal(of: "items/ids", .held(until: gate, Answer(200))))
        Thread.detachNewThread {
            try? gate.waitUntilReached()
            visit.server.cancel()
        }
        #expect(failure { _ = try visit.server.unread(limit: 10) }?.kind == .cancelled)
        #expect(failure { _ = try visit.server.subscriptions() }?.kind == .cancelled)
    }
}

@Suite struct `Patience with feed servers` {
    @Test func `pages without end are given up, in words`() throws {
        var shelf = ServerShelf(items: 2500)
        for index in shelf.items.indices { shelf.items[index].id = Int64(index + 1) }
        func check<Server: ConnectedServer>(_ visit: Visit<Server>) throws {
            let received = visit.server.connection.received
            received.withLock { $0 = ServerConnection.longestSync }
            let failure = failure { _ = try visit.changes() }
            #expect(failure?.kind == .endless)
            #expect(failure?.reason == "the server sent more than 4 GB in one sync, as if its list had no end")
            #expect(visit.double.server.requests.count == 1)
            visit.server.beginSync()
            #expect(try visit.changes().0.count == 2500)
        }
        try check(Visit(MinifluxDouble.new, shelf))
        try check(Visit(nextcloud: NextcloudDouble(), shelf))
    }

    @Test func `the user's timeout holds for a server that doesn't answer`() throws {
        let gate = Gate()
        defer { gate.open() }
        let double = try FeedServerDouble(ServerShelf(items: 1), GoogleReaderDouble.freshRSS)
        double.addTrouble(.delay(of: "subscription/list", until: gate))
        var account = ServerAccount.at(double)
        var limits = Limits()
        limits.overall = .milliseconds(200)
        account.options.limits = limits
        let server = try GoogleReader(account)
        let start = ContinuousClock.now
        #expect(failure { _ = try server.subscriptions() }?.kind == .offline)
        // Otherwise it would be 90.
        #expect(.now - start < .seconds(45))
    }
}

@Suite struct FormTests {
    @Test func `fields are sent in their order, and encoded`() {
        var form: Form = ["T": "a b", "a": "user/-/ü"]
        form.add("i", "1&2=+")
        #expect(form.text == "T=a%20b&a=user%2F-%2F%C3%BC&i=1%262%3D%2B")
    }
}

@Suite struct ServerKindTests {
    @Test func `every protocol refuses a login in the clear, and takes a safe one`() throws {
        for kind in ServerKind.allCases {
            let account = ServerAccount(url: "http://rss.example.org/", user: "a", password: "b")
            #expect(failure { _ = try kind.server(for: account) }?.kind == .loginInsecure)
            var safe = account
            safe.url = "https://rss.example.org/"
            #expect(try kind.server(for: safe).abilities.marksAtOnce > 0)
        }
    }
}
