import FeedParser
import TestSupport
import Testing

@testable import FeedServers

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
