import Foundation
import TestSupport
import Testing

@Suite struct `Pictures of articles` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var folder: String { home.cache + "/pictures" }

    init() throws { feed = try TeaserFeed(["one", "two"], pictures: 2) }

    private func preload() throws -> String { try Lede.run("preload", home: home).output }

    private func pictureHits() -> Int { feed.server.requests.count { $0.path.hasSuffix(".png") } }

    @Test func `preloading fetches the pictures of teasers and articles once, and again when they are gone`() throws {
        #expect(try preload() == "kept 2 articles of 2 pages, and 6 of 6 pictures\n")
        #expect(try preload() == "kept 0 articles of 0 pages\n" && pictureHits() == 6)
        #expect(try Lede.run("cache", home: home).output.contains("2 articles, ") == true)
        #expect(try Lede.run("cache", home: home).output.contains("; 6 pictures, "))
        let json = try Lede.run("cache", "--json", home: home).output
        #expect(json.contains("\"pictures\":6,\"picture_bytes\":"))
        try FileManager.default.removeItem(atPath: folder)
        #expect(try !Lede.run("cache", home: home).output.contains("picture"))
        #expect(try preload() == "kept 0 articles of 0 pages, and 6 of 6 pictures\n" && pictureHits() == 12)
    }

    @Test func `clearing the cache removes the files`() throws {
        _ = try preload()
        #expect(try Lede.run("cache", "clear", "--older", "1", home: home).output == "forgot 0 articles\n")
        #expect(
            try Lede.run("cache", "clear", "--feed", "Birds", home: home).output == "forgot 2 articles and 6 pictures\n"
        )
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains("/") }
        #expect(files.isEmpty)
        #expect(try preload() == "kept 2 articles of 2 pages, and 6 of 6 pictures\n")
    }

    @Test func `without a cache for pictures none is fetched ahead, and small ones are with “small”`() throws {
        try home.write(config: "cache-pictures no\n")
        #expect(try preload() == "kept 2 articles of 2 pages\n" && pictureHits() == 0)
        try home.write(config: "cache-pictures small\npictures-hosts !127.0.0.1\n")
        #expect(try preload() == "kept 0 articles of 0 pages, and 0 of 6 pictures\n" && pictureHits() == 0)
        _ = try Lede.run("cache", "clear", home: home)
        try home.write(config: "cache-pictures small\n")
        #expect(try preload() == "kept 2 articles of 2 pages, and 6 of 6 pictures\n")
    }

    @Test func `scripts get a line for each picture`() throws {
        let lines = try Lede.run("preload", "--json", home: home).output.split(separator: "\n")
        #expect(
            lines.count { $0.hasPrefix("{\"picture\":\"http://127.0.0.1:") && $0.contains("\"result\":\"kept\"") } == 6)
        #expect(lines.count == 8)
    }

    @Test func `a folder that can't be written to is said once, and keeps nobody from reading`() throws {
        try FileManager.default.createDirectory(atPath: home.cache, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: folder))
        let run = try Lede.run("preload", home: home)
        #expect(run.output == "kept 2 articles of 2 pages, and 0 of 6 pictures\n" && run.status == 1)
        #expect(run.errors.split(separator: "\n").count { $0.contains("can't open") } == 1)
    }

    @Test func `the reader fetches pictures after the pages, and says so`() throws {
        try home.write(config: "cache-when always\n")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "6 pictures kept to read offline")
        try reader.press("R")
        try reader.waitForScreen(showing: "othing new")
        #expect(pictureHits() == 6)
    }
}
