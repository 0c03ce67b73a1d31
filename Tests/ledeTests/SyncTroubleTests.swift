import Foundation
import TestSupport
import Testing

@Suite struct `What the user sees of a sync` {
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

    @Test func `items come during the first sync, and the title says how far it is`() throws {
        let (first, rest) = (Gate(), Gate())
        // The first items come at once. lede asks for two batches at a time, which may arrive in any order.
        double.addTrouble(.interference(after: "items/contents") { _ in })
        double.addTrouble(.delay(of: "items/contents", until: first), times: 2)
        double.addTrouble(.delay(of: "items/contents", until: rest), times: 3)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.contains("No feeds yet: press R to sync with Home for the first time.") }
        try reader.press("R")
        try reader.waitForScreen { $0.lines[0].hasSuffix("↻ 25/1,200") && $0.contains("25 unread") }
        first.open()
        try reader.waitForScreen { $0.lines[0].hasSuffix("↻ 525/1,200") && $0.contains("525 unread") }
        rest.open()
        try reader.waitForScreen { $0.lines[0].hasSuffix("=") && $0.contains("Synced with the server: 1,200 new") }
    }

    @Test func `an empty list says that lede syncs, and why a sync failed`() throws {
        let gate = Gate()
        double.addTrouble(.delay(of: "subscription/list", until: gate))
        try write(password: "wrong")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "No feeds yet: press R")
        try reader.press("R")
        try reader.waitForScreen {
            $0.contains("No feeds yet: Home couldn't be synced: the server refused") && $0.contains("E for what to do")
        }
        try write(password: "geheim & ö")
        try reader.press("R")
        try reader.waitForScreen(showing: "No feeds yet: lede is syncing with Home.")
        gate.open()
        try reader.waitForScreen(showing: "1200 unread")
    }

    @Test func `the failures tell what is wrong with an account and what to do, and Enter tries again`() throws {
        try write(password: "wrong")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "No feeds yet: press R")
        try reader.press("R")
        try reader.waitForScreen(showing: "Home couldn't be synced")
        try reader.press("E")
        try reader.waitForScreen {
            $0.contains("The server refused the user name or the password.") && $0.contains("Enter sync again")
                && $0.contains("lede sync login") && $0.contains("Press r to try again.") && $0.contains("row 1 of 1")
        }
        try reader.press("m")
        try reader.waitForScreen(showing: "Sync again")
        try reader.press(.escape)
        try write(password: "geheim & ö")
        try reader.waitForScreen { !$0.contains("Sync again") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "This server works again.")
    }

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
