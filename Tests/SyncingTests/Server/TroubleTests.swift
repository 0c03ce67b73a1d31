import FeedServers
import Foundation
import Library
import Signals
import System
import TestSupport
import Testing

@testable import Syncing

@Suite struct TroubleTests {
    @Test(arguments: [0, 3])
    func `a list that lacks what it should have marks nothing`(part: Int) throws {
        var shelf = ServerShelf(folders: [nil], items: 30)
        for index in 0..<10 { shelf.items[index].isStarred = true }
        let encounter = try Encounter(shelf)
        try encounter.sync()
        encounter.double.addTrouble(
            .pretence(for: "stream/items/ids") { shelf in
                shelf.items = shelf.items.filter { part > 0 && $0.id % Int64(part) == 0 }
            }, times: 2)
        #expect(try encounter.sync().counts.taken == 0)
        #expect(try encounter.items().filter { !$0.isRead }.count == 30)
        #expect(try encounter.items().filter(\.isStarred).count == 10)
    }

    @Test func `after an empty list, the next whole one brings the marks of other devices`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 30))
        try encounter.sync()
        encounter.double.addTrouble(.pretence(for: "stream/items/ids") { $0.items = [] }, times: 4)
        #expect(try encounter.sync().counts.taken == 0)
        let looks = encounter.double.requests("contents").count
        encounter.pass(60)
        #expect(try encounter.sync().counts.taken == 0)
        #expect(encounter.double.requests("contents").count == looks)
        encounter.pass(60)
        encounter.changeOnServer("Item 1") { $0.isRead = true }
        #expect(try encounter.sync().counts.taken == 1)
        #expect(try encounter.item("Item 1")?.isRead == true)
    }

    @Test func `after empty contents, the next sync asks for the items once more, and then each hour`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 30))
        try encounter.sync()
        let nothing = ServerTrouble.refusal(of: "contents", Answer(200, body: #"{"items":[]}"#))
        encounter.double.change { for _ in 1...3 { $0.addItem(to: 1) } }
        encounter.double.addTrouble(nothing)
        #expect(try encounter.sync().counts.newItems == 0)
        #expect(try encounter.sync().counts.newItems == 3)

        encounter.double.change { $0.addItem(to: 1) }
        encounter.double.addTrouble(nothing, times: 2)
        for _ in 1...3 { #expect(try encounter.sync().counts.newItems == 0) }
        encounter.pass(3601)
        #expect(try encounter.sync().counts.newItems == 1)
    }

    @Test func `after an empty list and empty contents, nothing is taken for lost`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 30))
        try encounter.sync()
        encounter.double.addTrouble(.pretence(for: "stream/items/ids") { $0.items = [] }, times: 2)
        encounter.double.addTrouble(.refusal(of: "contents", Answer(200, body: #"{"items":[]}"#)))
        #expect(try encounter.sync().counts.taken == 0)
        encounter.changeOnServer("Item 1") { $0.isRead = true }
        #expect(try encounter.sync().counts.taken == 1)
        #expect(try encounter.item("Item 1")?.isRead == true)
    }

    @Test func `of more than a thousand items that a list lacks, a sample must be read, or all are asked for`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 1200))
        try encounter.sync()
        let first = encounter.double.requests("contents").count
        for item in encounter.double.shelf.items where item.title != "Item 700" {
            encounter.double.change { $0.change(item.id) { $0.isRead = true } }
        }
        #expect(try encounter.sync().counts.taken == 1199)
        #expect(encounter.double.requests("contents").count - first == 1)
        #expect(try encounter.items().filter { !$0.isRead }.map(\.title) == ["Item 700"])

        let other = try Encounter(ServerShelf(folders: [nil], items: 1200))
        try other.sync()
        let before = other.double.requests("contents").count
        other.double.addTrouble(.pretence(for: "stream/items/ids") { $0.items = [] })
        #expect(try other.sync().counts.taken == 0)
        #expect(other.double.requests("contents").count - before == 5)
    }

    @Test func `marks whose answer was lost are looked at, and are there in the end`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 3))
        try encounter.sync()
        try encounter.mark("Item 1", as: .read)
        encounter.double.addTrouble(.loss(of: "edit-tag", Answer(502)))
        #expect(try encounter.sync().failure != nil)
        #expect(try encounter.account.unsentMarks == 1)
        let looks = encounter.double.requests("contents").count
        #expect(try encounter.sync(insisting: true).isDone)
        #expect(encounter.double.requests("contents").count == looks + 1)
        #expect(encounter.double.requests("edit-tag").count == 1)
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `a refused batch is halved until the bad item is alone, which is set aside and told`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 4))
        try encounter.sync()
        encounter.library.markAllRead(in: try encounter.library.listing(.all, unreadOnly: true))
        encounter.double.addTrouble(.refusal(of: "edit-tag", Answer(400)), times: 3)
        let outcome = try encounter.sync()
        #expect((outcome.counts.sent, outcome.counts.refused) == (3, 1))
        #expect(encounter.double.shelf.unread.count == 1)
        #expect(try encounter.account.refusedItems == 1)
        try encounter.sync()
        #expect(encounter.double.shelf.unread.count == 1)
        // The user may try again.
        #expect(try encounter.sync(insisting: true).counts.sent == 1)
        #expect(encounter.double.shelf.unread.isEmpty)
    }

    @Test func `items that the server has no more keep their marks, and what is done to them is asked for first`()
        throws
    {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 3))
        try encounter.sync()
        try encounter.mark("Item 1", as: .starred)
        try encounter.sync()
        encounter.double.change { $0.items.removeFirst(2) }
        encounter.pass(600)
        #expect(try encounter.sync().counts.taken == 0)
        #expect(try encounter.items().count == 3)
        #expect(try encounter.item("Item 1")?.isStarred == true)
        try encounter.mark("Item 1", as: .read)
        #expect(try encounter.sync().isDone)
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `a feed that the server archives goes, and has its marks when it returns`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil, nil], items: 2))
        try encounter.sync()
        try encounter.mark("Item 1", as: .read)
        try encounter.mark("Item 2", as: .starred)
        try encounter.sync()
        encounter.double.change { $0.feeds[0].isArchived = true }
        encounter.pass(1000)
        #expect(try encounter.sync().counts.removedFeeds == 1)
        #expect(try encounter.library.feeds().map(\.name) == ["Feed 2"])
        #expect(encounter.double.requests("edit-tag").count == 2)
        encounter.double.change { $0.feeds[0].isArchived = false }
        encounter.pass(1000)
        #expect(try encounter.sync().isDone)
        #expect(try encounter.library.feeds().count == 2)
        #expect(try encounter.item("Item 1")?.isRead == true)
        #expect(try encounter.item("Item 2").map { $0.isStarred && !$0.isRead } == true)
        #expect(encounter.onServer("Item 2").map { $0.isStarred && !$0.isRead } == true)
        #expect(encounter.double.requests("edit-tag").count == 2)
    }

    @Test func `a feed that was added anew with new ids gets its old marks back`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 3))
        try encounter.sync()
        try encounter.mark("Item 1", "Item 2", as: .read)
        try encounter.mark("Item 2", as: .starred)
        try encounter.sync()
        encounter.double.change { shelf in
            shelf.renewItems(of: 1)
            shelf.feeds[0].number = 7
            for index in shelf.items.indices { shelf.items[index].feed = 7 }
        }
        encounter.pass(600)
        #expect(try encounter.sync().isDone)
        #expect(try encounter.items().count == 3)
        #expect(encounter.onServer("Item 1")?.isRead == true)
        #expect(encounter.onServer("Item 2").map { $0.isRead && $0.isStarred } == true)
        #expect(encounter.onServer("Item 3")?.isRead == false)
    }

    @Test func `what a server takes back at once is sent once more, and then believed`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        try encounter.sync()
        try encounter.mark("Item 1", as: .read)
        encounter.double.addTrouble(
            .interference(after: "edit-tag") { shelf in
                let id = shelf.items[0].id
                shelf.change(id) { $0.isRead = false }
            }, times: 2)
        #expect(try encounter.sync().counts.sent == 1)
        #expect(encounter.double.requests("edit-tag").count == 2)
        encounter.pass(10)
        try encounter.sync()
        #expect(encounter.double.requests("edit-tag").count == 2)
        #expect(try encounter.item("Item 1")?.isRead == false)
    }

    @Test(arguments: Speaker.all, [SyncExtent.everything, .sending])
    func `what another device says after a sync counts, however soon`(speaker: Speaker, extent: SyncExtent) throws {
        let encounter = try Encounter(speaker.kind, speaker.dialect, ServerShelf(folders: [nil], items: 300))
        try encounter.sync()
        try encounter.mark("Item 1", "Item 2", "Item 3", as: .read)
        try encounter.mark("Item 4", as: .starred)
        #expect(try encounter.sync(extent).counts.sent == 4)
        encounter.pass(2)
        for title in ["Item 1", "Item 2"] { encounter.changeOnServer(title) { $0.isRead = false } }
        encounter.changeOnServer("Item 4") { $0.isStarred = false }
        let counts = try encounter.sync().counts
        #expect(counts.sent == 0 && counts.taken == 3, "\(counts)")
        #expect(try encounter.items().filter { $0.isRead || $0.isStarred }.map(\.title) == ["Item 3"])
        #expect(encounter.double.shelf.items.filter { $0.isRead || $0.isStarred }.map(\.title) == ["Item 3"])
    }

    @Test func `a list that is older than the contents after a mark takes nothing back`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        try encounter.sync()
        try encounter.mark("Item 1", as: .read)
        try encounter.sync(.sending)
        encounter.double.addTrouble(.pretence(for: "stream/items/ids") { $0.items[0].isRead = false })
        #expect(try encounter.sync().counts.taken == 0)
        #expect(try encounter.item("Item 1")?.isRead == true)
        #expect(encounter.onServer("Item 1")?.isRead == true)
    }

    @Test func `an item that the server had no more when it was marked isn't taken for being there again`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        try encounter.sync()
        encounter.double.change { shelf in shelf.items.removeAll { $0.title == "Item 1" } }
        try encounter.mark("Item 1", as: .read)
        try encounter.sync(.sending)
        try encounter.sync()
        let marks = encounter.double.requests("edit-tag").count
        try encounter.mark("Item 1", as: .starred)
        try encounter.sync()
        #expect(encounter.double.requests("edit-tag").count == marks)
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `an item whose star is refused stays set aside, though its other mark was acknowledged`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        try encounter.sync()
        try encounter.mark("Item 1", as: .read)
        try encounter.mark("Item 1", as: .starred)
        encounter.double.addTrouble(
            .interference(after: "edit-tag") { _ in }, .refusal(of: "edit-tag", Answer(400)))
        let counts = try encounter.sync(.sending).counts
        #expect((counts.sent, counts.refused) == (1, 1))
        #expect(try encounter.account.refusedItems == 1)
        #expect(encounter.double.requests("edit-tag").count == 2)
    }

    @Test func `many feeds that vanish at once stay until the user accepts it`() throws {
        let encounter = try Encounter(ServerShelf(folders: Array(repeating: nil, count: 30), items: 1))
        try encounter.sync()
        encounter.double.change { shelf in
            shelf.feeds.removeFirst(12)
            shelf.items.removeFirst(12)
        }
        encounter.pass(1000)
        #expect(try encounter.sync().counts.vanishing == 12)
        #expect(try encounter.library.feeds().count == 30)
        #expect(try encounter.account.vanishing == 12)
        try encounter.library.acceptServer(of: encounter.account.id)
        #expect(try encounter.sync().counts.removedFeeds == 12)
        #expect(try encounter.library.feeds().count == 18)
        #expect(try encounter.account.vanishing == 0)
        #expect(try encounter.library.check() == [])
    }

    @Test func `failures wait longer and longer, unless the user insists`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 1))
        encounter.double.addTrouble(.refusal(of: "ClientLogin", Answer(500)), times: 3)
        #expect(try encounter.sync().failure != nil)
        #expect(try encounter.account.retry == encounter.now + 30)
        #expect(try encounter.sync() == .leftOut(.waiting(until: encounter.now + 30, isToldToWait: false)))
        encounter.pass(31)
        #expect(try encounter.sync().failure != nil)
        #expect(try encounter.account.retry == encounter.now + 60)
        #expect(try encounter.sync(insisting: true).failure != nil)
        #expect(try encounter.sync(insisting: true).isDone)
        #expect(try encounter.account.failures == 0)
    }

    @Test func `a server that asks to wait is left alone, even if the user insists`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 1))
        encounter.double.addTrouble(.refusal(of: "ClientLogin", Answer(429, headers: ["Retry-After": "600"])))
        #expect(try encounter.sync().failure != nil)
        #expect(
            try encounter.sync(insisting: true) == .leftOut(.waiting(until: encounter.now + 600, isToldToWait: true)))
        encounter.pass(601)
        #expect(try encounter.sync().isDone)
    }

    @Test func `a server that asks to wait for seconds is asked again after these`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 1))
        encounter.double.addTrouble(.refusal(of: "ClientLogin", Answer(429, headers: ["Retry-After": "5"])))
        #expect(try encounter.sync().failure != nil)
        encounter.pass(4)
        #expect(try !encounter.sync().isDone)
        encounter.pass(2)
        #expect(try encounter.sync().isDone)
    }

    @Test func `a refused password isn't tried again until the user insists`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 1))
        encounter.use(encounter.makeSyncer(password: "wrong"))
        #expect(try encounter.sync().failure != nil)
        encounter.pass(100_000)
        #expect(try encounter.sync() == .leftOut(.waiting(until: nil, isToldToWait: false)))
        #expect(encounter.double.shelf.logins == 1)
        encounter.use(encounter.makeSyncer())
        #expect(try encounter.sync(insisting: true).isDone)
    }

    @Test func `a sync that is stopped in the middle goes on the next time`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 700))
        let gate = Gate()
        encounter.double.addTrouble(.interference(after: "contents") { _ in }, .delay(of: "contents", until: gate))
        let ended = Locked<SyncOutcome?>(nil)
        let syncer = encounter.makeSyncer()
        let sync = syncer.sync().onNext { event in
            if case .ended(_, let outcome) = event { ended.withLock { $0 = outcome } }
        }
        try encounter.double.server.waitForHits(2, on: "/api/greader.php/reader/api/0/stream/items/contents")
        sync.dispose()
        syncer.drain()
        gate.open()
        encounter.use(syncer)
        // Marks that are sent meanwhile don't make it one that has ended.
        #expect(try encounter.sync(.sending).isDone)
        let account = try encounter.account
        #expect(account.isInFirstSync && !account.isInAgreement)
        #expect(try encounter.sync().isDone)
        #expect(try encounter.items().count == 700)
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `a sync that was stopped is not in agreement until one has ended, also if it has nothing to do`() throws
    {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        try encounter.sync()
        encounter.double.change { $0.addItem(to: 1) }
        let gate = Gate()
        encounter.double.addTrouble(.delay(of: "contents", until: gate))
        let syncer = encounter.makeSyncer()
        let sync = syncer.sync().subscribe { _ in }
        try gate.waitUntilReached()
        sync.dispose()
        syncer.drain()
        gate.open()
        #expect(try encounter.account.isUnfinished && !encounter.account.isInAgreement)
        encounter.double.change { _ = $0.items.removeLast() }
        try encounter.mark("Item 1", as: .read)
        #expect(try encounter.sync(.sending).counts.sent == 1)
        #expect(try !encounter.account.isInAgreement)
        #expect(try encounter.sync().isDone)
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `of a server's feeds, URLs and folders are taken that a user can have`() throws {
        let folder = String(repeating: "x", count: 5000)
        var shelf = ServerShelf(folders: [folder], items: 1)
        shelf.feeds.append(.init(number: 9, url: "https://example.org/" + folder + folder, title: "Long"))
        let encounter = try Encounter(shelf)
        #expect(try encounter.sync().isDone)
        #expect(try encounter.library.feeds().map(\.tags) == [[String(repeating: "x", count: 1000)]])
        let endless = try Encounter(ServerShelf(folders: Array(repeating: nil, count: 100_001), items: 0))
        #expect(
            try endless.sync().failure
                == "the server sent more than 100,000 feeds in one sync, as if its list had no end")
        #expect(try endless.library.feeds().isEmpty)
    }

    @Test func `a sync takes so many items and no more, and then waits for the user`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 3))
        let server = try ServerKind.greader.server(
            for: ServerAccount(url: encounter.double.url, user: "anna", password: "x"))
        var run = SyncRun(
            try encounter.account, on: server, encounter.library, holder: LeaseHolder(), history: 0,
            retention: { _ in Retention() }, clock: { .start }, report: { _ in })
        run.counts.received = SyncRun.mostItems
        try run.take([])
        run.counts.received += 1
        do {
            try run.take([])
            Issue.record("taken")
        } catch let failure as ServerFailure {
            #expect(
                failure.reason == "the server sent more than 2 million items in one sync, as if its list had no end")
            guard case .failed(let result) = BackOff.result(failure, after: 0, at: .start) else { return }
            #expect(result.kind == "endless" && result.retry == nil)
        }
    }

    @Test func `items that are too old for the feed aren't stored or asked for again`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 3))
        encounter.use(encounter.makeSyncer(retention: Retention(days: 30)))
        try encounter.sync()
        #expect(try encounter.items().isEmpty)
        let before = encounter.double.requests("contents").count
        try encounter.sync()
        #expect(encounter.double.requests("contents").count == before)
    }
}
