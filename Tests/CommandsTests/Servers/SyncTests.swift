import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Syncing with a feed server` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News", "Code"], items: 3), GoogleReaderDouble.freshRSS)
        try home.write(urls: [
            "server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password geheim & ö"
        ])
    }

    private func sync(_ arguments: String...) async throws -> CommandRun { try await home.run(["sync"] + arguments) }

    private func number(of title: String) async throws -> String {
        let line = try await home.run("items").output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `lede sync takes feeds and items, and marks go both ways`() async throws {
        let first = try await sync()
        #expect(first.status == 0 && first.output == "Home: 6 new items, 2 feeds added\n", "\(first)")
        #expect(try await home.run("unread").output == "6\n")
        #expect(try await home.run("feeds").output.contains("Feed 1"))
        #expect(try await home.run("mark", "read", number(of: "Item 1")).status == 0)
        #expect(try await sync("--status").output == "Home\t1 change not sent yet\n")
        double.change { $0.items[1].isStarred = true }
        let second = try await sync()
        #expect(second.output == "Home: 1 item marked as on the server, 1 mark sent\n", "\(second)")
        #expect(double.shelf.items[0].isRead)
        #expect(try await home.run("items", "--starred").output.contains("Item 2"))
        #expect(try await sync("--status").output == "Home\tin agreement\n")
        #expect(try await sync("--undo").status == 0)
        #expect(!double.shelf.items[1].isStarred)
    }

    @Test func `lede refresh syncs, too, and a wrong password fails in words that don't show it`() async throws {
        let run = try await home.run("refresh")
        #expect(run.status == 0 && run.output == "Home: 6 new items, 2 feeds added\n", "\(run)")
        try home.write(urls: ["server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password wrong"])
        let wrong = try await home.run("refresh")
        #expect(
            wrong.status == 1 && wrong.errors.contains("Home: the server refused the user name or the password")
                && !wrong.errors.contains("wrong\n"))
        #expect(try await sync("--json").output.contains(#""result":"failed""#))
    }

    @Test func `a removed feed goes on the server, and undo brings it back there`() async throws {
        #expect(try await sync().status == 0)
        #expect(try await home.run("remove", "https://example.org/1").status == 0)
        #expect(try await home.run("rename", "https://example.org/2", "Mine").status == 0)
        #expect(try await sync().status == 0)
        #expect(double.shelf.feeds.map(\.title) == ["Mine"])
        for _ in 1...2 { #expect(try await home.run("undo").status == 0) }
        #expect(try await home.run("feeds").output.contains("https://example.org/1"))
        #expect(try await sync().status == 0)
        #expect(Set(double.shelf.feeds.map(\.title)) == ["Feed 1", "Feed 2"])
    }

    @Test func `lede sync --status and lede doctor tell the same in sentences`() async throws {
        #expect(try await sync("--status").output == "Home\tnot synced yet\n")
        try home.write(urls: ["server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password wrong"])
        #expect(try await sync().status == 1)
        let status = try await sync("--status").output
        #expect(
            status.hasPrefix(
                "Home\tfailed\n  The server refused the user name or the password.\n  Run “lede sync login")
        )
        #expect(try await sync("--status", "--json").output.contains("\"advice\":\"The server refused"))
        let doctor = try await home.run("doctor")
        #expect(
            doctor.status == 1 && doctor.output.contains("✗\tfeed server\tHome, not synced yet: The server refused"))
    }
}
