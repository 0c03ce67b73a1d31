import TestSupport
import Testing

@Suite(.drawing) struct `What the user sees of a sync` {
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

    @Test func `items come during the first sync, and the title says how far it is`() async throws {
        let (first, rest) = (Gate(), Gate())
        // The first items come at once. lede asks for two batches at a time, which may arrive in any order.
        double.addTrouble(.interference(after: "items/contents") { _ in })
        double.addTrouble(.delay(of: "items/contents", until: first), times: 2)
        double.addTrouble(.delay(of: "items/contents", until: rest), times: 3)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen { $0.contains("No feeds yet: press R to sync with Home for the first time.") }
        reader.press("R")
        try await reader.waitForScreen { $0.lines[0].hasSuffix("↻ 25/1,200") && $0.contains("25 unread") }
        first.open()
        try await reader.waitForScreen { $0.lines[0].hasSuffix("↻ 525/1,200") && $0.contains("525 unread") }
        rest.open()
        try await reader.waitForScreen {
            $0.lines[0].hasSuffix("=") && $0.contains("Synced with the server: 1,200 new")
        }
    }

    @Test func `an empty list says that lede syncs, and why a sync failed`() async throws {
        let gate = Gate()
        double.addTrouble(.delay(of: "subscription/list", until: gate))
        try write(password: "wrong")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "No feeds yet: press R")
        reader.press("R")
        try await reader.waitForScreen {
            $0.contains("No feeds yet: Home couldn't be synced: the server refused") && $0.contains("E for what to do")
        }
        try write(password: "geheim & ö")
        reader.press("R")
        try await reader.waitForScreen(showing: "No feeds yet: lede is syncing with Home.")
        gate.open()
        try await reader.waitForScreen(showing: "1200 unread")
    }

    @Test func `the failures tell what is wrong with an account and what to do, and Enter tries again`() async throws {
        try write(password: "wrong")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "No feeds yet: press R")
        reader.press("R")
        try await reader.waitForScreen(showing: "Home couldn't be synced")
        reader.press("E")
        try await reader.waitForScreen {
            $0.contains("The server refused the user name or the password.") && $0.contains("Enter sync again")
                && $0.contains("lede sync login") && $0.contains("Press r to try again.") && $0.contains("row 1 of 1")
        }
        reader.press("m")
        try await reader.waitForScreen(showing: "Sync again")
        reader.press(.escape)
        try write(password: "geheim & ö")
        try await reader.waitForScreen { !$0.contains("Sync again") }
        reader.press(.enter)
        try await reader.waitForScreen(showing: "This server works again.")
    }
}

@Suite(.drawing) struct `A reader with a feed server` {
    private let home: Home
    private let double: FeedServerDouble
    private let site: LoopbackServer

    init() throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News", "Code"], items: 3), GoogleReaderDouble.freshRSS)
        site = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "Blog", items: [.init(title: "Post")]).rss)
        }
        try home.write(urls: [
            "server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password geheim & ö"
        ])
    }

    /// A reader after its first sync.
    private func open() async throws -> DrawnReader {
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen { $0.contains("0 unread") && !$0.lines[0].hasSuffix("=") }
        reader.press("R")
        try await reader.waitForScreen {
            $0.contains("6 unread") && $0.contains("Feed 2") && $0.contains("Synced with the server")
                && $0.lines[0].hasSuffix("=")
        }
        return reader
    }

    /// Waits until the reader has sent the changes.
    private func wait(_ reader: DrawnReader, forFolders folders: [String?]) async throws {
        try await reader.waitForScreen { [double] screen in
            screen.lines[0].hasSuffix("=") && double.shelf.feeds.map(\.folder) == folders
        }
    }

    private func onServer(_ url: String) -> ServerShelf.Feed? { double.shelf.feeds.first { $0.url == url } }

    @Test func `R syncs in the reader`() async throws {
        let reader = try await open()
        double.change { $0.addItem(to: 1, title: "Fresh from the server") }
        reader.press("R")
        try await reader.waitForScreen(showing: "7 unread")
    }

    @Test func `the reader sends marks after a moment, and those left when it ends`() async throws {
        let reader = try await open()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Item 3")
        reader.press("N")
        // The sign of agreement may still be that from before.
        try await reader.waitForScreen { [double] screen in
            screen.lines[0].hasSuffix("=") && double.shelf.items.count(where: \.isRead) == 1
        }
        reader.press("j", "N", "q", "q")
        _ = try await reader.waitForExit()
        #expect(double.shelf.items.count(where: \.isRead) == 2)
    }

    @Test func `the reader asks where to add a feed, and Enter adds it to the server`() async throws {
        let reader = try await open()
        reader.press("a")
        try await reader.waitForScreen(showing: "URL of the feed")
        reader.type(site.url("/feed"))
        reader.press(.enter)
        try await reader.waitForScreen(showing: "to add this feed")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Add the feed to:") && $0.contains("This computer") }
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Added the feed to Home") && $0.contains("Feed 3") }
        #expect(onServer(site.url("/feed")) != nil)
    }

    @Test func `the reader moves a server's feed, renames its folder, and undoes both there`() async throws {
        let reader = try await open()
        reader.press("G", "T")
        try await reader.waitForScreen { $0.contains("Tags, separated by spaces: Code") }
        reader.press(.control("u"))
        reader.type("Deep")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Tags of Feed 2: Deep") }
        try await wait(reader, forFolders: ["News", "Deep"])
        reader.press("G", "k", "M")
        try await reader.waitForScreen { $0.contains("Name of the tag: Deep") }
        reader.type("er")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Renamed to “Deeper”") }
        try await wait(reader, forFolders: ["News", "Deeper"])
        reader.press("u", "u")
        try await reader.waitForScreen { $0.contains("Undid: change the tags of Feed 2") }
        try await wait(reader, forFolders: ["News", "Code"])
    }
}
