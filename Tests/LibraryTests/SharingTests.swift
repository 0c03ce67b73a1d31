import Dispatch
import FeedParser
import Library
import SQLite
import TestSupport
import Testing

@Suite struct SharingTests {
    private let shelf: Shelf
    private let other: Shelf

    init() throws {
        shelf = try Shelf()
        other = try Shelf(sharing: shelf)
    }

    @Test func `two libraries on one file see each other's writes`() throws {
        try shelf.store(ParsedItem("a"))
        try other.mark("a")
        #expect(try shelf.items().map(\.isRead) == [true])
        #expect(try shelf.feed().unread == 0)
    }

    @Test func `two libraries that write at once lose nothing`() throws {
        let known = (1...100).map { ParsedItem("known \($0)") }
        try shelf.store(known)
        let failures = Record<any Error>()
        let writers = DispatchGroup()
        for (name, shelf) in [("a", shelf), ("b", other)] {
            DispatchQueue(label: name).async(group: writers) {
                do {
                    for number in 1...20 { try shelf.store([ParsedItem("\(name)\(number)")] + known) }
                } catch {
                    failures.add(error)
                }
            }
        }
        writers.wait()
        #expect(failures.entries.map { "\($0)" } == [])
        #expect(try (shelf.feed().total, shelf.items().count) == (140, 140))
    }

    @Test func `several processes may create the same library at once`() throws {
        let home = try Home()
        let failures = Record<any Error>()
        // Several attempts, because the processes have to meet in a short step.
        for number in 1...30 {
            let openings = DispatchGroup()
            for name in ["a", "b", "c", "d"] {
                DispatchQueue(label: name).async(group: openings) {
                    do { _ = try Library(path: "\(home.path)/\(number).db") } catch { failures.add(error) }
                }
            }
            openings.wait()
        }
        #expect(failures.entries.map { "\($0)" } == [])
    }

    @Test func `reading doesn't wait for another write, and doesn't see half of it`() throws {
        try shelf.store(ParsedItem("a"))
        let writer = try Database(path: shelf.path, access: .readWriteCreate)
        try writer.transaction {
            try writer.execute("UPDATE items SET title = 'b'")
            #expect(try shelf.titles() == ["a"])
        }
        #expect(try shelf.titles() == ["b"])
    }
}
