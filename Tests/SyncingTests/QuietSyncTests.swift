import FeedServerDoubles
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
}
