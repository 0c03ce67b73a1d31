import Foundation
import Library

/// Measures the private memory of a process that opens a library, pages, searches, marks a tenth of it and undoes that,
/// in turn.
enum MemoryProbe {
    static func run(path: String) throws {
        tell("at its start")
        let library = try Library(path: path)
        let all = try library.listing(.all)
        _ = try library.feeds()
        _ = try library.items(of: all, limit: 100)
        tell("opened")
        for order in Listing.Order.allCases {
            let listing = try library.listing(.all, order: order)
            var key: PageKey?
            for _ in 0..<100 { key = try library.items(of: listing, after: key, limit: 100).last.map(listing.key) }
        }
        tell("400 pages read")
        for query in SearchBenchmark.queries { _ = try library.search(SearchQuery(query)) }
        tell("searched")
        let unread = try library.listing(.all, unreadOnly: true)
        guard let key = try library.key(after: unread.count / 4, in: unread, path) else { return }
        library.mark(.above(key, unread), .read)
        library.drain()
        tell("marked")
        library.undo { _ in }
        library.drain()
        tell("undone")
    }

    private static func tell(_ moment: String) {
        let megabytes = Double(ProcessMemory.kilobytes("RssAnon") ?? 0) / 1024
        print("\(moment)\t\(megabytes)")
    }
}
