import FeedParser
import Foundation
import Library
import SQLite
import Signals
import TestSupport
import Testing

@testable import Syncing

@Suite struct QuietSyncTests {
    @Test func `a sync that finds nothing new asks for two lists, and writes nothing`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil, "News"], items: 3))
        try encounter.sync()
        encounter.pass(60)
        let watch = try Database(path: encounter.path, access: .readOnly)
        let version = try watch.first("PRAGMA data_version") { $0.int(0) }
        let requests = encounter.double.server.requests.count
        #expect(try encounter.sync().isDone)
        #expect(encounter.double.server.requests.count == requests + 2)
        #expect(try watch.first("PRAGMA data_version") { $0.int(0) } == version)
        encounter.double.change { $0.addItem(to: 1) }
        #expect(try encounter.sync().counts.newItems == 1)
        #expect(try watch.first("PRAGMA data_version") { $0.int(0) } != version)
    }

    @Test func `lists that are older than another lede's sync aren't believed`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        try encounter.sync()
        encounter.pass(60)
        let gate = Gate()
        encounter.double.addTrouble(.delay(of: "stream/items/ids", until: gate))
        let (slow, quick) = (encounter.makeSyncer(), encounter.makeSyncer(for: try Library(path: encounter.path)))
        let outcome = Record<SyncOutcome>()
        let sync = slow.sync().subscribe { event in
            switch event {
            case .next(.ended(_, let ended)): outcome.add(ended)
            case .next, .completed: break
            }
        }
        try gate.waitUntilReached()
        encounter.changeOnServer("Item 1") { $0.isRead = true }
        #expect(try quick.run().counts.taken == 1)
        gate.open()
        slow.drain()
        sync.dispose()
        #expect(outcome.entries == [.leftOut(.anotherLede)])
        #expect(try encounter.item("Item 1")?.isRead == true)
    }

    @Test func `scattered marks are found in time that grows with their number`() throws {
        let home = try Home()
        var libraries: [Int: (library: Library, account: AccountID)] = [:]
        for count in [1000, 4000] { libraries[count] = try library(in: home, withScatteredMarks: count) }
        let grows = growsSteadily(from: 1000) { count in
            guard let (library, account) = libraries[count] else { return }
            #expect((try? library.unsentMarks(of: account).count) == count)
        }
        #expect(grows)
    }

    /// A library with twice as many items of a server, of which every second is marked.
    private func library(in home: Home, withScatteredMarks count: Int) throws -> (Library, AccountID) {
        let library = try Library(path: "\(home.path)/\(count).db")
        try library.follow([AccountKey(kind: "greader", url: "https://example.org/", user: "anna")])
        let account = try library.accounts()[0].id
        let feed = ServerFeedID("feed/1")
        _ = try library.follow([ServerFeed(id: feed, url: "https://example.org/feed")], of: account, at: .start)
        let items = (1...2 * count).map { number in
            ServerItem(
                id: .number(Int64(number)), feed: feed, item: ParsedItem(id: "\(number)", title: "Item \(number)"),
                isRead: false, isStarred: false)
        }
        _ = try library.store(ServerPart(items, of: account, in: SyncNumber(), at: .start))
        let stored = try library.items(of: library.listing(.all), limit: 2 * count).map(\.id)
        library.mark(.items(ItemSet(stored.filter { $0.rawValue.isMultiple(of: 2) })), .read)
        library.drain()
        return (library, account)
    }
}
