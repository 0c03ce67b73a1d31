import FeedParser
import FeedServers
import Foundation
import Locks
import SQLite
import SyncFolder
import TestSupport

@testable import Library
@testable import Syncing

/// A random course of marks and syncs of three devices, each with its own copy of the folder, and of a carrier that delivers late,
/// in any order, in part, twice, and under other names.
final class FolderModelCourse {
    private final class Device {
        var path: String
        var library: Library
        let folder: String
        var offset = 0.0
        /// Items that it has fetched.
        var items = 0
        var backup: (path: String, items: Int)?

        init(_ path: String, folder: String) throws {
            (self.path, self.folder) = (path, folder)
            library = try Library(path: path)
        }
    }

    fileprivate enum Kind: CaseIterable {
        case read, star, delete, tag
    }

    private struct Value: Hashable {
        let item: Int
        let kind: Kind
    }

    private static let feed = "https://example.org/feed"
    private let seed: UInt64
    private var chance: SplitMix
    private let time = Locked(1_750_000_000.0)
    private let home: Home
    private var devices: [Device] = []
    private var items = 4
    private var files = 0
    /// What was done last by one device that knew all, and by which.
    private var expected: [Value: (value: Bool, device: Int)] = [:]
    private var story: [String] = []

    init(seed: UInt64, template: String) throws {
        self.seed = seed
        chance = SplitMix(state: seed)
        home = try Home()
        let header = FolderHeader()
        for number in 0..<3 {
            let path = "\(home.path)/\(number).db"
            try FileManager.default.copyItem(atPath: template, toPath: path)
            let folder = "\(home.path)/folder\(number)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try SharedFolder(folder).write(header)
            devices.append(try Device(path, folder: folder))
            try devices[number].library.follow(folder: .folder(folder))
        }
    }

    static func makeTemplate(at path: String) throws {
        let library = try Library(path: path)
        try library.subscribe(to: [feed])
        library.settle()
        library.pool.close()
    }

    func run(steps: Int) throws {
        let killRate = Double([0, 0.1, 0.4].randomElement(using: &chance) ?? 0)
        for number in devices.indices { try fetch(on: number) }
        for _ in 1...steps { try step(killRate) }
        try rest()
    }

    private func step(_ killRate: Double) throws {
        time.withLock { $0 += Double.random(in: 0...300, using: &chance) }
        let number = Int.random(in: devices.indices, using: &chance)
        let device = devices[number]
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<35: try mark(on: number)
        case 35..<42:
            items += 1
            try fetch(on: number)
        case 42..<47: try fetch(on: number)
        case 47..<52:
            device.offset = Double.random(in: -315_360_000...315_360_000, using: &chance)
            say("clock of \(number): \(device.offset)")
        case 52..<55:
            device.library.undo { _ in }
            try retime(device)
            expected = [:]
            say("\(number) undoes its last step")
        case 55..<57: try reopen(device, at: device.path)
        case 57..<60: try backUpOrRestore(number)
        case 60..<75: try carry(number)
        default:
            let isKilled = Double.random(in: 0..<1, using: &chance) < killRate
            let extent = Int.random(in: 0..<4, using: &chance) == 0 ? SyncExtent.sending : .everything
            var rest = isKilled ? Int.random(in: 0..<8, using: &chance) : Int.max
            say("\(number) syncs \(extent)\(isKilled ? ", killed after \(rest)" : "")")
            let isStopped = Locked(rest)
            try sync(device, extent) {
                isStopped.withLock { rest in
                    rest -= 1
                    return rest < 0
                }
            }
            rest = 0
            if isKilled { try reopen(device, at: device.path) }
        }
    }

    private func sync(_ device: Device, _ extent: SyncExtent, isStopped: @escaping () -> Bool) throws {
        device.library.drain()
        let library = device.library
        guard let account = try library.accounts().first else { return try check(false, "no account") }
        let now: @Sendable () -> Date = { [time, offset = device.offset] in
            Date(timeIntervalSince1970: time.withLock { $0 } + offset)
        }
        let holder = LeaseHolder()
        let settings = FolderSettings(path: device.folder, device: device.folder, version: "1")
        var run = FolderRun(
            account, settings, library, holder: holder, keys: FolderKeyRing(), clock: now, isStopped: isStopped,
            report: { _ in })
        do {
            try run.run(extent)
        } catch let failure as ServerFailure where failure.kind == .cancelled {
        }
        try library.endSync(of: account.id, by: holder, .stopped, at: now())
    }

    private func fetch(on number: Int) throws {
        let device = devices[number]
        let list = (1...items).map { number in
            ParsedItem(
                id: "\(number)", title: "Item \(number)", link: "\(Self.feed)/\(number)",
                published: Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 1000), content: "Text \(number)"
            )
        }
        _ = try device.library.store(
            ParsedFeed(format: .rss20, items: list), etag: nil, lastModified: nil, for: device.library.feeds()[0].id,
            at: Date(timeIntervalSince1970: time.withLock { $0 }))
        device.items = items
        say("\(number) fetches \(items) items")
    }

    private func mark(on number: Int) throws {
        let device = devices[number]
        let states = try device.library.folderStates()
        guard let item = (1...device.items).randomElement(using: &chance), let state = states[item],
            let kind = Kind.allCases.randomElement(using: &chance), !state.isDeleted
        else { return }
        let value = Value(item: item, kind: kind)
        let mark: Mark =
            switch kind {
            case .read: state.isRead ? .unread : .read
            case .star: state.isStarred ? .unstarred : .starred
            case .delete: .deleted
            case .tag: state.isTagged ? .untagged("t") : .tagged("t")
            }
        // What is deleted can't be marked otherwise, here or where others delete it.
        if kind == .delete { for kind in Kind.allCases { expected[Value(item: item, kind: kind)] = nil } }
        let isAlone = try expected[value]?.device == number || isAgreedOn(value)
        device.library.mark(.item(state.item), mark)
        try retime(device)
        expected[value] = isAlone ? (state.value(of: kind) == false, number) : nil
        say("\(number) marks \(item) \(mark), \(isAlone ? "alone" : "contested")")
    }

    /// Gives the notes of the last marks the time of the device's clock.
    private func retime(_ device: Device) throws {
        device.library.drain()
        let now = Int64((time.withLock { $0 } + device.offset) * 1000)
        let database = try Database(path: device.path, access: .readWriteCreate)
        try database.run("UPDATE folder_touches SET time = ? WHERE time > 1790000000000 AND time < 1900000000000", now)
    }

    /// Whether all devices have the same of it, and have all heard it.
    private func isAgreedOn(_ value: Value) throws -> Bool {
        var known: Set<String> = []
        for device in devices {
            guard let state = try device.library.folderStates()[value.item], !state.isDeleted else { return false }
            let register = state.registers[value.kind.register]
            if (register?.value ?? false) != state.value(of: value.kind) { return false }
            known.insert(register.map { "\($0.time) \($0.device)" } ?? "")
        }
        return known.count == 1
    }

    private func reopen(_ device: Device, at path: String) throws {
        device.library.drain()
        device.library.pool.close()
        device.path = path
        device.library = try Library(path: path)
        try device.library.follow(folder: .folder(device.folder))
    }

    private func backUpOrRestore(_ number: Int) throws {
        let device = devices[number]
        if let backup = device.backup {
            files += 1
            let path = "\(home.path)/restored\(files).db"
            try FileManager.default.copyItem(atPath: backup.path, toPath: path)
            try reopen(device, at: path)
            device.items = backup.items
            device.backup = nil
            expected = [:]
            say("\(number) is restored from its backup")
        } else {
            files += 1
            let path = "\(home.path)/backup\(files).db"
            try device.library.backUp(to: path)
            device.backup = (path, device.items)
            say("\(number) is backed up")
        }
    }

    /// Carries some files of one device's folder to another.
    private func carry(_ from: Int) throws {
        let to = (from + Int.random(in: 1...2, using: &chance)) % 3
        let (source, target) = (devices[from].folder, devices[to].folder)
        for name in try files(in: source) where Bool.random(using: &chance) {
            if try isOwn(name, of: to) { continue }
            let bytes = try Data(contentsOf: URL(filePath: "\(source)/\(name)"))
            // No carrier replaces a file by an older one.
            let old = FileManager.default.contents(atPath: "\(target)/\(name)")
            var new = name
            var part = bytes[...]
            switch Int.random(in: 0..<10, using: &chance) {
            case 0: part = bytes.prefix(Int.random(in: 0...bytes.count, using: &chance))
            case 1 where name.contains("/0"):
                new = name.replacing(".jsonl", with: ".sync-conflict-20260101-120000-ABCDEFG.jsonl")
            default: break
            }
            if new == name, let old, old.count > part.count { continue }
            try write(Data(part), to: "\(target)/\(new)")
            say("\(new) goes from \(from) to \(to), \(part.count) of \(bytes.count) bytes")
        }
    }

    private func isOwn(_ name: String, of number: Int) throws -> Bool {
        let memory = try devices[number].library.folderMemory()
        return memory.devices.contains { $0.isOwn && name.contains($0.id.text) }
    }

    private func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }.sorted()
    }

    private func write(_ bytes: Data, to path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try bytes.write(to: URL(filePath: path))
    }

    /// Lets everything arrive: each device's own files as it has them, and those of former devices as anybody has most of them.
    private func carryAll() throws {
        let owners = try devices.map { try $0.library.folderMemory().own(at: $0.library.site)?.name ?? "" }
        for (from, device) in devices.enumerated() {
            for name in try files(in: device.folder) {
                let owner = owners.firstIndex { name.contains($0) }
                if let owner, owner != from { continue }
                let bytes = try Data(contentsOf: URL(filePath: "\(device.folder)/\(name)"))
                for (to, other) in devices.enumerated() where to != from {
                    let old = FileManager.default.contents(atPath: "\(other.folder)/\(name)")
                    if owner != nil || old.map({ $0.count < bytes.count }) ?? true {
                        try write(bytes, to: "\(other.folder)/\(name)")
                    }
                }
            }
        }
    }

    private func rest() throws {
        say("rest")
        for number in devices.indices {
            devices[number].offset = 0
            try fetch(on: number)
        }
        for _ in 1...3 {
            time.withLock { $0 += 90_000 }
            for device in devices { try sync(device, .everything) { false } }
            try carryAll()
        }
        let states = try devices.map { try $0.library.folderStates() }
        for item in 1...items {
            let all = states.compactMap { $0[item] }
            try check(all.count == 3, "item \(item) is missing")
            try check(Set(all.map(\.isDeleted)).count == 1, "\(item) is deleted: \(all.map(\.isDeleted))")
            if all[0].isDeleted { continue }
            for kind in Kind.allCases {
                let values = all.map { $0.value(of: kind) }
                try check(Set(values).count == 1, "\(item) \(kind): \(values)")
            }
        }
        for (value, wanted) in expected {
            let state = states[0][value.item]
            if state?.isDeleted == true, value.kind != .delete { continue }
            try check(state?.value(of: value.kind) == wanted.value, "\(value): what was done last is lost (\(wanted))")
        }
        for (number, device) in devices.enumerated() {
            let problems = try device.library.check()
            try check(problems == [], "\(number): \(problems)")
            try check(try device.library.accounts().first?.isInAgreement == true, "\(number) isn't in agreement")
        }
    }

    private func say(_ line: String) { story.append(line) }

    private func check(_ holds: Bool, _ words: String) throws {
        if !holds { throw ModelCourse.Broken(seed: seed, words: words, story: story) }
    }

    fileprivate struct State {
        let item: ItemID
        let isRead: Bool
        let isStarred: Bool
        let isDeleted: Bool
        let isTagged: Bool
        var registers: [String: (time: Int64, device: Int64, value: Bool)] = [:]

        func value(of kind: Kind) -> Bool {
            switch kind {
            case .read: isRead
            case .star: isStarred
            case .delete: isDeleted
            case .tag: isTagged
            }
        }
    }
}

extension FolderModelCourse.Kind {
    fileprivate var register: String {
        switch self {
        case .read: "r"
        case .star: "s"
        case .delete: "d"
        case .tag: "tt"
        }
    }
}

extension Library {
    /// By the items' numbers.
    fileprivate func folderStates() throws -> [Int: FolderModelCourse.State] {
        try read { database in
            var states: [Int: FolderModelCourse.State] = [:]
            try database.each(
                """
                SELECT title, states.item, is_read, is_starred, is_deleted,
                    EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item AND tag = 't')
                FROM states JOIN items ON items.id = states.item
                """
            ) { row in
                guard let number = Int(row.text(0).dropFirst(5)) else { return }
                states[number] = FolderModelCourse.State(
                    item: ItemID(row.integer(1)), isRead: row.bool(2), isStarred: row.bool(3), isDeleted: row.bool(4),
                    isTagged: row.bool(5))
            }
            try database.each(
                """
                SELECT items.title, kind, folder_marks.time, name, is_set FROM folder_marks
                    JOIN items ON identity >> 16 = key JOIN folder_devices ON folder_devices.id = device
                """
            ) { row in
                guard let number = Int(row.text(0).dropFirst(5)) else { return }
                states[number]?.registers[row.text(1)] = (row.integer(2), Int64(row.text(3).hashValue), row.bool(4))
            }
            return states
        }
    }
}
