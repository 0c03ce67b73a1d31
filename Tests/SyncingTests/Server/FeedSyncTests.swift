import FeedServers
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library
@testable import Syncing

@Suite struct FeedSyncTests {
    private let encounter: Encounter

    init() throws {
        encounter = try Encounter(ServerShelf(folders: ["News", nil, nil], items: 2))
        try encounter.sync()
    }

    private func names() throws -> [String] { try encounter.library.feeds().map(\.name) }

    private func feed(_ name: String) throws -> Feed {
        try #require(try encounter.library.feeds().first { $0.name == name })
    }

    @Test func `feeds of a server come after those of the urls file, and are never fetched by lede`() throws {
        try encounter.library.subscribe(to: ["https://example.org/mine"])
        #expect(try encounter.library.feeds().map(\.url) == ["mine", "1", "2", "3"].map { "https://example.org/\($0)" })
        #expect(try encounter.library.feeds().map { $0.account == nil } == [true, false, false, false])
        let feeds = try encounter.library.feeds()
        #expect(try encounter.library.due(among: feeds, at: .distantFuture).count == 1)
    }

    @Test(arguments: [true, false])
    func `a feed of the urls file gets no items of a server that lists it, which has a feed of its own`(
        isLineFirst: Bool
    ) throws {
        let (own, other) = ("https://example.org/2", "https://example.org/2#")
        let encounter =
            isLineFirst ? try Encounter(ServerShelf(folders: ["News", nil, nil], items: 2)) : self.encounter
        try encounter.library.subscribe(to: [own])
        try encounter.addItem("Planted")
        #expect(try encounter.items(at: own).isEmpty)
        #expect(try encounter.items(at: other).sorted() == ["Item 3", "Item 4", "Planted"])
        #expect(try encounter.library.feeds().first { $0.url == own }?.name == own)
        // It stays so, and a removal reaches the server.
        try encounter.addItem("Again")
        #expect(try encounter.items(at: own).isEmpty && encounter.items(at: other).contains("Again"))
        try encounter.library.unsubscribe([#require(try encounter.library.feeds().first { $0.url == other }).id])
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.map(\.number) == [1, 3])
        encounter.library.undo { _ in }
        encounter.library.drain()
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.map(\.url).contains(own))
        #expect(try encounter.library.check() == [])
    }

    @Test func `a feed that an older lede shared with a server is parted at the next sync`() throws {
        try encounter.library.write { database in
            try database.run("UPDATE feeds SET account = NULL WHERE url = 'https://example.org/2'")
            return ((), [])
        }
        try encounter.addItem("Planted")
        #expect(try !encounter.items(at: "https://example.org/2").contains("Planted"))
        let titles = try encounter.items(at: "https://example.org/2#").sorted()
        #expect(titles == ["Item 3", "Item 4", "Planted"])
        #expect(try encounter.account.isInAgreement)
        #expect(try encounter.library.check() == [])
    }

    @Test func `a feed server's word opens nothing in the user's network`() throws {
        let item = try #require(try encounter.item("Item 1"))
        #expect(try encounter.library.feedURLs(of: [item.id]) == [item.id: ""])
        #expect(try encounter.library.pageLink(of: item.id)?.feedURL == "")
        #expect(try encounter.library.pageToFetch(of: item.id)?.feedURL == "")
    }

    @Test func `the feeds of an account show as long as the urls file names it`() throws {
        try encounter.mark("Item 1", as: .starred)
        try encounter.library.follow([])
        #expect(try names().isEmpty)
        #expect(try encounter.items().isEmpty)
        try encounter.library.follow([encounter.key])
        #expect(try names() == ["Feed 1", "Feed 2", "Feed 3"])
        #expect(try feed("Feed 1").tags == ["News"])
        #expect(try encounter.item("Item 1")?.isStarred == true)
        #expect(try encounter.library.check() == [])
    }

    @Test func `titles and folders follow the server, and feeds come and go`() throws {
        encounter.double.change { shelf in
            shelf.feeds[0].title = "Renamed"
            shelf.feeds[0].folder = "Other"
            shelf.feeds.remove(at: 1)
            shelf.items.removeAll { $0.feed == 2 }
            shelf.feeds.append(.init(number: 9, url: "https://example.org/9", title: "New"))
            shelf.addItem(to: 9, title: "First")
        }
        encounter.pass(1000)
        try encounter.sync()
        #expect(try Set(names()) == ["Renamed", "Feed 3", "New"])
        #expect(try feed("Renamed").tags == ["Other"])
        #expect(try encounter.item("First") != nil)
        #expect(try encounter.library.check() == [])
    }

    @Test func `an item of an unknown feed makes lede read the list of feeds`() throws {
        encounter.double.change { shelf in
            shelf.feeds.append(.init(number: 9, url: "https://example.org/9", title: "New"))
            shelf.addItem(to: 9, title: "First")
        }
        try encounter.sync()
        #expect(try names().contains("New"))
        #expect(try encounter.item("First") != nil)
    }

    @Test func `changes of feeds wait for the server in order, and undo takes them back`() throws {
        let account = try encounter.account.id
        try encounter.library.rename(feed("Feed 1").id, to: "Mine")
        try encounter.library.move([feed("Feed 3").id], as: "move it") { _ in ["Deep"] }
        try encounter.library.unsubscribe([feed("Feed 2").id])
        _ = try encounter.library.add([Subscription("https://example.org/new", tags: ["Deep"])], to: account)
        #expect(try names() == ["Mine", "Feed 3", "https://example.org/new"])
        #expect(try encounter.account.unsentChanges == 5)
        try encounter.sync()
        let feeds = encounter.double.shelf.feeds
        #expect(feeds.map(\.title) == ["Mine", "Feed 3", "Feed 4"])
        #expect(feeds.map(\.folder) == ["News", "Deep", "Deep"])
        #expect(try encounter.account.isInAgreement)
        #expect(try names() == ["Mine", "Feed 3", "Feed 4"])

        encounter.library.undo { _ in }
        encounter.library.undo { _ in }
        encounter.library.drain()
        try encounter.sync()
        #expect(Set(encounter.double.shelf.feeds.map(\.url)) == Set((1...3).map { "https://example.org/\($0)" }))
        #expect(try encounter.library.feeds().count == 3)
        #expect(try encounter.library.check() == [])
    }

    @Test func `what is taken back before a sync never reaches the server`() throws {
        try encounter.library.unsubscribe([feed("Feed 2").id])
        encounter.library.undo { _ in }
        encounter.library.drain()
        #expect(try encounter.account.unsentChanges == 0)
    }

    @Test func `a feed that is removed and restored elsewhere between two syncs has what was read`() throws {
        let other = try Library(path: TemporaryFolder.make(for: "other") + "/library.db")
        try other.follow([encounter.key])
        let syncer = encounter.makeSyncer(for: other)
        _ = try syncer.run()
        try encounter.mark("Item 1", as: .read)
        try encounter.sync()
        encounter.double.change { shelf in
            shelf.now = Int(Date.start.timeIntervalSince1970)
            shelf.renewItems(of: 1)
            shelf.feeds[0].number = 7
            for index in shelf.items.indices where shelf.items[index].feed == 1 { shelf.items[index].feed = 7 }
        }
        encounter.pass(1000)
        try encounter.sync()
        #expect(encounter.onServer("Item 1")?.isRead == true)
        for _ in 1...2 {
            encounter.pass(1000)
            #expect(try syncer.run().isDone)
        }
        let items = try other.items(of: other.listing(.all, unreadOnly: false, order: .newest), limit: 100)
        #expect(items.filter(\.isRead).map(\.title) == ["Item 1"])
    }

    @Test func `a change that the server refuses is set aside and told, and others go on`() throws {
        let account = try encounter.account.id
        _ = try encounter.library.add([Subscription("https://example.org/nothing")], to: account)
        try encounter.library.rename(feed("Feed 1").id, to: "Mine")
        #expect(try encounter.sync().counts.refused == 1)
        #expect(try encounter.account.refusals.count == 1)
        #expect(encounter.double.shelf.feeds[0].title == "Mine")
        try encounter.library.acceptServer(of: account)
        #expect(try encounter.account.refusals.isEmpty && names() == ["Mine", "Feed 2", "Feed 3"])
        #expect(try encounter.library.check() == [])
    }

    @Test func `a feed whose addition wasn't answered isn't added twice`() throws {
        let account = try encounter.account.id
        _ = try encounter.library.add([Subscription("https://example.org/new")], to: account)
        encounter.double.addTrouble(.loss(of: "quickadd", Answer(502)))
        try encounter.sync()
        encounter.pass(100)
        try encounter.sync()
        #expect(encounter.double.requests("quickadd").count <= 2)
        #expect(encounter.double.shelf.feeds.filter { $0.url == "https://example.org/new" }.count == 1)
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `undo moves a feed back, also on the server, unless it has moved since`() throws {
        try encounter.library.move([feed("Feed 1").id], as: "move it") { _ in ["Deep"] }
        try encounter.sync()
        #expect(encounter.double.shelf.feeds[0].folder == "Deep")
        encounter.library.undo { _ in }
        encounter.library.drain()
        #expect(try feed("Feed 1").tags == ["News"])
        try encounter.sync()
        #expect(encounter.double.shelf.feeds[0].folder == "News")
        encounter.library.redo { _ in }
        encounter.library.drain()
        try encounter.sync()
        encounter.double.change { $0.feeds[0].folder = "Elsewhere" }
        encounter.pass(1000)
        try encounter.sync()
        encounter.library.undo { _ in }
        encounter.library.drain()
        #expect(try feed("Feed 1").tags == ["Elsewhere"])
        #expect(try encounter.account.unsentChanges == 0)
    }

    @Test func `undo gives a feed its title again on the server, before and after a sync`() throws {
        for syncs in [false, true] {
            try encounter.library.rename(feed("Feed 1").id, to: "Mine")
            if syncs { try encounter.sync() }
            encounter.library.undo { _ in }
            encounter.library.drain()
            #expect(try names() == ["Feed 1", "Feed 2", "Feed 3"])
            try encounter.sync()
            #expect(encounter.double.shelf.feeds[0].title == "Feed 1")
            encounter.library.redo { _ in }
            encounter.library.drain()
            try encounter.sync()
            #expect(encounter.double.shelf.feeds[0].title == "Mine")
            encounter.library.undo { _ in }
            encounter.library.drain()
            try encounter.sync()
            #expect(try names() == ["Feed 1", "Feed 2", "Feed 3"])
        }
        try encounter.library.rename(feed("Feed 1").id, to: "Mine")
        try encounter.library.rename(feed("Mine").id, to: nil)
        #expect(try names()[0] == "Feed 1")
        try encounter.library.rename(feed("Feed 1").id, to: nil)
        encounter.library.undo { _ in }
        encounter.library.drain()
        #expect(try names()[0] == "Mine")
        try encounter.sync()
        #expect(encounter.double.shelf.feeds[0].title == "Mine")
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `of two new titles for one feed, that from here wins, and the other is told`() throws {
        for title in ["Feed 1", "Feed 2"] { try encounter.library.rename(feed(title).id, to: "My \(title)") }
        encounter.double.change { $0.feeds[0].title = "Theirs" }
        #expect(try encounter.sync().counts.overruledTitles == 1)
        #expect(encounter.double.shelf.feeds.map(\.title) == ["My Feed 1", "My Feed 2", "Feed 3"])
    }

    @Test func `a renamed folder is renamed once on the server, and undo does the same`() throws {
        encounter.double.change { for index in $0.feeds.indices { $0.feeds[index].folder = "News" } }
        encounter.pass(1000)
        try encounter.sync()
        let feeds = try encounter.library.feeds().map(\.id)
        try encounter.library.rename(FolderRenaming(from: "News", to: "World"), of: feeds, as: "rename it")
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.map(\.folder) == ["World", "World", "World"])
        #expect(encounter.double.requests("rename-tag").count == 1)
        #expect(encounter.double.requests("subscription/edit").isEmpty)
        encounter.library.undo { _ in }
        encounter.library.drain()
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.map(\.folder) == ["News", "News", "News"])
        #expect(try feed("Feed 2").tags == ["News"])
        #expect(try encounter.account.isInAgreement)
    }

    @Test func `a folder that gets the name of another one joins it, and only its own feeds move back`() throws {
        encounter.double.change { $0.feeds[1].folder = "World" }
        encounter.pass(1000)
        try encounter.sync()
        try encounter.library.rename(
            FolderRenaming(from: "News", to: "World"), of: [feed("Feed 1").id], as: "rename it")
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.map(\.folder) == ["World", "World", nil])
        encounter.library.undo { _ in }
        encounter.library.drain()
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.map(\.folder) == ["News", "World", nil])
        #expect(encounter.double.requests("rename-tag").isEmpty)
    }

    @Test func `a removed feed returns to its folder with its title, and with a move that waited`() throws {
        encounter.double.change { $0.feeds[0].title = "Named there" }
        encounter.pass(1000)
        try encounter.sync()
        let id = try feed("Named there").id
        try encounter.library.unsubscribe([id])
        try encounter.sync()
        encounter.library.undo { _ in }
        encounter.library.drain()
        try encounter.sync()
        let returned = try #require(encounter.double.shelf.feeds.first { $0.url == "https://example.org/1" })
        #expect(returned.folder == "News" && returned.title == "Named there")

        try encounter.library.move([id], as: "move it") { _ in ["Deep"] }
        try encounter.library.unsubscribe([id])
        encounter.library.undo { _ in }
        encounter.library.drain()
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.first { $0.url == "https://example.org/1" }?.folder == "Deep")
        #expect(try encounter.library.check() == [])
    }

    @Test func `a server without moves adds a feed to the folder that it is for`() throws {
        let encounter = try Encounter(.ttrss, TinyTinyRSSDouble(), ServerShelf(folders: ["News"], items: 1))
        try encounter.sync()
        _ = try encounter.library.add(
            [Subscription("https://example.org/new", tags: ["News"])], to: encounter.account.id)
        try encounter.sync()
        #expect(encounter.double.shelf.feeds.map(\.folder) == ["News", "News"])
        #expect(try encounter.account.refusals.isEmpty && encounter.account.isInAgreement)
    }
}

extension Encounter {
    /// The titles of a feed's items.
    fileprivate func items(at url: String) throws -> [String] {
        let feed = try #require(try library.feeds().first { $0.url == url })
        return try library.items(of: feed.id, unreadOnly: false, limit: 100).map(\.title)
    }

    /// Adds a starred item to the second feed on the server, and syncs.
    fileprivate func addItem(_ title: String) throws {
        double.change { shelf in
            shelf.addItem(to: 2, title: title)
            shelf.items[shelf.items.count - 1].isStarred = true
        }
        pass(1000)
        try sync()
    }
}
