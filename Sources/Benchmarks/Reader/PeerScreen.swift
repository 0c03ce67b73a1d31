import Foundation
import SQLite
import TestSupport

/// Another feed reader on a terminal, if it is installed: its setup for a list of items, and its keys.
struct PeerScreen: Sendable {
    let name: String
    let program: String
    /// The key that opens the list.
    let open: String
    /// Creates this many items for the reader in a folder.
    let prepare: @Sendable (String, Int) throws -> Void
    let arguments: @Sendable (String) -> [String]
    let down = "\u{1B}OB"
    let up = "\u{1B}OA"

    static var all: [PeerScreen] {
        [sfeed, newsboat].filter { FileManager.default.isExecutableFile(atPath: $0.program) }
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

    private static let newsboat = PeerScreen(name: "newsboat", program: "/usr/bin/newsboat", open: "\r") {
        folder, items in
        try Data("http://127.0.0.1:1/feed\n".utf8).write(to: URL(filePath: folder + "/urls"))
        try Data().write(to: URL(filePath: folder + "/newsboat-config"))
        // It creates its tables itself.
        _ = try ProgramProbe(
            of: "/usr/bin/newsboat", options(folder) + ["-x", "print-unread"], environment: ["HOME": folder])
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
        options($0)
    }

    private static func options(_ folder: String) -> [String] {
        ["-q", "-u", folder + "/urls", "-c", folder + "/cache.db", "-C", folder + "/newsboat-config"]
    }
}
