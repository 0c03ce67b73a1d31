import Foundation
import SQLite
import TestSupport

/// Measures a reader's memory before and after refreshing a thousand feeds, with all items new and with none.
struct MemoryBenchmark {
    let size: Int

    func run() throws {
        let set = try FeedSet(count: 1000)
        let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: set.feeds.count)
        try GeneratedLibrary.ofSize(size).withHome { home, library in
            try moveFeeds(of: library, to: server.urls)
            try home.write(urls: server.urls)
            print("memory of a reader of \(size) items that refreshes \(set.feeds.count) feeds:")
            try measure(home, "\(set.items) items more")
            try measure(home, "nothing new")
        }
    }

    private func measure(_ home: Home, _ news: String) throws {
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback,
            size: (columns: 120, rows: 40))
        let process = "\(terminal.processIdentifier)"
        terminal.wait(untilQuietFor: 2)
        print("  before           \(ProcessMemory.summary(of: process))")
        try terminal.write(Array("R".utf8))
        // After a minute it releases the memory of a refresh.
        terminal.wait(untilQuietFor: 75)
        print("  \(news.padding(toLength: 16, withPad: " ", startingAt: 0)) \(ProcessMemory.summary(of: process))")
    }

    /// Moves the library's feeds to these URLs; URLs beyond them are new feeds.
    private func moveFeeds(of library: String, to urls: [String]) throws {
        let database = try Database(path: library, access: .readWrite)
        for (number, url) in urls.prefix(GeneratedArticles.feeds).enumerated() {
            try database.run("UPDATE feeds SET url = ? WHERE url = ?", url, GeneratedArticles.address(ofFeed: number))
        }
    }
}
