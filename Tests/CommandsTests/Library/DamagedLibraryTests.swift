import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `A command with a damaged library` {
    @Test func `a command saves what can be saved of a damaged library, and says so`() async throws {
        let items = (1...40).map { SampleFeed.Item(title: "Item \($0)", body: "<p>Text</p>") }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        #expect(try await home.run("refresh").status == 0)
        let path = home.data + "/library.db"
        // The latest changes are in the log until the last connection closes.
        _ = try Database(path: path, access: .readWrite).pragma("user_version")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.write(contentsOf: Data(count: 100))
        try file.close()
        let run = try await home.run("unread")
        #expect(run.output == "40\n")
        #expect(
            run.errors.hasPrefix("lede: the library was damaged: saved 40 items; the damaged file is now \(home.data)"))
    }
}
