import FeedParser
import FeedServers
import Foundation
import SQLite
import SyncFolder
import System
import TestSupport

@testable import Library
@testable import Syncing

/// A random course of marks, changed subscriptions and syncs of three devices, each with its own copy of the folder, and of a
/// carrier that delivers late, in any order, in part, twice, old things, and under other names.
final class FolderModelCourse {
    enum Kind: CaseIterable {
        case read, star, delete, tag
    }

    /// What the last one decides.
    private enum Value: Hashable {
        case mark(item: Int, Kind)
        case position(item: Int)
        case feed(String)
    }

    private static let feed = "https://example.org/feed"
    private let seed: UInt64
    var chance: SplitMix
    private let time = Locked(1_750_000_000.0)
    private let home: Home
    private let folder: ModelFolder
    private(set) var devices: [FolderModelDevice] = []
    private var items = 4
    private var files = 0
    /// What the carrier has delivered so far, by path.
    var past: [String: [Data]] = [:]
    /// What was done last by one device that knew all, and by which.
    private var expected: [Value: (value: String, device: Int)] = [:]
    private var story: [String] = []

    init(seed: UInt64, template: String) throws {
        self.seed = seed
        chance = SplitMix(state: seed)
        home = try Home()
        folder = seed % 3 == 0 ? try ModelFolder.encrypted.get() : .plain
        for number in 0..<3 {
            let path = "\(home.path)/\(number).db"
            try FileManager.default.copyItem(atPath: template, toPath: path)
            let folder = "\(home.path)/folder\(number)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try SharedFolder(folder).write(self.folder.header)
            devices.append(try FolderModelDevice(path, folder: folder))
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
        switch Int.random(in: 0..<120, using: &chance) {
        case 0..<30: try mark(on: number)
        case 30..<37: try changeFeed(on: number)
        case 37..<43:
            items += 1
            try fetch(on: number)
        case 43..<47: try fetch(on: number)
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
        case 60..<62: try forget(on: number)
        case 62..<64: try takeBack(from: number)
        case 64..<80: try carry(number)
        case 80..<90: try play(on: number)
        default:
            let isKilled = Double.random(in: 0..<1, using: &chance) < killRate
            let extent = Int.random(in: 0..<4, using: &chance) == 0 ? SyncExtent.sending : .everything
            let rest = isKilled ? Int.random(in: 0..<12, using: &chance) : Int.max
            say("\(number) syncs \(extent)\(isKilled ? ", killed after \(rest)" : "")")
            let before = try device.sizes()
            try sync(device, stoppedAfter: rest, isWhole: extent == .everything) { try $0.run(extent) }
            if isKilled {
                try tear(number, before)
                try reopen(device, at: device.path)
            }
        }
    }

    private func sync(
        _ device: FolderModelDevice, stoppedAfter steps: Int = .max, isWhole: Bool = true,
        _ body: (inout FolderRun) throws -> Void
    ) throws {
        device.library.drain()
        let library = device.library
        guard let account = try library.accounts().first else { return try check(false, "no account") }
        let now: @Sendable () -> Date = { [time, offset = device.offset] in
            Date(timeIntervalSince1970: time.withLock { $0 } + offset)
        }
        let holder = LeaseHolder()
        var settings = FolderSettings(
            path: device.folder, device: device.folder, version: "1", subscriptions: device.urls,
            passphrase: folder.passphrase)
        settings.limits = FolderLimits(compacted: 1500, longestFile: 400, mostLines: 2)
        let rest = Locked(steps)
        let isStopped = {
            rest.withLock { rest in
                rest -= 1
                return rest < 0
            }
        }
        var run = FolderRun(
            account, settings, library, holder: holder, keys: folder.keys, clock: now, isStopped: isStopped,
            report: { _ in })
        var result = SyncResult.succeeded(isWhole: isWhole)
        do {
            try body(&run)
        } catch let failure as ServerFailure where failure.kind == .cancelled {
            result = .stopped
        }
        if run.hasLease { try library.endSync(of: account.id, by: holder, result, at: now()) }
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
        let value = Value.mark(item: item, kind)
        let mark: Mark =
            switch kind {
            case .read: state.isRead ? .unread : .read
            case .star: state.isStarred ? .unstarred : .starred
            case .delete: .deleted
            case .tag: state.isTagged ? .untagged("t") : .tagged("t")
            }
        // What is deleted can't be marked otherwise, here or where others delete it.
        if kind == .delete { for kind in Kind.allCases { expected[.mark(item: item, kind)] = nil } }
        let isAlone = try expected[value]?.device == number || isAgreedOn(item, kind)
        device.library.mark(.item(state.item), mark)
        try retime(device)
        expected[value] = isAlone ? ("\(!state.value(of: kind))", number) : nil
        say("\(number) marks \(item) \(mark), \(isAlone ? "alone" : "contested")")
    }

    private func play(on number: Int) throws {
        let device = devices[number]
        guard let item = (1...device.items).randomElement(using: &chance),
            let state = try device.library.folderStates()[item], !state.isDeleted
        else { return }
        let position = Int64.random(in: 1...9, using: &chance)
        let value = Value.position(item: item)
        let isAlone = try expected[value]?.device == number || isPositionAgreedOn(item)
        device.library.storePosition(
            position, duration: nil, of: state.item,
            at: Date(timeIntervalSince1970: time.withLock { $0 } + device.offset))
        device.library.drain()
        expected[value] = isAlone ? ("\(position)", number) : nil
        say("\(number) plays \(item) to \(position), \(isAlone ? "alone" : "contested")")
    }

    private func isPositionAgreedOn(_ item: Int) throws -> Bool {
        var known: Set<String> = []
        for device in devices {
            guard let state = try device.library.folderStates()[item], !state.isDeleted else { return false }
            let time = state.registers["p"]?.time
            if try device.library.hasUntold(state.item) || state.playedAt != time { return false }
            known.insert("\(state.position) \(time ?? 0)")
        }
        return known.count == 1
    }

    private func changeFeed(on number: Int) throws {
        let device = devices[number]
        let url = "https://example.org/\(Int.random(in: 1...3, using: &chance))"
        let new = Bool.random(using: &chance) ? nil : "tag \(Int.random(in: 1...99, using: &chance))"
        if new == device.urls.settings()[url] { return }
        let isAlone = try expected[.feed(url)]?.device == number || isAgreedOn(url)
        device.urls.take([(url, new)])
        expected[.feed(url)] = isAlone ? ("\(new ?? "-")", number) : nil
        say("\(number) sets \(url) to \(new ?? "-"), \(isAlone ? "alone" : "contested")")
    }

    /// Gives the notes of the last marks the time of the device's clock.
    private func retime(_ device: FolderModelDevice) throws {
        device.library.drain()
        let now = Int64((time.withLock { $0 } + device.offset) * 1000)
        let database = try Database(path: device.path, access: .readWriteCreate)
        try database.run("UPDATE folder_touches SET time = ? WHERE time > 1790000000000 AND time < 1900000000000", now)
    }

    /// Whether all devices have the same of it, have all heard it, and have told what they did to the item.
    private func isAgreedOn(_ item: Int, _ kind: Kind) throws -> Bool {
        var known: Set<String> = []
        for device in devices {
            guard let state = try device.library.folderStates()[item], !state.isDeleted else { return false }
            let register = state.registers[kind.register]
            if (register?.value ?? false) != state.value(of: kind) { return false }
            if try device.library.hasUntold(state.item) { return false }
            known.insert(register.map { "\($0.time) \($0.value)" } ?? "")
        }
        return known.count == 1
    }

    private func isAgreedOn(_ url: String) throws -> Bool {
        let known = try devices.map { device -> String? in
            let register = try device.library.feedRegister(url)
            let local = device.urls.settings()[url]
            return register?.settings == local ? "\(register?.time ?? 0)" : nil
        }
        return known[0] != nil && Set(known).count == 1
    }

    private func reopen(_ device: FolderModelDevice, at path: String) throws {
        device.library.drain()
        device.library.pool.close()
        device.path = path
        device.library = try Library(path: path)
        try device.library.follow(folder: .folder(device.folder))
    }

    private func backUpOrRestore(_ number: Int) throws {
        let device = devices[number]
        files += 1
        guard let backup = device.backup else {
            let path = "\(home.path)/backup\(files).db"
            try device.library.backUp(to: path)
            device.backup = (path, device.items)
            return say("\(number) is backed up")
        }
        var path = device.path
        if Bool.random(using: &chance) {
            path = "\(home.path)/restored\(files).db"
            try FileManager.default.copyItem(atPath: backup.path, toPath: path)
            try reopen(device, at: path)
        } else {
            device.library.drain()
            device.library.pool.close()
            for rest in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + rest) }
            // The same file, with older contents.
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(contentsOf: URL(filePath: backup.path)))
            try reopen(device, at: path)
        }
        device.items = backup.items
        device.backup = nil
        expected = [:]
        say("\(number) is restored from its backup, to \(path)")
    }

    /// Forgets a device that nobody is any more.
    private func forget(on number: Int) throws {
        let current = try devices.map { try $0.own }
        let memory = try devices[number].library.folderMemory()
        guard let gone = memory.devices.first(where: { $0.isThere && !current.contains($0.name) }) else { return }
        say("\(number) forgets \(gone.name)")
        try sync(devices[number]) { try $0.forget(gone) }
    }

    private func rest() throws {
        say("rest")
        for number in devices.indices {
            devices[number].offset = 0
            try fetch(on: number)
        }
        for _ in 1...3 {
            time.withLock { $0 += 90_000 }
            for device in devices { try sync(device) { try $0.run(.everything) } }
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
            try check(Set(all.map(\.position)).count == 1, "\(item) position: \(all.map(\.position))")
        }
        let feeds = devices.map { $0.urls.settings() }
        try check(Set(feeds).count == 1, "feeds: \(feeds)")
        for (value, wanted) in expected {
            switch value {
            case .mark(let item, let kind):
                guard let state = states[0][item] else { continue }
                if state.isDeleted, kind != .delete { continue }
                try check(
                    "\(state.value(of: kind))" == wanted.value, "\(value): what was done last is lost (\(wanted))")
            case .position(let item):
                guard let state = states[0][item], !state.isDeleted else { continue }
                try check("\(state.position)" == wanted.value, "\(value): what was played last is lost (\(wanted))")
            case .feed(let url):
                try check((feeds[0][url] ?? "-") == wanted.value, "\(url): what was done last is lost (\(wanted))")
            }
        }
        for (number, device) in devices.enumerated() {
            let problems = try device.library.check()
            try check(problems == [], "\(number): \(problems)")
            try check(try device.library.accounts().first?.isInAgreement == true, "\(number) isn't in agreement")
        }
    }

    func say(_ line: String) { story.append(line) }

    private func check(_ holds: Bool, _ words: String) throws {
        if !holds { throw ModelCourse.Broken(seed: seed, words: words, story: story) }
    }

    fileprivate struct State {
        let item: ItemID
        let isRead: Bool
        let isStarred: Bool
        let isDeleted: Bool
        let isTagged: Bool
        let position: Int64
        let playedAt: Int64?
        var registers: [String: (time: Int64, value: Bool)] = [:]

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
                    EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item AND tag = 't'), position, played_at
                FROM states JOIN items ON items.id = states.item LEFT JOIN episodes ON episodes.item = states.item
                """
            ) { row in
                guard let number = Int(row.text(0).dropFirst(5)) else { return }
                states[number] = FolderModelCourse.State(
                    item: ItemID(row.integer(1)), isRead: row.bool(2), isStarred: row.bool(3), isDeleted: row.bool(4),
                    isTagged: row.bool(5), position: row.integer(6), playedAt: row.optionalInteger(7))
            }
            try database.each(
                """
                SELECT items.title, kind, folder_marks.time, is_set FROM folder_marks
                    JOIN items ON identity >> 16 = key
                """
            ) { row in
                guard let number = Int(row.text(0).dropFirst(5)) else { return }
                states[number]?.registers[row.text(1)] = (row.integer(2), row.bool(3))
            }
            return states
        }
    }

    /// Whether what was done to an item isn't in the registers yet: it may have been undone since.
    fileprivate func hasUntold(_ item: ItemID) throws -> Bool {
        try read { database in
            try database.all("SELECT items FROM folder_touches") { $0.itemSet(0) ?? ItemSet() }
                .contains { $0.contains(item) }
        }
    }

    fileprivate func feedRegister(_ url: String) throws -> (time: Int64, settings: String?)? {
        try read { database in
            try database.first("SELECT time, settings FROM folder_feeds WHERE url = ? AND time = taken", url) {
                ($0.integer(0), $0.optionalText(1))
            }
        }
    }
}
