import FeedParser
import FeedServers
import Foundation
import Library
import SQLite
import Signals
import TestSupport
import Testing

@testable import Syncing

/// A server, and the form in which its double speaks.
struct Speaker: Sendable, CustomTestStringConvertible {
    let kind: ServerKind
    let dialect: any ServerDialect

    var testDescription: String { kind.rawValue }

    static let all = [
        Speaker(kind: .greader, dialect: GoogleReaderDouble.freshRSS),
        Speaker(kind: .miniflux, dialect: MinifluxDouble.new),
        Speaker(kind: .fever, dialect: FeverDouble.freshRSS),
        Speaker(kind: .nextcloud, dialect: NextcloudDouble()),
        Speaker(kind: .ttrss, dialect: TinyTinyRSSDouble())
    ]
}

@Suite struct SyncTests {
    @Test(arguments: Speaker.all)
    func `the first sync brings feeds and items, and marks go both ways from then on`(speaker: Speaker) throws {
        var shelf = ServerShelf(folders: ["News", "Other"], items: 3)
        shelf.items[1].isStarred = true
        shelf.items[1].isRead = true
        let encounter = try Encounter(speaker.kind, speaker.dialect, shelf)
        #expect(try encounter.sync().isDone)
        let feeds = try encounter.library.feeds()
        #expect(feeds.map(\.name) == ["Feed 1", "Feed 2"])
        #expect(feeds.map(\.tags) == [["News"], ["Other"]])
        #expect(feeds.allSatisfy { $0.account != nil })
        #expect(try Set(encounter.items().map(\.title)) == Set((1...6).map { "Item \($0)" }))
        #expect(try encounter.item("Item 2").map { $0.isRead && $0.isStarred } == true)
        #expect(try encounter.item("Item 3").map { $0.isRead || $0.isStarred } == false)
        #expect(try encounter.library.article(encounter.item("Item 3")!.id)?.html.contains("Text 3") == true)

        try encounter.mark("Item 1", "Item 4", as: .read)
        try encounter.mark("Item 2", as: .unstarred)
        try encounter.mark("Item 2", as: .unread)
        encounter.changeOnServer("Item 6") { $0.isRead = true }
        encounter.changeOnServer("Item 5") { $0.isStarred = true }
        encounter.double.change { $0.addItem(to: 2) }
        #expect(try encounter.account.unsentMarks == 3)
        encounter.pass(600)
        let counts = try encounter.sync().counts
        #expect(counts.sent == 4 && counts.taken == 2 && counts.newItems == 1, "\(counts)")
        for item in encounter.double.shelf.items {
            let here = try encounter.item(item.title)
            #expect(here?.isRead == item.isRead && here?.isStarred == item.isStarred, "\(item.title)")
        }
        #expect(try encounter.account.isInAgreement)
        #expect(try encounter.library.check() == [])
    }

    @Test(arguments: ["user/-/state/com.google/read", "x/state/com.google/starred"])
    func `a folder that is called like a mark marks nothing`(name: String) throws {
        let encounter = try Encounter(ServerShelf(folders: [name], items: 2))
        try encounter.sync()
        #expect(try encounter.library.feeds().map(\.tags) == [[name]])
        #expect(try encounter.items().filter { !$0.isRead && !$0.isStarred }.count == 2)
    }

    @Test(arguments: Speaker.all.filter { $0.kind != .fever })
    func `what was read elsewhere before lede saw it comes within the hour`(speaker: Speaker) throws {
        let encounter = try Encounter(speaker.kind, speaker.dialect, ServerShelf(folders: [nil], items: 2))
        try encounter.sync()
        encounter.double.change { shelf in
            shelf.now = Int(Date.start.timeIntervalSince1970) + 600
            shelf.addItem(to: 1)
        }
        encounter.changeOnServer("Item 3") { $0.isRead = true }
        for _ in 1...2 {
            encounter.pass(1801)
            try encounter.sync()
        }
        #expect(try encounter.item("Item 3")?.isRead == true)
    }

    @Test func `what nothing has changed takes three requests of FreshRSS`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 30))
        try encounter.sync()
        let before = encounter.double.requests("").count
        try encounter.sync()
        #expect(encounter.double.requests("").count - before == 3)
        #expect(encounter.double.requests("ClientLogin").count == 1)
    }

    @Test func `many marks are sent in batches`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 600))
        try encounter.sync()
        encounter.library.markAllRead(in: try encounter.library.listing(.all, unreadOnly: true))
        #expect(try encounter.sync().counts.sent == 600)
        #expect(encounter.double.requests("edit-tag").count == 3)
        #expect(encounter.double.shelf.unread.isEmpty)
    }

    @Test func `more than a thousand read items of a feed are sent together, if these are all up to there`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 1500))
        try encounter.sync()
        encounter.library.markAllRead(in: try encounter.library.listing(.all, unreadOnly: true))
        // It comes between the mark and the sync, and is news here.
        encounter.double.change { $0.addItem(to: 1) }
        #expect(try encounter.sync().counts.sent == 1500)
        #expect(encounter.double.requests("mark-all-as-read").count == 1)
        #expect(encounter.double.requests("edit-tag").isEmpty)
        #expect(encounter.double.shelf.unread.count == 1)
    }

    @Test func `an older unread item keeps a feed from being marked read together`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 1500))
        try encounter.sync()
        encounter.library.markAllRead(in: try encounter.library.listing(.all, unreadOnly: true))
        try encounter.mark("Item 100", as: .unread)
        try encounter.sync()
        #expect(encounter.double.requests("mark-all-as-read").isEmpty)
        #expect(encounter.double.shelf.items.filter { !$0.isRead }.map(\.title) == ["Item 100"])
    }

    @Test func `undo passes over what a sync took, and undoing the sync undoes it on the server, too`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 3))
        try encounter.sync()
        try encounter.mark("Item 1", as: .starred)
        encounter.changeOnServer("Item 2") { $0.isRead = true }
        encounter.changeOnServer("Item 3") { $0.isStarred = true }
        try encounter.sync()
        #expect(try encounter.library.journal(limit: 1).first?.author == .sync)
        encounter.library.undo { _ in }
        encounter.library.drain()
        #expect(try encounter.item("Item 1")?.isStarred == false)
        #expect(try encounter.item("Item 2")?.isRead == true)
        encounter.library.undoSync { _ in }
        encounter.library.drain()
        #expect(try encounter.item("Item 2")?.isRead == false)
        try encounter.sync()
        #expect(encounter.onServer("Item 2")?.isRead == false)
        #expect(encounter.double.shelf.starred.isEmpty)
    }

    @Test func `what is read or starred here or there is so in both after the first meeting`() throws {
        var shelf = ServerShelf(folders: [nil], items: 4)
        shelf.items[0].isRead = true
        shelf.items[1].isStarred = true
        let encounter = try Encounter(shelf)
        try encounter.library.subscribe(to: ["https://example.org/1"])
        let feed = try encounter.library.feeds()[0]
        let items = shelf.items.reversed().map { item in
            ParsedItem(
                id: item.guid, title: item.title, link: item.link,
                published: Date(timeIntervalSince1970: Double(item.came)), content: item.content)
        }
        _ = try encounter.library.store(
            ParsedFeed(format: .rss20, title: "Mine", items: items), etag: nil, lastModified: nil, for: feed.id,
            at: encounter.now)
        try encounter.mark("Item 3", as: .read)
        try encounter.mark("Item 3", as: .starred)
        try encounter.mark("Item 4", as: .deleted)
        encounter.use(encounter.makeSyncer(history: 1000))
        // A feed that leaves the urls file is the server's with all its marks.
        try encounter.library.subscribe(to: [])
        try encounter.sync()
        #expect(try encounter.library.feeds().map(\.id) == [feed.id])
        #expect(try encounter.items().count == 3)
        #expect(try Set(encounter.items().filter(\.isRead).map(\.title)) == ["Item 3", "Item 1"])
        #expect(try Set(encounter.items().filter(\.isStarred).map(\.title)) == ["Item 3", "Item 2"])
        #expect(encounter.double.shelf.items.map(\.isRead) == [true, false, true, true])
        #expect(encounter.double.shelf.items.map(\.isStarred) == [false, true, true, false])
        #expect(try encounter.library.check() == [])
    }

    @Test func `a rule and a duplicate mark items of a server, which hears of it`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        encounter.library.follow(rules: [try Rule("new title = \"Item 2\" do mark-read", place: "config:1")])
        try encounter.sync()
        #expect(encounter.double.shelf.items.map(\.isRead) == [false, true])
    }

    @Test func `two syncs at once don't sync an account twice`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil], items: 2))
        let gate = Gate()
        encounter.double.addTrouble(.delay(of: "subscription/list", until: gate))
        let other = encounter.makeSyncer(for: try Library(path: encounter.path))
        let first = encounter.makeSyncer()
        let sync = first.sync().subscribe { _ in }
        try encounter.double.server.waitForHits(on: "/api/greader.php/reader/api/0/subscription/list?output=json")
        #expect(try other.run() == .leftOut(.anotherLede))
        gate.open()
        first.drain()
        sync.dispose()
        #expect(try other.run().isDone)
    }
}

@Suite struct QuietSyncTests {
    @Test func `a sync that finds nothing new asks for two lists and the names of labels, and writes nothing`() throws {
        let encounter = try Encounter(ServerShelf(folders: [nil, "News"], items: 3))
        try encounter.sync()
        encounter.pass(60)
        let watch = try Database(path: encounter.path, access: .readOnly)
        let version = try watch.first("PRAGMA data_version") { $0.int(0) }
        let requests = encounter.double.server.requests.count
        #expect(try encounter.sync().isDone)
        #expect(encounter.double.server.requests.count == requests + 3)
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
