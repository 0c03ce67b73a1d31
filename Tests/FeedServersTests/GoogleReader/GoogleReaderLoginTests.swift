import FeedParser
import TestSupport
import Testing

@testable import FeedServers

/// What a person does at a server, each in one step.
private let deeds: [@Sendable (Visit<GoogleReader>) throws -> Void] = [
    { _ = try $0.server.subscriptions() },
    { _ = try $0.server.unread(limit: 10) },
    { _ = try $0.items($0.double.shelf.unread.listed) },
    { try $0.server.mark($0.double.shelf.unread.listed, as: .read) },
    { try $0.server.rename(ServerFeedID("feed/1"), to: "Other") },
    { _ = try $0.server.add("https://example.org/new", to: nil) },
    { try $0.server.remove(ServerFeedID("feed/1")) }
]

@Suite struct `Logins of the Google Reader API` {
    @Test(arguments: deeds.indices, [GoogleReaderDouble.freshRSS, .miniflux])
    func `when the token has run out, a new one is fetched`(deed: Int, dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        try visit.server.mark([], as: .read)
        try visit.server.mark([.number(1)], as: .read)
        visit.double.change { $0.forgetToken() }
        try deeds[deed](visit)
        #expect(visit.double.shelf.logins == 1)
        #expect(visit.double.requests("token").count <= 2)
    }

    @Test(arguments: deeds.indices, [GoogleReaderDouble.freshRSS, .miniflux])
    func `when the login has run out, there is a new one`(deed: Int, dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        try visit.server.mark([.number(1)], as: .read)
        visit.double.change { $0.forgetKey() }
        try deeds[deed](visit)
        // Where a token is enough, the server has forgotten the login without any harm to come.
        #expect(visit.double.shelf.logins == 2)
    }

    @Test func `a server that refuses everything is asked only a few times`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "edit-tag", Answer(401)), times: 10)
        let failure = failure { try visit.server.mark([.number(1)], as: .read) }
        #expect(failure?.kind == .notUnderstood)
        #expect(visit.double.requests("edit-tag").count == 3)
        #expect(visit.double.shelf.logins == 2)
    }

    @Test func `a bad token is told of with any status`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(
            .refusal(of: "edit-tag", Answer(200, headers: ["X-Reader-Google-Bad-Token": "true"], body: "OK")))
        let ids = visit.double.shelf.unread
        try visit.server.mark(ids.listed, as: .read)
        #expect(visit.double.shelf.unread == [])
    }

    @Test func `a wrong password is tried only once`() throws {
        let visit = try Visit(.freshRSS, password: "wrong")
        for deed in deeds { #expect(failure { try deed(visit) }?.kind == .loginRefused) }
        #expect(failure { try visit.server.logIn() }?.kind == .loginRefused)
        #expect(visit.double.server.requests.count == 1)
    }

    @Test func `a switched off interface is told`() throws {
        var dialect = GoogleReaderDouble.freshRSS
        dialect.isOn = false
        let visit = try Visit(dialect)
        let failure = failure { try visit.server.logIn() }
        #expect(failure?.kind == .busy)
        #expect(
            failure?.reason == "the server answered 503 (server error): it is busy, or its API for programs is off")
    }

    @Test func `a URL without an interface behind it is told`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "ClientLogin", Answer(404)))
        let failure = failure { try visit.server.logIn() }
        #expect(failure?.kind == .gone)
        #expect(
            failure?.reason == "the server answered 404 (not found): FreshRSS's URL ends in /api/greader.php")
    }

    @Test(arguments: ["<html>Log in</html>", "", "SID=1\nLSID=2", "Auth="])
    func `an answer without a key is no login`(body: String) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "ClientLogin", Answer(200, body: body)))
        #expect(failure { try visit.server.logIn() }?.kind == .notUnderstood)
    }

    @Test(arguments: ["<html>Log in</html>", "", "a b"])
    func `an answer that is no token isn't sent as one`(body: String) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "token", Answer(200, body: body)))
        #expect(failure { try visit.server.mark([.number(1)], as: .read) }?.kind == .notUnderstood)
        #expect(visit.double.requests("edit-tag").isEmpty)
    }
}
