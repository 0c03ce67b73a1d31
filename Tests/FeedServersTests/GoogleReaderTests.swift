import FeedParser
import FoundationEssentials
import TestSupport
import Testing

@testable import FeedServers

extension Visit where Server == GoogleReader {
    init(
        _ dialect: GoogleReaderDouble, _ shelf: ServerShelf = ServerShelf(items: 3), password: String? = nil
    ) throws {
        double = try FeedServerDouble(shelf, dialect)
        server = try GoogleReader(.at(double, password: password))
    }
}

private let dialects: [GoogleReaderDouble] = [.freshRSS, .miniflux, .oldMiniflux, .bazQux, .theOldReader, .inoreader]

@Suite struct `The Google Reader API` {
    @Test(arguments: dialects)
    func `lists name the unread and the starred items`(dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        let ids = visit.double.shelf.items.map(\.id)
        visit.double.change { $0.change(ids[1]) { ($0.isRead, $0.isStarred) = (true, true) } }
        let (unread, starred) = (try visit.server.unread(limit: 100), try visit.server.starred(limit: 100))
        #expect(unread.isComplete && starred.isComplete)
        #expect(try visit.items(unread.ids).map(\.item.title) == ["Item 1", "Item 3"])
        #expect(try visit.items(starred.ids).map(\.item.title) == ["Item 2"])
    }

    @Test(arguments: dialects)
    func `marks reach the very items`(dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        let ids = visit.double.shelf.items.map(\.id)
        let listed = try visit.server.unread(limit: 100).ids
        try visit.server.mark([listed[0], listed[2]], as: .read)
        try visit.server.mark([listed[1]], as: .starred)
        #expect(visit.double.shelf.unread == [ids[1]])
        #expect(visit.double.shelf.starred == [ids[1]])
        try visit.server.mark([listed[2]], as: .unread)
        try visit.server.mark([listed[1]], as: .unstarred)
        #expect(visit.double.shelf.unread == [ids[0], ids[1]])
        #expect(visit.double.shelf.starred == [])
    }

    @Test func `an item has its text, its feed, its marks and its files`() throws {
        let visit = try Visit(.freshRSS)
        let id = visit.double.shelf.items[0].id
        visit.double.change { $0.change(id) { ($0.isRead, $0.isStarred) = (true, true) } }
        let item = try #require(try visit.items([.number(id)]).first)
        #expect(item.feed == ServerFeedID("feed/1"))
        #expect(item.isRead && item.isStarred)
        #expect(item.item.title == "Item 1")
        #expect(item.item.content == "<p>Text 1</p>")
        #expect(item.item.link == "https://example.org/1/1")
        #expect(item.item.authors == ["A. Writer"])
        #expect(item.item.categories == ["swift"])
        #expect(item.item.published == Date(timeIntervalSince1970: 1_760_000_001))
        #expect(
            item.item.enclosures
                == [ParsedEnclosure(url: "https://example.org/a.mp3", type: "audio/mpeg", length: 12)])
    }

    @Test func `recent items come by the time at which the server got them`() throws {
        let visit = try Visit(.freshRSS)
        let since = Date(timeIntervalSince1970: 1_760_000_002)
        let recent = try visit.server.recent(since: since, limit: 10)
        #expect(recent == ServerList(visit.double.shelf.items[1...].map(\.id).listed, isComplete: false))
    }

    @Test func `feeds come with their folders`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(folders: ["News", nil], items: 0))
        #expect(
            try visit.server.subscriptions() == [
                ServerFeed(
                    id: ServerFeedID("feed/1"), url: "https://example.org/1", site: "https://example.org/",
                    title: "Feed 1", folders: ["News"]),
                ServerFeed(
                    id: ServerFeedID("feed/2"), url: "https://example.org/2", site: "https://example.org/",
                    title: "Feed 2")
            ])
    }

    @Test func `a feed whose URL is only in its id has that URL`() throws {
        let visit = try Visit(.bazQux, ServerShelf(folders: ["News"], items: 1))
        let feed = try #require(try visit.server.subscriptions().first)
        #expect(feed.url == "https://example.org/1")
        #expect(try visit.items(visit.server.unread(limit: 10).ids).map(\.feed) == [feed.id])
        try visit.server.rename(feed.id, to: "Other")
        #expect(visit.double.shelf.feeds.map(\.title) == ["Other"])
    }

    @Test(arguments: [GoogleReaderDouble.freshRSS, .miniflux])
    func `feeds are added, renamed, moved and removed`(dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        let id = try visit.server.add("https://example.org/new?a=1&b=ü", to: "Ä & B")
        #expect(id == ServerFeedID("feed/2"))
        #expect(visit.double.shelf.feeds.last?.url == "https://example.org/new?a=1&b=ü")
        #expect(visit.double.shelf.feeds.last?.folder == "Ä & B")
        try visit.server.rename(id, to: "Neu & alt")
        #expect(visit.double.shelf.feeds.last?.title == "Neu & alt")
        let feed = try #require(try visit.server.subscriptions().last)
        try visit.server.move(feed, to: ["Other", "Ignored"])
        #expect(visit.double.shelf.feeds.last?.folder == "Other")
        try visit.server.renameFolder("Other", to: "Another")
        #expect(visit.double.shelf.feeds.last?.folder == "Another")
        try visit.server.remove(id)
        #expect(visit.double.shelf.feeds.map(\.number) == [1])
    }

    @Test func `labels are told from folders, listed, set and removed`() throws {
        var shelf = ServerShelf(folders: ["News"], items: 3)
        shelf.labels = ["b/c", " trimmed", String(repeating: "x", count: 191), "a\nline"]
        shelf.items[0].labels = shelf.labels
        let visit = try Visit(.freshRSS, shelf)
        let ids = shelf.items.map(\.id)
        #expect(try visit.server.labels()?.areFolders == ["All": true, "News": true, "b/c": false])
        #expect(try visit.items(ids.listed).first?.labels?.isSuperset(of: ["b/c", "News"]) == true)
        try visit.server.label(ids.listed, "b/c", isOn: true)
        try visit.server.label([.number(ids[0])], "b/c", isOn: false)
        #expect(try visit.server.items(labelled: "b/c", limit: 100) == ServerList(ids[1...].listed, isComplete: true))
    }

    @Test(arguments: [#"{"tags":[]}"#, #"{"tags":[{"id":"user/-/label/a","type":"tag"}]}"#])
    func `a list of names without folders is broken, and tells nothing`(body: String) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "tag/list", Answer(200, body: body)))
        #expect(try visit.server.labels() == nil)
    }

    @Test func `a server whose labels lede doesn't know is asked for none`() throws {
        let visit = try Visit(.miniflux)
        #expect(try visit.server.labels() == nil)
        #expect(visit.double.server.requests.isEmpty)
    }

    @Test func `a feed is moved out of its folder`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(folders: ["News"], items: 0))
        try visit.server.move(try #require(try visit.server.subscriptions().first), to: [])
        #expect(visit.double.shelf.feeds.map(\.folder) == [nil])
    }

    @Test func `a feed of FreshRSS is marked read exactly up to an item`() throws {
        let visit = try Visit(.freshRSS, ServerShelf(folders: [nil, nil], items: 3))
        let ids = visit.double.shelf.items.map(\.id)
        #expect(visit.server.abilities.readsUpTo)
        try visit.server.markRead(ServerFeedID("feed/1"), upTo: .number(ids[1]))
        #expect(visit.double.shelf.unread == Array(ids[2...]))
    }

    @Test func `a server that compares other times isn't asked to mark up to an item`() throws {
        let visit = try Visit(.miniflux)
        #expect(!visit.server.abilities.readsUpTo)
        #expect(failure { try visit.server.markRead(ServerFeedID("feed/1"), upTo: .number(1)) }?.kind == .unsupported)
        #expect(visit.double.requests("mark-all-as-read").isEmpty)
    }
}

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

@Suite struct `Changes by the Google Reader API` {
    @Test(arguments: ServerMark.allCases)
    func `what to do comes before the items, so that PHP doesn't drop it`(mark: ServerMark) throws {
        let visit = try Visit(.freshRSS, ServerShelf(items: 250))
        try visit.server.mark(visit.double.shelf.unread.listed, as: mark)
        let form = try #require(visit.double.requests("edit-tag").first?.form)
        #expect(form[0].name == "T")
        #expect(["a", "r"].contains(form[1].name))
        #expect(form[2...].allSatisfy { $0.name == "i" })
        #expect(form.count == 252)
        #expect(visit.server.abilities.marksAtOnce == 250)
    }

    @Test func `a mark whose answer is lost is set once more`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.loss(of: "edit-tag", .raw([])))
        try visit.server.mark(visit.double.shelf.unread.listed, as: .read)
        #expect(visit.double.shelf.unread == [])
        #expect(visit.double.requests("edit-tag").count == 2)
    }

    @Test(
        arguments: [
            (.raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nO".utf8)), .offline), (Answer(500), .busy),
            (Answer(504), .busy), (Answer(200, body: "<html>Log in</html>"), .notUnderstood),
            (Answer(200, body: ""), .notUnderstood), (Answer(200, body: "OKAY"), .notUnderstood)
        ] as [(Answer, ServerFailure.Kind)])
    func `a mark may be set although the server doesn't say so`(answer: Answer, kind: ServerFailure.Kind) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.loss(of: "edit-tag", answer), times: 2)
        let failure = failure { try visit.server.mark(visit.double.shelf.unread.listed, as: .read) }
        #expect(failure?.kind == kind)
        #expect(failure?.mayBeDone == true)
    }

    @Test(
        arguments: [
            (Answer(400), .rejected), (Answer(404), .gone), (Answer(429), .toldToWait(nil)),
            (Answer(429, headers: ["Retry-After": "120"]), .toldToWait(.seconds(120))),
            (Answer(429, headers: ["Retry-After": "99999999"]), .toldToWait(.seconds(86_400)))
        ] as [(Answer, ServerFailure.Kind)])
    func `a refused mark isn't set`(answer: Answer, kind: ServerFailure.Kind) throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "edit-tag", answer))
        let failure = failure { try visit.server.mark(visit.double.shelf.unread.listed, as: .read) }
        #expect(failure?.kind == kind)
        #expect(failure?.mayBeDone == false)
    }

    @Test func `a feed whose adding gave no answer isn't added twice, and is found then`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.loss(of: "quickadd", .raw([])))
        let failure = failure { _ = try visit.server.add("https://example.org/new", to: nil) }
        #expect(failure?.kind == .offline)
        #expect(failure?.reason == "the server closed the connection without an answer")
        #expect(failure?.mayBeDone == true)
        #expect(visit.double.requests("quickadd").count == 1)
        #expect(try visit.server.add("https://EXAMPLE.org/new", to: nil) == ServerFeedID("feed/2"))
        #expect(visit.double.shelf.feeds.count == 2)
    }

    @Test(arguments: [GoogleReaderDouble.freshRSS, .miniflux])
    func `a feed that the server has is found`(dialect: GoogleReaderDouble) throws {
        let visit = try Visit(dialect)
        #expect(try visit.server.add("https://example.org/1", to: "Folder") == ServerFeedID("feed/1"))
        #expect(visit.double.shelf.feeds.map(\.folder) == [nil])
    }

    @Test func `a page without a feed can't be added`() throws {
        let visit = try Visit(.freshRSS)
        let failure = failure { _ = try visit.server.add("https://example.org/nothing", to: nil) }
        #expect(failure?.kind == .rejected)
        #expect(failure?.reason == "the server found no feed at “https://example.org/nothing”")
    }

    @Test func `a feed that has gone is removed without an error`() throws {
        let visit = try Visit(.freshRSS)
        try visit.server.remove(ServerFeedID("feed/1"))
        try visit.server.remove(ServerFeedID("feed/1"))
        #expect(visit.double.shelf.feeds.isEmpty)
    }

    @Test func `a feed that the server doesn't remove is told`() throws {
        let visit = try Visit(.freshRSS)
        visit.double.addTrouble(.refusal(of: "subscription/edit", Answer(400)))
        #expect(failure { try visit.server.remove(ServerFeedID("feed/1")) }?.kind == .rejected)
    }
}
