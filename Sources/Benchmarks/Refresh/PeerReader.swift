import Foundation
import TestSupport

/// Another feed reader's commands for refreshing, if it is installed.
struct PeerReader {
    let name: String
    let program: String
    /// Writes its configuration into a folder.
    let prepare: (String, [String]) throws -> Void
    let arguments: (String) -> [String]

    /// The installed ones. The variable NEWSRAFT names newsraft, because no distribution has a new one.
    static var all: [PeerReader] {
        let readers = [
            PeerReader(name: "newsboat, 32 threads", program: "/usr/bin/newsboat") { home, urls in
                try write(urls.joined(separator: "\n") + "\n", to: home + "/urls")
                try write("reload-threads 32\n", to: home + "/config")
            } arguments: {
                ["-q", "-u", $0 + "/urls", "-c", $0 + "/cache.db", "-C", $0 + "/config", "-x", "reload"]
            },
            PeerReader(name: "sfeed, 32 jobs", program: "/usr/bin/sfeed_update") { home, urls in
                let lines = urls.enumerated().map { "\tfeed 'Feed \($0.offset)' '\($0.element)'\n" }.joined()
                try write("sfeedpath='\(home)/feeds'\nmaxjobs=32\nfeeds() {\n\(lines)}\n", to: home + "/sfeedrc")
            } arguments: {
                [$0 + "/sfeedrc"]
            },
            PeerReader(name: "newsraft", program: ProcessInfo.processInfo.environment["NEWSRAFT"] ?? "newsraft") {
                home, urls in
                try write(urls.map { "\($0) \"\($0)\"\n" }.joined(), to: home + "/feeds")
                try write("", to: home + "/config")
            } arguments: {
                ["-f", $0 + "/feeds", "-c", $0 + "/config", "-d", $0 + "/db", "-e", "reload-all"]
            }
        ]
        return readers.filter { FileManager.default.isExecutableFile(atPath: $0.program) }
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}
