import FeedServerDoubles
import Foundation
import SQLite
import TestSupport

/// A home with an account on a double of a feed server, which answers after 50 ms.
struct SyncedHome {
    static let latency = 0.05

    let home: Home
    let double: FeedServerDouble

    init(_ shelf: ServerShelf, kind: String, _ dialect: any ServerDialect, latency: Double = latency) throws {
        home = try Home()
        double = try FeedServerDouble(shelf, dialect, latency: latency)
        try home.write(urls: Self.line(kind, double.url, shelf))
    }

    static func line(_ kind: String, _ url: String, _ shelf: ServerShelf = ServerShelf()) -> [String] {
        ["server:\(kind):\(url) \"~Home\"", "#: user \(shelf.user)", "#: password \(shelf.password)"]
    }

    var library: String { home.data + "/library.db" }

    func run(_ words: String...) throws -> ProgramProbe {
        let run = try ProgramProbe(
            of: BuildProducts.executable("lede"), words, environment: home.environmentOnLoopback)
        precondition(run.status == 0, "lede \(words) failed: \(run.output)")
        return run
    }

    /// Syncs, and counts the requests.
    func sync() throws -> (cost: ProgramProbe, requests: Int) {
        let before = double.server.requests.count
        let cost = try run("sync")
        return (cost, double.server.requests.count - before)
    }
}

extension ServerShelf {
    /// Feeds whose items came in turn during the last hours, the newest now.
    init(feeds: Int, items: Int, text: String) {
        self.init()
        for number in 1...feeds {
            self.feeds.append(
                Feed(
                    number: number, url: "https://example.org/\(number)", title: "Feed \(number)",
                    folder: "Folder \(number % 20)"))
        }
        now = Int(Date().timeIntervalSince1970) - items
        for number in 0..<items { addItem(to: number % feeds + 1) }
        for index in self.items.indices { self.items[index].content = text }
    }
}
