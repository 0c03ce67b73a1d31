import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct ChaosTests {
    @Test func `killing lede at any moment loses nothing stored, marked or undone, and damages nothing`()
        throws
    {
        let shelf = try Shelf(feeds: 3)
        let victim = try BuildProducts.executable("ChaosVictim")
        var said = Testimony()
        for round in Chaos.rounds(10) {
            let run = try KilledRun(
                program: victim, arguments: [shelf.path], environment: ["SWIFT_BACKTRACE": "enable=no"],
                after: .random(in: 0.03...0.4))
            #expect(run.exit == .signal(SIGKILL), "round \(round): \(run.errors)")
            said.take(run.lines)
            let library = try Library(path: shelf.path)
            #expect(try library.check() == [], "round \(round)")
            for feed in try library.feeds() { #expect(feed.total >= 20 * said.stored, "round \(round)") }
            for (item, isRead) in said.marks {
                #expect(try library.article(ItemID(item))?.item.isRead == isRead, "round \(round), item \(item)")
            }
        }
        #expect(said.stored > 0 && !said.marks.isEmpty)
    }

    @Test func `killing lede during a migration leaves the old file, which is migrated next time`()
        throws
    {
        let home = try Home()
        let old = home.path + "/old.db"
        try leaveFirstSchema(items: 20_000, at: old)
        for round in Chaos.rounds(4) {
            let path = "\(home.path)/\(round).db"
            try FileManager.default.copyItem(atPath: old, toPath: path)
            let run = try KilledRun(
                program: BuildProducts.executable("ChaosVictim"), arguments: [path],
                environment: ["SWIFT_BACKTRACE": "enable=no"], after: .random(in: 0.02...0.4))
            #expect(run.exit == .signal(SIGKILL), "round \(round): \(run.errors)")
            let library = try Library(path: path)
            #expect(try library.check() == [], "round \(round)")
            #expect(try library.article(ItemID(20_000))?.html == "<p>20000</p>", "round \(round)")
            #expect(try library.feeds()[0].total >= 20_000, "round \(round)")
        }
    }

    @Test func `a power cut leaves the library as it was at some moment, whatever part of the log was written`() throws
    {
        let shelf = try Shelf()
        for number in 1...12 {
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
        #expect(known == 12)
    }

    private func leaveFirstSchema(items: Int, at path: String) throws {
        let database = try Database(path: path, access: .readWriteCreate)
        try database.migrate([Migration.all[0]])
        try database.execute(
            """
            INSERT INTO feeds (url, position, unread, total) VALUES ('https://example.org/old', 0, \(items), \(items));
            WITH numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(items))
            INSERT INTO items (feed, identity, revision, title, date) SELECT 1, n, n, 'Item ' || n, n FROM numbers;
            INSERT INTO contents SELECT id, '<p>' || id || '</p>' FROM items;
            """)
    }
}

/// The victims' reports of what they have written.
private struct Testimony {
    var stored = 0
    /// Items and whether they are read, if that is certain.
    var marks: [Int64: Bool] = [:]

    mutating func take(_ lines: [String]) {
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int64(words[1]) else { continue }
            switch words[0] {
            case "store": stored = max(stored, Int(number))
            case "began": marks[number] = nil
            case "read": marks[number] = true
            case "unread": marks[number] = false
            default: break
            }
        }
    }
}
