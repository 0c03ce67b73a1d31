import Foundation
import TestSupport
import Testing

@Suite struct `Pictures of articles` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var folder: String { home.cache + "/pictures" }

    init() throws {
        feed = try TeaserFeed(["one", "two"], pictures: 2)
        _ = try Lede.run("refresh", home: feed.home)
    }

    private func preload() throws -> String { try Lede.run("preload", home: home).output }

    private func pictureHits() -> Int { feed.server.requests.count { $0.path.hasSuffix(".png") } }

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
