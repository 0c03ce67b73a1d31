import Foundation
import Glibc
import SyncFolder
import TestSupport
import Testing

@testable import Library
@testable import Syncing

@Suite struct FolderTroubleTests {
    private let fellowship: FolderFellowship

    init() throws { fellowship = try FolderFellowship() }

    private func encrypted(_ name: String, _ passphrase: String?) throws -> FolderFellow {
        let fellow = try FolderFellow(
            name, at: "\(fellowship.home.path)/\(name).db", fellowship.folder, passphrase: passphrase
        ) { Date.start }
        try fellow.fetch(3)
        return fellow
    }

    @Test func `an encrypted folder is shared by those with its passphrase, and others are told`() throws {
        let (one, other) = (try encrypted("laptop", "geheim"), try encrypted("desk", "geheim"))
        try one.mark("Item 1", as: .read)
        try one.sync()
        try other.sync()
        #expect(try other.read == ["Item 1"])
        #expect(try fellowship.lines().isEmpty)
        #expect(try encrypted("wrong", "gehein").sync().failure?.contains("another passphrase") == true)
        #expect(try encrypted("none", nil).sync().failure?.contains("set “sync-passphrase-command”") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fellowship.folder + "/devices").count == 2)
    }

    @Test func `a plain folder isn't used with a passphrase`() throws {
        try encrypted("plain", nil).sync()
        #expect(try encrypted("laptop", "geheim").sync().failure?.contains("isn't encrypted") == true)
    }

    @Test func `a folder that can't be written is still read, and is written once it can be`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        for fellow in [one, other] { try fellow.sync() }
        try one.mark("Item 1", as: .read)
        try one.sync()
        try other.mark("Item 2", as: .starred)
        // A file in the way, since nothing is read-only for the administrator.
        let own = try #require(other.library.folderMemory().own(at: other.library.site)?.name)
        let path = "\(fellowship.folder)/devices/\(own)/000002.jsonl"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(try other.sync().failure?.contains("can't write to") == true)
        #expect(try other.read == ["Item 1"])
        #expect(try other.account.failures == 1)
        try FileManager.default.removeItem(atPath: path)
        try other.sync()
        try one.sync()
        #expect(try one.starred == ["Item 2"])
    }

    @Test func `foreign and hostile files change nothing, and those of devices are read all the same`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        try one.sync()
        let devices = fellowship.folder + "/devices"
        let hostile = DeviceID().text
        for name in [hostile, "../escape", "\u{1B}[31mred", ".stversions"] where !name.hasPrefix("..") {
            try FileManager.default.createDirectory(atPath: "\(devices)/\(name)", withIntermediateDirectories: true)
        }
        let junk = String(repeating: "[", count: 100_000) + "\n" + String(repeating: "{}\n", count: 100_000)
        try junk.write(toFile: "\(devices)/\(hostile)/000001.jsonl", atomically: false, encoding: .utf8)
        try junk.write(toFile: "\(devices)/\(hostile)/state-000001.jsonl", atomically: false, encoding: .utf8)
        try "note".write(toFile: "\(fellowship.folder)/README.txt", atomically: false, encoding: .utf8)
        #expect(symlink("/etc", "\(devices)/\(DeviceID().text)") == 0)
        try SharedFolder(fellowship.folder).append(
            [FolderLine(1, at: 1, .about(name: "\u{1B}[31mred\u{202E}", version: "\n"))], to: DeviceFile(.about),
            of: #require(DeviceID(hostile)))
        let outcome = try other.sync()
        #expect(outcome.failure == nil, "\(outcome)")
        #expect(try other.read == ["Item 1"])
        #expect(try other.library.check() == [])
    }

    @Test func `a file that is too large is left alone`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.mark("Item 1", as: .read)
        try one.sync()
        let hostile = "\(fellowship.folder)/devices/\(DeviceID().text)"
        try FileManager.default.createDirectory(atPath: hostile, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: hostile + "/000001.jsonl", contents: nil))
        #expect(truncate(hostile + "/000001.jsonl", 100 << 30) == 0)
        #expect(try other.sync().failure == nil)
        #expect(try other.read == ["Item 1"])
    }

    @Test func `missing lines are counted, until they come`() throws {
        let (one, other) = (try fellowship.device("laptop"), try fellowship.device("desk"))
        try one.sync()
        try one.mark("Item 1", as: .read)
        try one.sync()
        let own = try #require(one.library.folderMemory().own(at: one.library.site)?.name)
        let path = "\(fellowship.folder)/devices/\(own)/000002.jsonl"
        let first = try Data(contentsOf: URL(filePath: path))
        try one.mark("Item 2", as: .read)
        try one.sync()
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.dropFirst(first.count).write(to: URL(filePath: path))
        try other.sync()
        func missing() throws -> Int? {
            let memory = try other.library.folderMemory()
            return memory.devices.first { $0.name == own }.map { memory.known(of: $0.row).missing }
        }
        #expect(try missing() == 1)
        #expect(try other.read == ["Item 2"])
        try whole.write(to: URL(filePath: path))
        try other.sync()
        #expect(try missing() == 0)
        #expect(try other.read == ["Item 1", "Item 2"])
    }

    @Test func `at twice its state and a megabyte, a device writes all of it anew, and removes its older files`() throws
    {
        let one = try fellowship.device("laptop", items: 0)
        try one.fetch(20_000)
        let items = ItemSet(try one.items().map(\.id))
        for mark in [Mark.read, .unread, .starred, .unstarred, .read, .unread, .starred] {
            one.library.mark(.items(items), mark)
            try one.sync()
        }
        let own = try #require(one.library.folderMemory().own(at: one.library.site)?.name)
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(fellowship.folder)/devices/\(own)").sorted()
        #expect(names.contains { $0.hasPrefix("state-") && $0 != "state-000001.jsonl" }, "\(names)")
        let other = try fellowship.device("desk", items: 0)
        try other.fetch(20_000)
        try other.sync()
        #expect(try other.starred.count == 20_000)
        #expect(try other.read.isEmpty)
    }
}

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

    @Test func `many feeds that vanish bit by bit within a day are asked about, too, until the user agrees`() throws {
        let (urls, others) = (ModelUrlsFile(), ModelUrlsFile())
        let (one, other) = (
            try fellowship.device("one", sharing: urls), try fellowship.device("other", sharing: others)
        )
        let feeds = (1...33).map { "https://example.org/\($0)" }
        urls.take(feeds.map { ($0, "") })
        for fellow in [one, other] { try fellow.sync() }
        func remove(_ some: Range<Int>) throws -> SyncCounts {
            urls.take(some.map { (feeds[$0], nil) })
            fellowship.pass(3600)
            try one.sync()
            return try other.sync().counts
        }
        #expect(try remove(0..<10).removedFeeds == 10)
        #expect(try remove(10..<20).vanishing == 10)
        #expect(try remove(20..<30).vanishing == 20)
        // A question that was asked isn't answered by waiting.
        fellowship.pass(2 * 86_400)
        #expect(try other.sync().counts.vanishing == 20)
        #expect(others.settings().count == 23)
        try other.library.acceptServer(of: other.account.id)
        #expect(try other.sync().counts.removedFeeds == 20)
        // What was accepted doesn't count again.
        #expect(try remove(30..<31).removedFeeds == 1)
        #expect(others.settings() == urls.settings())
    }

    @Test func `a few feeds that vanish on other days are believed`() throws {
        let (urls, others) = (ModelUrlsFile(), ModelUrlsFile())
        let (one, other) = (
            try fellowship.device("one", sharing: urls), try fellowship.device("other", sharing: others)
        )
        urls.take((1...33).map { ("https://example.org/\($0)", "") })
        for fellow in [one, other] { try fellow.sync() }
        for start in [1, 11, 21] {
            urls.take((start..<start + 10).map { ("https://example.org/\($0)", nil) })
            fellowship.pass(90_000)
            try one.sync()
            #expect(try other.sync().counts.removedFeeds == 10)
        }
    }

    @Test func `a device that couldn't write yet keeps the feeds that others have removed`() throws {
        let (urls, others) = (ModelUrlsFile(), ModelUrlsFile())
        let (one, other) = (
            try fellowship.device("one", sharing: urls), try fellowship.device("other", sharing: others)
        )
        try other.sync()
        let own = try #require(other.library.folderMemory().own(at: other.library.site)?.name)
        try FileManager.default.removeItem(atPath: "\(fellowship.folder)/devices/\(own)")
        #expect(FileManager.default.createFile(atPath: "\(fellowship.folder)/devices/\(own)", contents: nil))
        for settings in ["", nil] {
            urls.take([("https://example.org/1", settings)])
            fellowship.pass(90_000)
            try one.sync()
        }
        others.take([("https://example.org/1", "tag mine")])
        #expect(try other.sync().failure != nil)
        #expect(others.settings() == ["https://example.org/1": "tag mine"])
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

/// A disk of a few kilobytes, which only the administrator can have.
struct TinyDisk: ~Copyable {
    let path: String

    static let isAvailable: Bool = {
        guard let path = try? TemporaryFolder.make(for: "disk") else { return false }
        defer { rmdir(path) }
        return (try? TinyDisk(at: path, kilobytes: 16)) != nil
    }()

    struct Unavailable: Error {}

    /// Puts it in place of a folder.
    init(at path: String, kilobytes: Int) throws {
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { throw Unavailable() }
        self.path = path
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
}
