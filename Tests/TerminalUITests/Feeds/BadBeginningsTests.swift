import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.drawing) struct `A bad start` {
    @Test func `starting with a damaged library saves what can be saved, and says so`() async throws {
        let items = (1...40).map { SampleFeed.Item(title: "Item \($0)", body: "<p>Text</p>") }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        try await home.fetch()
        try damage(home.data + "/library.db")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen { $0.contains("The library was damaged: saved 40 items") && $0.contains("News") }
        #expect(try await reader.quit() == .status(0))
    }

    @Test func `starting with an unreadable urls file says so, and shows the library's feeds`() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.config + "/urls", withIntermediateDirectories: true)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "/urls: it isn't a regular file")
        #expect(try await reader.quit() == .status(0))
    }

    @Test func `starting with an invalid line in the urls file says which, and reads the others`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try DrawnReader.launch(feeds: ["# comment", "not an address", server.url("/feed")])
        try await reader.waitForScreen {
            $0.contains("urls:2:1: “not” isn't a URL") && $0.contains(server.name("/feed"))
        }
        reader.press("R")
        try await reader.waitForScreen(showing: "News")
    }

    @Test func `starting with several invalid lines says where they are listed, each once`() async throws {
        let reader = try DrawnReader.launch(feeds: ["nonsense", "rubbish", "https://feed.invalid/"], size: (120, 24))
        try await reader.waitForScreen(showing: "urls:1:1: “nonsense” isn't a URL")
        try await reader.waitForScreen { $0.foot.contains("(E for 1 more)") }
        reader.press("E")
        let page = try await reader.waitForScreen { $0.contains("“rubbish” isn't a URL") }
        #expect(page.text.components(separatedBy: "nonsense").count == 2)
    }
}

/// Overwrites the beginning of a closed library.
private func damage(_ path: String) throws {
    // The latest changes are in the log until the last connection closes.
    _ = try Database(path: path, access: .readWrite).pragma("user_version")
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: Data(count: 100))
}
