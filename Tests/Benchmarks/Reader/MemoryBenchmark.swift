import Figures
import Foundation
import TestSupport

/// Measures a reader's memory before and after refreshing a thousand feeds, with all items new and with none.
struct MemoryBenchmark {
    let report: Report
    let size: Int

    func run() throws {
        let set = try FeedSet(count: Scale.isTrial ? 50 : 1000)
        let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: set.feeds.count)
        try GeneratedLibrary.ofSize(size).withHome { home, library in
            try GeneratedLibrary.moveFeeds(of: library, to: server.urls)
            try home.write(urls: server.urls)
            report.section(
                "a reader of \(DecimalText.of(size)) items that refreshes \(DecimalText.of(set.feeds.count)) feeds")
            try measure(home, "a refresh with \(DecimalText.of(set.items)) new items")
            try measure(home, "a refresh with nothing new")
        }
    }

    private func measure(_ home: Home, _ news: String) throws {
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback,
            size: (columns: 120, rows: 40))
        terminal.wait(untilQuietFor: 2)
        report.addMemory("before \(news)", of: terminal.processIdentifier)
        try terminal.write(Array("R".utf8))
        // After a minute it releases the memory of a refresh.
        terminal.wait(untilQuietFor: Scale.isTrial ? 3 : 75)
        report.addMemory("after \(news)", of: terminal.processIdentifier)
    }
}
