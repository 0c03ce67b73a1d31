import FeedParser
import Foundation
import SQLite
import SyncFolder
import TestSupport
import Testing

@testable import Library
@testable import Syncing

@Suite struct FolderSyncTests {
    private let fellowship: FolderFellowship

    init() throws { fellowship = try FolderFellowship() }

    @Test func `marks of one device are there on the other, both ways`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        try one.mark("Item 2", as: .starred)
        try one.mark("Item 3", as: .tagged("later"))
        #expect(try one.sync().counts.sent == 3)
        #expect(try other.sync().counts.taken == 3)
        #expect(try other.read == ["Item 1"])
        #expect(try other.starred == ["Item 2"])
        #expect(try other.tags(of: "Item 3") == ["later"])
        fellowship.pass(60)
        try other.mark("Item 1", as: .unread)
        try other.mark("Item 2", as: .deleted)
        try other.mark("Item 3", as: .untagged("later"))
        try other.sync()
        #expect(try one.sync().counts.taken == 3)
        #expect(try one.read == [])
        #expect(try one.tags(of: "Item 3") == [])
        #expect(try one.titles == ["Item 1", "Item 3"])
        #expect(try one.library.accounts()[0].isInAgreement)
    }

    @Test func `what was read and starred before the folder was used is said, too`() throws {
        let one = try fellowship.device("laptop")
        try one.library.follow(folder: nil)
        try one.mark("Item 1", as: .read)
        try one.mark("Item 2", as: .tagged("later"))
        try one.library.follow(folder: .folder(fellowship.folder))
        try one.sync()
        let other = try fellowship.device("desk")
        try other.sync()
        #expect(try other.read == ["Item 1"])
        #expect(try other.tags(of: "Item 2") == ["later"])
    }

    @Test func `marks wait for items that aren't here yet, which then are no news`() throws {
        let one = try fellowship.device("laptop")
        try one.mark("Item 1", "Item 2", as: .read)
        try one.mark("Item 3", as: .starred)
        try one.sync()
        let other = try fellowship.device("desk", items: 0)
        try other.sync()
        try other.fetch(4)
        #expect(try other.read == ["Item 1", "Item 2"])
        #expect(try other.starred == ["Item 3"])
        #expect(try other.library.feeds()[0].unread == 2)
        #expect(try other.sync().counts.sent == 0)
    }

    @Test func `items with other ids are known by their links`() throws {
        let one = try fellowship.device("laptop", items: 0)
        try one.fetch(2, guids: false)
        try one.mark("Item 1", as: .read)
        try one.sync()
        let other = try fellowship.device("desk", items: 0)
        try other.fetch(2, guids: false)
        try other.sync()
        #expect(try other.read == ["Item 1"])
        let third = try fellowship.device("phone", items: 0)
        try third.sync()
        try third.fetch(2, guids: false)
        #expect(try third.read == ["Item 1"])
        try third.mark("Item 1", as: .unread)
        try third.sync()
        try one.sync()
        #expect(try one.read == [])
    }

    @Test func `who has seen a mark and changes it wins, whatever the clocks say`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.library.touchInTenYears { try one.mark("Item 1", as: .read) }
        try one.sync()
        try other.sync()
        #expect(try other.read == ["Item 1"])
        try other.mark("Item 1", as: .unread)
        try other.sync()
        try one.sync()
        #expect(try one.read == [])
        #expect(try other.read == [])
    }

    @Test func `of marks that didn't know of each other the later one wins, however late it is written`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .starred)
        try one.sync(.sending)
        try other.mark("Item 1", as: .starred)
        try other.library.retouch(secondsLater: 5)
        try other.sync(.sending)
        // Written after the other's, and made before.
        try one.mark("Item 1", as: .unstarred)
        for fellow in [one, other, one] { try fellow.sync() }
        #expect(try one.starred == ["Item 1"])
        #expect(try other.starred == ["Item 1"])
    }

    @Test(arguments: [Mark.starred, .read, .tagged("later"), .deleted])
    func `what was marked and marked back before a sync wins over an older mark of another device`(mark: Mark) throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        for fellow in [one, other] { try fellow.sync() }
        try other.mark("Item 1", as: mark)
        try other.library.retouch(secondsLater: -60)
        try one.mark("Item 1", as: mark)
        one.library.undo { _ in }
        for fellow in [other, one, other] { try fellow.sync() }
        for fellow in [one, other] {
            #expect(try fellow.read == [])
            #expect(try fellow.starred == [])
            #expect(try fellow.tags(of: "Item 1") == [])
            #expect(try fellow.titles == ["Item 1", "Item 2", "Item 3"])
        }
    }

    @Test func `what was marked and marked back loses to a later mark of another device, and leaves other marks alone`()
        throws
    {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        for fellow in [one, other] { try fellow.sync() }
        try other.mark("Item 2", as: .read)
        try other.library.retouch(secondsLater: -120)
        try other.mark("Item 1", as: .starred)
        try other.library.retouch(secondsLater: 60)
        for mark in [Mark.starred, .unstarred] { try one.mark("Item 1", "Item 2", as: mark) }
        for fellow in [other, one, other] { try fellow.sync() }
        for fellow in [one, other] {
            #expect(try fellow.starred == ["Item 1"])
            #expect(try fellow.read == ["Item 2"])
        }
    }

    @Test func `of marks made at the same time, what is set wins, whoever wrote it`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        for (fellow, mark, time) in [(one, Mark.starred, 5), (other, .starred, 4), (other, .unstarred, 5)] {
            try fellow.mark("Item 1", as: mark)
            try fellow.library.retouch(at: 1_900_000_000_000 + Int64(time))
            try fellow.sync(.sending)
        }
        for fellow in [one, other, one] { try fellow.sync() }
        for fellow in [one, other] { #expect(try fellow.starred == ["Item 1"]) }
    }

    @Test func `tags of an item that is deleted and restored are shared`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .tagged("later"))
        try one.mark("Item 1", as: .deleted)
        for fellow in [one, other] { try fellow.sync() }
        one.library.undo { _ in }
        for fellow in [one, other] { try fellow.sync() }
        #expect(try other.tags(of: "Item 1") == ["later"])
    }

    @Test func `what was marked just before deleting it is shared, for whoever restores it`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try other.mark("Item 1", as: .deleted)
        try other.sync()
        for mark in [Mark.read, .starred, .tagged("later"), .deleted] { try one.mark("Item 1", as: mark) }
        try one.sync()
        other.library.undo { _ in }
        for fellow in [other, one, other] { try fellow.sync() }
        for fellow in [one, other] {
            #expect(try fellow.read == ["Item 1"])
            #expect(try fellow.starred == ["Item 1"])
            #expect(try fellow.tags(of: "Item 1") == ["later"])
        }
    }

    @Test func `a page of a file that arrives after later ones is read`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.sync()
        for title in ["Item 1", "Item 2", "Item 3"] {
            try one.mark(title, as: .read)
            try one.sync()
        }
        let own = try #require(one.library.folderMemory().own(at: one.library.site)?.name)
        let path = URL(filePath: "\(fellowship.folder)/devices/\(own)/000002.jsonl")
        let whole = try Data(contentsOf: path)
        var holed = whole
        for index in 0..<(whole.firstIndex(of: 10) ?? 0) { holed[index] = 0 }
        try holed.write(to: path)
        try other.sync()
        #expect(try other.read == ["Item 2", "Item 3"])
        try whole.write(to: path)
        try other.sync()
        #expect(try other.read == ["Item 1", "Item 2", "Item 3"])
    }

    @Test(arguments: [
        "exec:fetch --token geheim", "https://anna:geheim@example.org/feed", "filter:sed geheim:https://example.org/f"
    ])
    func `commands and passwords never get into the folder`(feed: String) throws {
        let one = try fellowship.device("laptop", feed: feed)
        try one.mark("Item 1", as: .read)
        #expect(try one.sync().failure == nil)
        for (name, bytes) in try fellowship.files() {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("geheim"), "\(name)")
        }
        #expect(try one.account.isInAgreement)
    }

    @Test func `undo sends the opposite, and a sync can be undone`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        try one.sync()
        try other.sync()
        one.library.undo { _ in }
        try one.sync()
        try other.sync()
        #expect(try other.read == [])
        try one.mark("Item 2", as: .starred)
        try one.sync()
        try other.sync()
        other.library.undoSync { _ in }
        try other.sync()
        try one.sync()
        #expect(try one.starred == [])
    }

    @Test func `with nothing new, nothing is written, in the library and in the folder`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        for fellow in [one, other, one] { try fellow.sync() }
        let watch = try Database(path: one.path, access: .readOnly)
        let version = try watch.first("PRAGMA data_version") { $0.int(0) }
        let files = try fellowship.files()
        fellowship.pass(60)
        #expect(try one.sync().counts == SyncCounts())
        #expect(try watch.first("PRAGMA data_version") { $0.int(0) } == version)
        #expect(try fellowship.files() == files)
    }

    @Test func `sending only writes, and takes nothing`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        try one.sync(.sending)
        try other.mark("Item 2", as: .read)
        #expect(try other.sync(.sending).counts.sent == 1)
        #expect(try other.read == ["Item 2"])
        try one.sync()
        #expect(try one.read == ["Item 1", "Item 2"])
    }

    @Test func `a copy of a library becomes a device of its own`() throws {
        let one = try fellowship.device("laptop")
        try one.mark("Item 1", as: .read)
        try one.sync()
        one.library.settle()
        let path = fellowship.home.path + "/copy.db"
        try FileManager.default.copyItem(atPath: one.path, toPath: path)
        let copy = try fellowship.device("copy", at: path)
        try copy.mark("Item 2", as: .read)
        try one.mark("Item 3", as: .read)
        try copy.sync()
        try one.sync()
        try copy.sync()
        #expect(try one.read == ["Item 1", "Item 2", "Item 3"])
        #expect(try copy.read == ["Item 1", "Item 2", "Item 3"])
        #expect(try one.library.folderDevices().compactMap(\.title).sorted() == ["copy", "laptop"])
    }

    @Test func `a library restored from a backup learns what it did since`() throws {
        let one = try fellowship.device("laptop")
        try one.mark("Item 1", as: .read)
        try one.sync()
        let backup = fellowship.home.path + "/backup.db"
        try one.library.backUp(to: backup)
        try one.mark("Item 1", as: .unread)
        try one.mark("Item 2", as: .read)
        try one.sync()
        let restored = try fellowship.device("laptop", at: backup)
        #expect(try restored.read == ["Item 1"])
        try restored.sync()
        #expect(try restored.read == ["Item 2"])
    }

    @Test func `a folder that was emptied and accepted gets everything again, also what others said`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        try one.sync()
        try other.mark("Item 2", as: .read)
        try other.sync()
        for name in try FileManager.default.contentsOfDirectory(atPath: fellowship.folder) {
            try FileManager.default.removeItem(atPath: "\(fellowship.folder)/\(name)")
        }
        #expect(try other.sync().failure?.contains("lede sync --accept") == true)
        #expect(try fellowship.files().isEmpty)
        try other.library.acceptServer(of: other.account.id)
        try other.sync()
        let third = try fellowship.device("phone")
        try third.sync()
        #expect(try third.read == ["Item 1", "Item 2"])
    }

    @Test func `files that a carrier lost are written again`() throws {
        let one = try fellowship.device("laptop")
        try one.mark("Item 1", as: .read)
        try one.sync()
        try FileManager.default.removeItem(atPath: fellowship.folder + "/devices")
        try one.mark("Item 2", as: .read)
        try one.sync()
        let other = try fellowship.device("desk")
        try other.sync()
        #expect(try other.read == ["Item 1", "Item 2"])
    }

    @Test func `a file too large to be lede's is left unread, and told once, and the others are read`() throws {
        let (one, other) = (try fellowship.device("one"), try fellowship.device("other"))
        try other.mark("Item 1", as: .read)
        try other.sync()
        let id = try #require(fellowship.files().keys.first { $0.hasSuffix("about.jsonl") }).split(separator: "/")[1]
        let huge = "\(fellowship.folder)/devices/\(id)/999999.jsonl"
        try Data(#"{"n":9,"t":9,"o":"read""#.utf8).write(to: URL(filePath: huge))
        truncate(huge, off_t(SharedFolder.largest + 1))
        let outcome = try one.sync()
        #expect(outcome.isDone && outcome.counts.hugeFiles == 1)
        #expect(try one.read == ["Item 1"])
        #expect(try one.account.hugeFiles == ["devices/\(id)/999999.jsonl"])
        #expect(try one.sync().counts == SyncCounts())
        try FileManager.default.removeItem(atPath: huge)
        try one.sync()
        #expect(try one.account.hugeFiles == [])
    }

    @Test func `a feed that moves keeps its registers, and takes those of its new URL`() throws {
        let new = "https://example.org/new"
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        try one.sync()
        try other.sync()
        #expect(try one.library.move(one.library.feeds()[0].id, to: new))
        try one.mark("Item 2", as: .read)
        try one.sync()
        try other.mark("Item 3", as: .read)
        try other.sync()
        #expect(try other.read == ["Item 1", "Item 3"])
        try one.sync()
        #expect(try one.read == ["Item 1", "Item 2", "Item 3"])
        #expect(try other.library.move(other.library.feeds()[0].id, to: new))
        #expect(try other.read == ["Item 1", "Item 2", "Item 3"])
        #expect(try other.sync().counts.sent == 0)
    }
}

extension Library {
    /// As if the clock was ten years ahead.
    fileprivate func touchInTenYears(_ body: () throws -> Void) throws {
        try body()
        try retouch(secondsLater: 315_360_000)
    }

    /// Lets the last notes of marks be later.
    func retouch(secondsLater seconds: Int64) throws {
        drain()
        let database = try Database(path: path, access: .readWriteCreate)
        try database.run("UPDATE folder_touches SET time = time + ?", seconds * 1000)
    }

    fileprivate func retouch(at time: Int64) throws {
        drain()
        let database = try Database(path: path, access: .readWriteCreate)
        try database.run("UPDATE folder_touches SET time = ?", time)
    }
}
