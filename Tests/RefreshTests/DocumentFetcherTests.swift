import Foundation
import Library
import Signals
import TestSupport
import Testing

@testable import Refresh

@Suite struct FeedSourceTests {
    @Test(arguments: [
        ("https://example.org/feed", FeedSource.document(.web("https://example.org/feed"))),
        ("file:///home/me/a feed.xml", .document(.file(path: "/home/me/a feed.xml"))),
        ("exec:curl -s https://example.org | fix", .command("curl -s https://example.org | fix")),
        ("exec:", .command("")),
        ("filter:fix -x:https://example.org/a:b", .filter("fix -x", of: .web("https://example.org/a:b"))),
        ("filter:fix:file:///feed.xml", .filter("fix", of: .file(path: "/feed.xml"))),
        // The first colon ends the command, as in newsboat, even if the command contains one.
        ("filter:fix http://proxy:https://example.org/", .filter("fix http", of: .web("//proxy:https://example.org/"))),
        ("filter:fix", .document(.web("filter:fix"))),
        ("EXEC:fix", .document(.web("EXEC:fix")))
    ])
    func `a feed's URL tells where its document comes from`(address: String, source: FeedSource) {
        #expect(FeedSource(address) == source)
    }

    @Test func `only a feed from a server has a web address`() {
        let addresses = ["https://a.org/", "filter:fix:https://a.org/", "exec:fix", "file:///a", "filter:fix:file:///a"]
        #expect(addresses.map { FeedSource($0).webAddress } == ["https://a.org/", "https://a.org/", nil, nil, nil])
    }
}

@Suite(.timeLimit(.minutes(5))) struct LocalFeedTests {
    private let home: Home
    private let path: String
    private let newsstand: Newsstand

    init() throws {
        home = try Home()
        path = home.path + "/feed.xml"
        newsstand = try Newsstand(["file://" + path])
    }

    @Test func `a feed in a file is stored`() async throws {
        try write(SampleFeed(title: "Local", items: [.init(title: "a")]).atom)
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try newsstand.feeds.map(\.name) == ["Local"])
    }

    @Test func `a file that is missing fails in words`() async throws {
        let words = "can't read the file: No such file or directory"
        #expect(try await newsstand.outcomes() == [.fetched(.failed(words, .local))])
        #expect(try newsstand.feeds.map(\.fetching.lastError) == [words])
    }

    @Test func `a file that isn't a feed fails with a reason`() async throws {
        try write("Dear diary")
        #expect(
            try await newsstand.outcomes() == [.fetched(.failed("not a feed but plain text: “Dear diary”", .noFeed))])
    }

    @Test func `a pipe that nobody writes to delays no other feed`() async throws {
        let pipe = home.path + "/pipe"
        mkfifo(pipe, 0o600)
        try write(SampleFeed(title: "Local", items: [.init(title: "a")]).atom)
        let newsstand = try Newsstand(["file://" + pipe, "file://" + path], change: { $0.transfers = 1 })
        #expect(try await newsstand.outcomes().map(\.?.new) == [nil, 1])
        #expect(try newsstand.feeds[0].fetching.lastError == "can't read the file: it isn't a regular file")
    }

    private func write(_ document: String) throws {
        try Data(document.utf8).write(to: URL(filePath: path))
    }
}

@Suite(.timeLimit(.minutes(5))) struct CommandFeedTests {
    private let home: Home

    init() throws {
        home = try Home()
        try write(SampleFeed(title: "Made", items: [.init(title: "a"), .init(title: "b")]).rss, to: "feed.xml")
    }

    @Test func `the output of a command is a feed`() async throws {
        let newsstand = try Newsstand(["exec:cat \(home.path)/feed.xml | sed s/Made/Mended/"])
        #expect(try await newsstand.outcomes().map(\.?.new) == [2])
        #expect(try newsstand.feeds.map(\.name) == ["Mended"])
    }

    @Test func `a command with the same output as before brings nothing new`() async throws {
        let newsstand = try Newsstand(["exec:cat \(home.path)/feed.xml"])
        try await newsstand.refresh()
        #expect(try await newsstand.outcomes() == [.fetched(.sentAgain)])
    }

    @Test func `a failing command reports its reason, and other feeds are stored`() async throws {
        let newsstand = try Newsstand([
            "exec:echo no network >&2; exit 3", "exec:echo Dear diary", "exec:cat \(home.path)/feed.xml"
        ])
        let outcomes = try await newsstand.outcomes()
        #expect(outcomes[0] == .fetched(.failed("the command failed with exit code 3: no network", .local)))
        #expect(outcomes[1] == .fetched(.failed("not a feed but plain text: “Dear diary”", .noFeed)))
        #expect(outcomes[2]?.new == 2)
        #expect(try newsstand.feeds[0].fetching.lastError == "the command failed with exit code 3: no network")
    }

    @Test func `a command without input can't take typed keys`() async throws {
        let newsstand = try Newsstand(["exec:cat; cat \(home.path)/feed.xml"])
        #expect(try await newsstand.outcomes().map(\.?.new) == [2])
    }

    @Test func `a filter changes the document of a server`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand(["filter:sed 's/>a</>filtered</':\(server.url("/feed"))"])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try newsstand.titles(newsstand.feeds[0]) == ["filtered"])
    }

    @Test func `a filter also reads a file`() async throws {
        let newsstand = try Newsstand(["filter:cat:file://\(home.path)/feed.xml"])
        #expect(try await newsstand.outcomes().map(\.?.new) == [2])
    }

    @Test func `a filtered feed sends validators and doesn't filter an unchanged document`()
        async throws
    {
        let answers = Answers([
            .feed("a", headers: ["ETag": "\"v1\""]), Answer(304), .feed("a", headers: ["ETag": "\"v2\""]), .feed("b")
        ])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand(["filter:tee -a \(home.path)/seen | cat:\(server.url("/"))"])
        var outcomes: [FeedOutcome?] = []
        for _ in 1...4 { outcomes += try await newsstand.outcomes() }
        #expect(outcomes.map(\.?.new) == [1, nil, nil, 1])
        #expect(outcomes[1...2] == [.fetched(.unchanged), .fetched(.sentAgain)])
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\"", "\"v1\"", "\"v2\""])
        let seen = try String(contentsOfFile: "\(home.path)/seen", encoding: .utf8)
        #expect(seen.components(separatedBy: "</rss>").count == 3)
    }

    @Test func `a document whose filter failed is fetched and filtered again`() async throws {
        let server = try LoopbackServer { _ in .feed("a", headers: ["ETag": "\"v1\""]) }
        let mended = "\(home.path)/mended"
        let newsstand = try Newsstand(["filter:test -e \(mended) && cat:\(server.url("/"))"])
        #expect(try await newsstand.outcomes() == [.fetched(.failed("the command failed with exit code 1", .local))])
        try write("", to: "mended")
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil])
    }

    @Test func `a filter doesn't run on a refusal`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand(["filter:touch \(home.path)/run; cat:\(server.url("/"))"])
        #expect(
            try await newsstand.outcomes() == [
                .fetched(.failed("the server answered 404 (not found)", .missing))
            ])
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/run"))
    }

    @Test func `a filter can't read from another command`() async throws {
        let newsstand = try Newsstand(["filter:cat:exec:touch \(home.path)/run"])
        let outcome = try await newsstand.outcomes()[0]
        #expect(
            outcome == .fetched(.failed("“exec:touch \(home.path)/run” isn't a URL that lede can fetch", .refused)))
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/run"))
    }

    @Test func `stopping a refresh stops the commands`() async throws {
        let lifeline = try Lifeline(in: home)
        let newsstand = try Newsstand(["exec:\(lifeline.take); exec sleep 60"])
        let (refresh, _) = try newsstand.begin()
        try lifeline.waitUntilTaken()
        refresh.dispose()
        try lifeline.waitUntilReleased()
        #expect(try newsstand.feeds[0].fetching.lastError == nil)
    }

    private func write(_ document: String, to name: String) throws {
        try Data(document.utf8).write(to: URL(filePath: "\(home.path)/\(name)"))
    }
}
