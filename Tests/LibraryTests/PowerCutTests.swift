import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct PowerCutTests {
    @Test func `a power cut leaves the library as it was at some moment, whatever part of the log was written`() throws
    {
        let shelf = try Shelf()
        for number in 1...6 {
            try shelf.store(ParsedItem("\(number)"))
            try shelf.mark("\(number)")
        }
        let home = try Home()
        let log = try Data(contentsOf: URL(filePath: shelf.path + "-wal"))
        let pageSize = log[8..<12].reduce(0) { $0 << 8 | Int($1) }
        var known = 0
        for end in stride(from: 32, through: log.count, by: 24 + pageSize) {
            let path = "\(home.path)/\(end).db"
            try FileManager.default.copyItem(atPath: shelf.path, toPath: path)
            // What wasn't written to the disk yet may have any content.
            try (log.prefix(end) + Data(count: 1000)).write(to: URL(filePath: path + "-wal"))
            let library = try Library(path: path)
            #expect(library.salvage == nil)
            #expect(try library.check() == [])
            let items = try library.items(unreadOnly: false, limit: 100)
            #expect(items.count >= known && items.count { !$0.isRead } <= 1)
            known = items.count
        }
        #expect(known == 6)
    }
}
