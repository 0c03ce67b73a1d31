import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Syncing through a folder` {
    private let laptop: Home
    private let desk: Home
    private let server: LoopbackServer
    private let folder: String

    init() throws {
        laptop = try Home()
        desk = try Home()
        folder = laptop.path + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let items = (1...3).map { SampleFeed.Item(title: "Item \($0)", link: "https://example.org/\($0)") }
        let feed = SampleFeed(title: "News", items: items).rss
        server = try LoopbackServer { _ in Answer(200, body: feed) }
        for (home, name) in [(laptop, "laptop"), (desk, "desk")] {
            try home.write(config: "sync-folder \(folder)\ndevice-name \(name)\n")
        }
        try laptop.write(urls: [server.url("/feed")])
    }

    private func run(_ arguments: String..., on home: Home) throws -> CommandRun {
        try Lede.run(arguments, home: home)
    }

    private func number(of title: String, on home: Home) throws -> String {
        let line = try run("items", on: home).output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `the reader shows marks of another device as soon as they arrive`() throws {
        #expect(try run("refresh", on: laptop).status == 0)
        for home in [desk, laptop, desk] { #expect(try run("sync", on: home).status == 0) }
        #expect(try run("refresh", on: desk).status == 0)
        let reader = try Reader.launch(home: laptop)
        try reader.waitForScreen { $0.contains("3 unread") && $0.lines[0].hasSuffix("=") }
        #expect(try run("mark", "read", number(of: "Item 1", on: desk), on: desk).status == 0)
        #expect(try run("sync", on: desk).status == 0)
        try reader.waitForScreen { $0.contains("2 unread") }
        try FileManager.default.moveItem(atPath: folder, toPath: folder + "2")
        try reader.waitForScreen { $0.lines[0].hasSuffix("⚠") }
        try FileManager.default.moveItem(atPath: folder + "2", toPath: folder)
        try reader.waitForScreen { $0.lines[0].hasSuffix("=") }
        try reader.press("q", "q")
        _ = try reader.waitForExit()
    }

    @Test func `the reader writes marks after a moment, and shows that all agrees`() throws {
        #expect(try run("refresh", on: laptop).status == 0)
        let reader = try Reader.launch(home: laptop)
        try reader.waitForScreen { $0.contains("3 unread") && $0.lines[0].hasSuffix("=") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Item 3")
        try reader.press("N")
        try reader.waitForScreen { $0.contains("2 unread") && $0.lines[0].hasSuffix("=") }
        try reader.press("q", "q")
        _ = try reader.waitForExit()
        #expect(try run("sync", on: desk).status == 0)
        #expect(try run("refresh", on: desk).status == 0)
        #expect(try run("unread", on: desk).output == "2\n")
    }
}
