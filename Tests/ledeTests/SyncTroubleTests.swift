import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `What the user sees of a sync` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News"], items: 1200), GoogleReaderDouble.freshRSS)
        try write(password: "geheim & ö")
    }

    private func write(password: String, url: String? = nil) throws {
        try home.write(urls: [
            "server:greader:\(url ?? double.url) \"~Home\"", "#: user anna", "#: password \(password)"
        ])
    }

    private func sync(_ arguments: String...) throws -> CommandRun { try Lede.run(["sync"] + arguments, home: home) }

    @Test func `feeds that vanish at once stay until the user agrees, in the list of failures, too`() throws {
        double.change { shelf in
            for number in 2...40 {
                shelf.feeds.append(.init(number: number, url: "https://example.org/\(number)", title: "Feed \(number)"))
            }
        }
        #expect(try sync().status == 0)
        double.change { $0.feeds.removeLast(39) }
        // The change makes the next sync read the list of feeds.
        #expect(try Lede.run("add", "--as-is", "https://example.org/more", home: home).status == 0)
        #expect(try sync().errors.isEmpty)
        #expect(
            try sync("--status").output.contains("39 feeds vanished from the server at once, and lede keeps them here"))
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 failed (E)")
        try reader.press("E", "m")
        try reader.waitForScreen(showing: "Remove the 39 feeds that vanished there")
        try reader.press(.down, .enter)
        try reader.waitForScreen(showing: "This server works again.")
        #expect(try Lede.run("feeds", home: home).output.split(separator: "\n").count == 2)
    }
}
