import Foundation
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
