import Foundation
import Library

/// The private memory of a process that opens a library, pages, searches and marks, one after the other.
enum MemoryProbe {
    static func run(path: String) throws {
        tell("at its start")
        let library = try Library(path: path)
        let feeds = try library.feeds()
        _ = try library.items(unreadOnly: false, limit: 100)
        tell("opened")
        for feed in feeds.prefix(20) {
            var last: Item?
            for _ in 0..<20 { last = try library.items(of: Listing(feed), after: last, limit: 100).last ?? last }
        }
        tell("400 pages read")
        for feed in feeds { library.markAllRead(in: Listing(feed)) }
        library.drain()
        tell("all marked read")
    }

    private static func tell(_ moment: String) {
        let megabytes = Double(ProcessMemory.kilobytes("RssAnon") ?? 0) / 1024
        print("\(moment): \(String(format: "%.1f", megabytes)) MB")
    }
}
