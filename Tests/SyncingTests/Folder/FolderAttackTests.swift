import Foundation
import SyncFolder
import TestSupport
import Testing

@testable import Library
@testable import Syncing

/// What somebody can't do who may write anything into the folder.
@Suite struct FolderAttackTests {
    private let fellowship: FolderFellowship

    init() throws { fellowship = try FolderFellowship() }

    private var devices: String { fellowship.folder + "/devices" }

    private func own(_ fellow: FolderFellow) throws -> String {
        try #require(fellow.library.folderMemory().own(at: fellow.library.site)?.name)
    }

    private func encrypted(_ name: String) throws -> FolderFellow {
        let fellow = try FolderFellow(
            name, at: "\(fellowship.home.path)/\(name).db", fellowship.folder, passphrase: "geheim"
        ) { [fellowship] in fellowship.now }
        try fellow.fetch(3)
        return fellow
    }

    private func copy(_ path: String, to other: String) throws {
        try? FileManager.default.removeItem(atPath: other)
        try FileManager.default.copyItem(atPath: path, toPath: other)
    }

    @Test(arguments: [false, true])
    func `old files that are brought back take no mark back, and make nobody a new device`(isEncrypted: Bool) throws {
        let one = isEncrypted ? try encrypted("one") : try fellowship.device("one")
        let other = isEncrypted ? try encrypted("other") : try fellowship.device("other")
        for fellow in [one, other] { try fellow.sync() }
        try one.mark("Item 1", as: .read)
        try one.sync()
        let old = fellowship.home.path + "/old"
        try copy(devices, to: old)
        fellowship.pass(60)
        try one.mark("Item 1", as: .unread)
        for fellow in [one, other] { try fellow.sync() }
        try copy(old, to: devices)
        for fellow in [other, one, other] { try fellow.sync() }
        #expect(try one.read == [] && other.read == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: devices).count == 2)
    }

    @Test func `a file that a state has replaced and a carrier brings back makes nobody a new device`() throws {
        let one = try fellowship.device("one", compactingFrom: 0)
        try one.fetch(3)
        let other = try fellowship.device("other")
        try one.sync()
        let path = try "\(devices)/\(own(one))/000002.jsonl"
        try one.mark("Item 1", as: .read)
        try one.sync()
        let old = try Data(contentsOf: URL(filePath: path))
        for mark in [Mark.starred, .unstarred, .starred, .unstarred, .starred] {
            try one.mark("Item 2", as: mark)
            try one.sync()
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        try old.write(to: URL(filePath: path))
        try one.mark("Item 1", as: .unread)
        for fellow in [one, other] { try fellow.sync() }
        #expect(try other.read == [] && other.starred == ["Item 2"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: devices).count == 2)
    }

    @Test func `lines of one device count for no other where the folder is encrypted`() throws {
        let (one, other) = (try encrypted("one"), try encrypted("other"))
        try one.mark("Item 1", as: .read)
        try one.sync()
        try copy(devices, to: fellowship.home.path + "/old")
        fellowship.pass(60)
        try one.mark("Item 1", as: .unread)
        try one.sync()
        let forged = "\(devices)/\(DeviceID().text)"
        try copy("\(fellowship.home.path)/old/\(own(one))", to: forged)
        try other.sync()
        let memory = try other.library.folderMemory()
        #expect(try other.read == [])
        #expect(memory.devices.filter { !$0.isOwn && memory.known(of: $0.row).last > 0 }.map(\.name) == [try own(one)])
    }

    @Test func `a folder that isn't encrypted any more is refused with a passphrase`() throws {
        let one = try encrypted("one")
        try one.sync()
        let top = fellowship.folder + "/lede-sync.json"
        let header = try String(contentsOfFile: top, encoding: .utf8)
        let plain = header.replacing(/,"salt".*/.dotMatchesNewlines(), with: "}\n")
        try plain.write(toFile: top, atomically: true, encoding: .utf8)
        try one.mark("Item 1", as: .read)
        let before = try fellowship.files()
        #expect(try one.sync().failure?.contains("isn't encrypted") == true)
        #expect(try fellowship.files() == before)
    }

    @Test func `a state whose lines are doubled and missing isn't whole`() throws {
        let other = try fellowship.device("other")
        let (folder, device) = (try SharedFolder(fellowship.folder), DeviceID())
        try other.sync()
        let lines = [
            FolderLine(1, at: 1, .state(upTo: 50, lines: 3)),
            FolderLine(2, at: 1, .feed(url: "https://a.example/", settings: nil)),
            FolderLine(2, at: 1, .feed(url: "https://a.example/", settings: nil))
        ]
        try folder.write(DeviceFile(.state(1)), of: device) { put in for line in lines { try put(line) } }
        try other.sync()
        let memory = try other.library.folderMemory()
        let row = try #require(memory.devices.first { $0.id == device }).row
        #expect(memory.known(of: row).last == 0)
    }

    @Test func `huge numbers of lines overflow nothing`() throws {
        let other = try fellowship.device("other")
        let (folder, device) = (try SharedFolder(fellowship.folder), DeviceID())
        try other.sync()
        let line = FolderLine.Content.feed(url: "https://a.example/", settings: nil)
        let lines = [FolderLine(0, at: 1, line), FolderLine(FolderLine.greatest, at: FolderLine.greatest, line)]
        for number in 1...1100 { try folder.append(lines, to: DeviceFile(.lines(number)), of: device) }
        #expect(try other.sync().isDone)
        #expect(try other.sync().isDone)
        let memory = try other.library.folderMemory()
        let row = try #require(memory.devices.first { $0.id == device }).row
        #expect(memory.known(of: row).missing > FolderFile.mostMissing)
    }

    @Test(arguments: ["state-9223372036854775807.jsonl", "state-999999999.jsonl", "999999999.jsonl"])
    func `files with the last numbers in a device's own folder don't stop it`(name: String) throws {
        let (one, other) = (try fellowship.device("one"), try fellowship.device("other"))
        try one.sync()
        try Data("{}\n".utf8).write(to: URL(filePath: "\(devices)/\(own(one))/\(name)"))
        for title in ["Item 1", "Item 2"] {
            try one.mark(title, as: .read)
            #expect(try one.sync().isDone)
        }
        try other.sync()
        #expect(try other.read == ["Item 1", "Item 2"])
    }

    @Test func `a copy of a file with one line many times is looked through once`() throws {
        let one = try fellowship.device("one")
        try one.sync()
        for mark in [Mark.read, .unread, .read] {
            try one.mark("Item 1", "Item 2", as: mark)
            try one.sync()
        }
        let path = try "\(devices)/\(own(one))/000002"
        let lines = try Data(contentsOf: URL(filePath: path + ".jsonl")).split(separator: 10)
        let last = try #require(lines.last) + [10]
        try Data((0..<20_000).flatMap { _ in last }).write(to: URL(filePath: path + ".sync-conflict-1.jsonl"))
        #expect(try one.sync().isDone)
        #expect(try FileManager.default.contentsOfDirectory(atPath: devices).count == 1)
    }
}
