import Foundation
import Glibc
import SyncFolder
import TestSupport
import Testing

@testable import Library
@testable import Syncing

/// What the disk, time and many hands do to a folder.
@Suite struct FolderDiskTests {
    private let fellowship: FolderFellowship

    init() throws { fellowship = try FolderFellowship() }

    @Test(.enabled(if: TinyDisk.isAvailable))
    func `a full disk is said once with what to do, reading goes on, and so does writing once there is room`() throws {
        let disk = try TinyDisk(at: fellowship.folder, kilobytes: 256)
        let (one, other) = (try fellowship.device("one", items: 3000), try fellowship.device("other", items: 3000))
        for fellow in [one, other] { try fellow.sync() }
        try other.mark("Item 1", as: .starred)
        try other.sync()
        // Room for a part of the lines.
        let filler = disk.path + "/filler"
        #expect(FileManager.default.createFile(atPath: filler, contents: nil))
        let file = try FileHandle(forWritingTo: URL(filePath: filler))
        while (try? file.write(contentsOf: Data(count: 4096))) != nil {}
        try file.truncate(atOffset: file.offset() - 4096)
        try file.close()
        one.library.mark(.items(ItemSet(try one.items().map(\.id))), .read)
        #expect(try one.sync().failure?.contains("the disk is full: make room on it") == true)
        #expect(try one.starred == ["Item 1"])
        #expect(try one.account.failures == 1)
        guard case .leftOut(.waiting) = try one.sync(insisting: false) else {
            Issue.record("it doesn't wait")
            return
        }
        try FileManager.default.removeItem(atPath: filler)
        fellowship.pass(60)
        #expect(try one.sync(insisting: false).isDone)
        #expect(try one.account.isInAgreement)
        try other.sync()
        #expect(try other.read.count == 3000)
    }

    @Test func `a line that a kill has torn is written again, and read by the others`() throws {
        let (one, other) = (try fellowship.device("one"), try fellowship.device("other"))
        try one.sync()
        try one.mark("Item 1", as: .read)
        one.library.drain()
        let own = try #require(one.library.folderMemory().own(at: one.library.site))
        _ = try one.library.noteFolderChanges(of: one.account.id, by: own.row, at: fellowship.now)
        let line = try #require(one.library.folderLines().first).bytes
        let path = "\(fellowship.folder)/devices/\(own.name)/000002.jsonl"
        try Data(line.prefix(line.count / 2)).write(to: URL(filePath: path))
        try one.sync()
        let expected = line.prefix(line.count / 2) + [UInt8(ascii: "\n")] + line
        #expect(try Data(contentsOf: URL(filePath: path)).elementsEqual(expected))
        try other.sync()
        #expect(try other.read == ["Item 1"])
        #expect(try other.library.folderDevices().count == 2)
    }

    @Test(arguments: [(399, ["Item 1"]), (401, [])])
    func `marks wait 400 days for their item`(days: Int, read: [String]) throws {
        let one = try fellowship.device("one")
        try one.mark("Item 1", as: .read)
        try one.sync()
        let other = try fellowship.device("other", compactingFrom: 0)
        try other.fetch(1, from: "https://example.org/other")
        try other.sync()
        fellowship.pass(Double(days) * 86_400)
        for mark in [Mark.starred, .unstarred, .starred] {
            try other.mark("Item 1", as: mark)
            try other.sync()
        }
        try other.fetch(3)
        #expect(try other.read == read)
    }

    @Test func `many feeds that vanish at once stay until the user agrees, and other changes are taken`() throws {
        let (urls, others) = (ModelUrlsFile(), ModelUrlsFile())
        let (one, other) = (
            try fellowship.device("one", sharing: urls), try fellowship.device("other", sharing: others)
        )
        let feeds = (1...40).map { "https://example.org/\($0)" }
        urls.take(feeds.map { ($0, "") })
        try one.sync()
        #expect(try other.sync().counts.addedFeeds == 40)
        urls.take(feeds.prefix(25).map { ($0, nil) } + [(feeds[30], "tag new")])
        fellowship.pass(60)
        try one.sync()
        #expect(try other.sync().counts.vanishing == 25)
        #expect(others.settings().count == 40)
        #expect(others.settings()[feeds[30]] == "tag new")
        #expect(try other.account.vanishing == 25)
        try other.library.acceptServer(of: other.account.id)
        #expect(try other.sync().counts.removedFeeds == 25)
        #expect(others.settings() == urls.settings())
        #expect(try other.account.vanishing == 0)
    }

    @Test func `a file of short lines is read to its end`() throws {
        let (one, other) = (try fellowship.device("one"), try fellowship.device("other"))
        try one.sync()
        let own = try #require(one.library.folderMemory().own(at: one.library.site)?.name)
        let path = "\(fellowship.folder)/devices/\(own)/000001.sync-conflict-1.jsonl"
        let lines = String(repeating: "\n", count: 300_000) + String(repeating: "{}\n", count: 30_000)
        let entry = FolderMarks.Entry(ItemKey(identity: 1, link: 0), at: 1)
        let line = FolderLine(1, at: 1, .marks(FolderMarks(.read, true, in: "https://example.org/feed", [entry])))
        try (Data(lines.utf8) + Data(line.bytes)).write(to: URL(filePath: path))
        let outcome = try other.sync()
        #expect(outcome.isDone && outcome.counts.received > 0, "\(outcome)")
    }
}
