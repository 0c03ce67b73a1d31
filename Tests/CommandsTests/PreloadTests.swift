import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Pictures of articles` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var folder: String { home.cache + "/pictures" }

    init() async throws {
        feed = try TeaserFeed(["one", "two"], pictures: 2)
        _ = try await feed.home.run("refresh")
    }

    private func preload() async throws -> String { try await home.run("preload").output }

    private func pictureHits() -> Int { feed.server.requests.count { $0.path.hasSuffix(".png") } }

    @Test func `preloading fetches the pictures of teasers and articles once, and again when they are gone`()
        async throws
    {
        #expect(try await preload() == "kept 2 articles of 2 pages, and 6 of 6 pictures\n")
        #expect(try await preload() == "kept 0 articles of 0 pages\n" && pictureHits() == 6)
        #expect(try await home.run("cache").output.contains("2 articles, ") == true)
        #expect(try await home.run("cache").output.contains("; 6 pictures, "))
        let json = try await home.run("cache", "--json").output
        #expect(json.contains("\"pictures\":6,\"picture_bytes\":"))
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await !home.run("cache").output.contains("picture"))
        #expect(try await preload() == "kept 0 articles of 0 pages, and 6 of 6 pictures\n" && pictureHits() == 12)
    }

    @Test func `clearing the cache removes the files`() async throws {
        _ = try await preload()
        #expect(try await home.run("cache", "clear", "--older", "1").output == "forgot 0 articles\n")
        #expect(
            try await home.run("cache", "clear", "--feed", "Birds").output == "forgot 2 articles and 6 pictures\n"
        )
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains("/") }
        #expect(files.isEmpty)
        #expect(try await preload() == "kept 2 articles of 2 pages, and 6 of 6 pictures\n")
    }

    @Test func `without a cache for pictures none is fetched ahead, and small ones are with “small”`() async throws {
        try home.write(config: "cache-pictures no\n")
        #expect(try await preload() == "kept 2 articles of 2 pages\n" && pictureHits() == 0)
        try home.write(config: "cache-pictures small\npictures-hosts !127.0.0.1\n")
        #expect(try await preload() == "kept 0 articles of 0 pages, and 0 of 6 pictures\n" && pictureHits() == 0)
        _ = try await home.run("cache", "clear")
        try home.write(config: "cache-pictures small\n")
        #expect(try await preload() == "kept 2 articles of 2 pages, and 6 of 6 pictures\n")
    }

    @Test func `scripts get a line for each picture`() async throws {
        let lines = try await home.run("preload", "--json").output.split(separator: "\n")
        #expect(
            lines.count { $0.hasPrefix("{\"picture\":\"http://127.0.0.1:") && $0.contains("\"result\":\"kept\"") } == 6)
        #expect(lines.count == 8)
    }

    @Test func `a folder that can't be written to is said once, and keeps nobody from reading`() async throws {
        try FileManager.default.createDirectory(atPath: home.cache, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: folder))
        let run = try await home.run("preload")
        #expect(
            run.output == "kept 2 articles of 2 pages, and 0 of 6 pictures\n" && run.status == 1
                && run.errors.split(separator: "\n").count { $0.contains("can't open") } == 1)
    }
}

@Suite struct `Articles from web pages` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() async throws {
        feed = try TeaserFeed(["one", "two", "login"])
        _ = try await feed.home.run("refresh")
    }

    private func number(of title: String) async throws -> String {
        let line = try await home.run("items").output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `preloaded articles are found and read without the network`() async throws {
        let run = try await home.run("preload")
        #expect(
            run.status == 1 && run.output == "kept 2 articles of 3 pages\n"
                && run.errors.contains(": the page asks you to log in"))
        server.stop()
        #expect(try await home.run("search", "kestrel").output.split(separator: "\n").count == 2)
        let shown = try await home.run("show", "--full", number(of: "Story two"))
        #expect(shown.output.contains("On page /two, line 8") && !shown.output.contains("Menu") && shown.errors.isEmpty)
        #expect(try await !home.run("show", number(of: "Story two")).output.contains("kestrel"))
    }

    @Test func `a number of no item is named, and nothing is fetched`() async throws {
        let run = try await home.run("preload", number(of: "Story one"), "4711")
        #expect(
            run.status == 1 && run.errors == "lede: no item 4711: “lede items” lists the items\n" && run.output.isEmpty)
    }

    @Test func `lede show fetches a page, and shows the feed's text if there is no article`() async throws {
        #expect(try await home.run("show", "--full", number(of: "Story one")).output.contains("On page /one"))
        let login = try await home.run("show", "--full", number(of: "Story login"))
        #expect(
            login.status == 0 && login.output.contains("A teaser.")
                && login.errors == "lede: showing the feed's text: the page asks you to log in\n")
    }

    @Test func `lede tells which articles it keeps, and forgets them`() async throws {
        _ = try await home.run("preload")
        let cache = try await home.run("cache").output
        #expect(
            cache.contains("Birds") && cache.contains("2 articles, ") && cache.contains("; 1 page without an article"))
        #expect(try await home.run("cache", "--json").output.hasPrefix("{\"feed\":\"Birds\",\"articles\":2,"))
        #expect(try await home.run("cache", "clear", "--older", "1").output == "forgot 0 articles\n")
        #expect(try await home.run("cache", "clear").output == "forgot 2 articles\n")
        #expect(try await home.run("cache").output == "0 articles, 0 bytes\n")
        #expect(try await home.run("search", "kestrel").output.isEmpty)
    }
}
