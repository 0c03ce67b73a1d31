import Foundation
import SQLite
import TestSupport

/// Another feed reader's commands for refreshing.
struct PeerReader {
    let name: String
    let program: String
    /// Whether only its third refresh asks for what has changed.
    var needsTwoRefreshes = false
    var isOneProcess = true
    /// Writes its configuration into a folder.
    let prepare: (String, [String]) throws -> Void
    let arguments: (String) -> [String]

    /// The variable NEWSRAFT names newsraft, because no distribution has a new one.
    static let newsraft = ProcessInfo.processInfo.environment["NEWSRAFT"] ?? "newsraft"

    /// Those that are on this machine.
    static func installed(_ report: Report) -> [PeerReader] {
        let readers = [
            PeerReader(name: "newsboat, 32 threads", program: "/usr/bin/newsboat", needsTwoRefreshes: true) {
                home, urls in
                try write(urls.joined(separator: "\n") + "\n", to: home + "/urls")
                try write("reload-threads 32\n", to: home + "/config")
            } arguments: {
                ["-q", "-u", $0 + "/urls", "-c", $0 + "/cache.db", "-C", $0 + "/config", "-x", "reload"]
            },
            PeerReader(name: "sfeed, 32 jobs", program: "/usr/bin/sfeed_update", isOneProcess: false) { home, urls in
                let lines = urls.enumerated().map { "\tfeed 'Feed \($0.offset)' '\($0.element)'\n" }.joined()
                try write("sfeedpath='\(home)/feeds'\nmaxjobs=32\nfeeds() {\n\(lines)}\n", to: home + "/sfeedrc")
            } arguments: {
                [$0 + "/sfeedrc"]
            },
            PeerReader(name: "newsraft", program: newsraft) {
                home, urls in
                try write(urls.map { "\($0) \"\($0)\"\n" }.joined(), to: home + "/feeds")
                try write("", to: home + "/config")
            } arguments: {
                ["-f", $0 + "/feeds", "-c", $0 + "/config", "-d", $0 + "/db", "-e", "reload-all"]
            }
        ]
        return readers.filter { report.has($0.program, called: $0.name) }
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}

/// Another feed reader on a terminal: its setup for a list of items, and its keys.
struct PeerScreen: Sendable {
    let name: String
    let program: String
    /// The key that opens the list.
    let open: String
    var down = "\u{1B}OB"
    var up = "\u{1B}OA"
    /// Creates this many items for the reader in a folder.
    fileprivate let prepare: @Sendable (String, Int) throws -> Void
    fileprivate let arguments: @Sendable (String) -> [String]

    /// Those that are on this machine. The variable NEWSRAFT names newsraft, because no distribution has a new one.
    static func installed(_ report: Report) -> [PeerScreen] {
        [newsboat, newsraft, sfeed].filter { report.has($0.program, called: $0.name) }
    }

    /// A home with so many items.
    func home(items: Int) throws -> Home {
        let home = try Home()
        try prepare(home.path, items)
        return home
    }

    func terminal(_ home: Home) throws -> PseudoTerminal {
        try .ofBenchmarks(program, arguments(home.path), environment: home.environmentOnLoopback)
    }

    private static let sfeed = PeerScreen(name: "sfeed_curses", program: "/usr/bin/sfeed_curses", open: "l") {
        folder, items in
        let lines = (0..<items).map { number in
            [
                "\(1_700_000_000 - number * 60)", "Story \(number) of some words", "https://example.org/\(number)", "",
                "html", "\(number)", "", "", "\n"
            ].joined(separator: "\t")
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: folder + "/feed"))
    } arguments: {
        [$0 + "/feed"]
    }

    private static let newsraft = PeerScreen(
        name: "newsraft", program: PeerReader.newsraft, open: "\r", down: "j", up: "k"
    ) { folder, items in
        let list = (0..<items).map { number in
            """
            <item><guid>\(number)</guid><title>Story \(number) of some words</title>\
            <link>https://example.org/\(number)</link><description>Words.</description></item>
            """
        }
        let document = "<rss version=\"2.0\"><channel><title>News</title>\(list.joined())</channel></rss>"
        let server = try LoopbackServer { _ in
            Answer(200, headers: ["Content-Type": "application/rss+xml"], body: document)
        }
        try Data("\(server.url("/feed")) \"News\"\n".utf8).write(to: URL(filePath: folder + "/feeds"))
        try Data().write(to: URL(filePath: folder + "/newsraft-config"))
        _ = try ProgramProbe(
            of: PeerReader.newsraft, newsraftOptions(folder) + ["-e", "reload-all"], environment: ["HOME": folder])
    } arguments: {
        newsraftOptions($0)
    }

    private static func newsraftOptions(_ folder: String) -> [String] {
        ["-f", folder + "/feeds", "-c", folder + "/newsraft-config", "-d", folder + "/newsraft.db"]
    }

    private static let newsboat = PeerScreen(name: "newsboat", program: "/usr/bin/newsboat", open: "\r") {
        folder, items in
        try Data("http://127.0.0.1:1/feed\n".utf8).write(to: URL(filePath: folder + "/urls"))
        try Data().write(to: URL(filePath: folder + "/newsboat-config"))
        // It creates its tables itself.
        _ = try ProgramProbe(
            of: "/usr/bin/newsboat", newsboatOptions(folder) + ["-x", "print-unread"], environment: ["HOME": folder])
        let database = try Database(path: folder + "/cache.db", access: .readWrite)
        try database.execute(
            "INSERT OR REPLACE INTO rss_feed (rssurl, url, title) VALUES ('http://127.0.0.1:1/feed', '', 'News')")
        try database.run(
            """
            WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
            INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread)
            SELECT value, 'Story ' || value || ' of some words', '', 'https://example.org/' || value,
                'http://127.0.0.1:1/feed', 1700000000 - value * 60, 'Words.', 1
            FROM number
            """, items)
        // Otherwise its start looks through all items for each feed.
        try database.execute("ANALYZE")
    } arguments: {
        newsboatOptions($0)
    }

    private static func newsboatOptions(_ folder: String) -> [String] {
        ["-q", "-u", folder + "/urls", "-c", folder + "/cache.db", "-C", folder + "/newsboat-config"]
    }
}
