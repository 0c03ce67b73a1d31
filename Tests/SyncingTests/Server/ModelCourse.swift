import Foundation
import SQLite
import Signals
import System
import TestSupport
import Testing

@testable import FeedServers
@testable import Library
@testable import Syncing

/// A random course of marks, syncs and troubles of three libraries and one server.
final class ModelCourse {
    /// One library, which can be closed and opened again.
    private final class Side {
        let path: String
        var library: Library
        var syncer: Syncer
        let offset = Locked(0.0)
        /// Whether its last sync came to its end, so that nothing is open between it and the server.
        var isSettled = true

        init(_ path: String, _ make: (Library, Locked<Double>) -> Syncer) throws {
            self.path = path
            library = try Library(path: path)
            syncer = make(library, offset)
        }
    }

    /// Whether an item has a mark.
    private struct Value: Hashable {
        let item: Int64
        let mark: ModelMark

        /// Any of these.
        static func any(of shelf: ModelShelf, _ chance: inout SplitMix) -> Value {
            Value(
                item: Int64.random(in: 1...Int64(shelf.items.count), using: &chance),
                mark: ModelMark.allCases.randomElement(using: &chance) ?? .read)
        }
    }

    private static let key = AccountKey(kind: "model", url: "https://model.example.org/", user: "anna")
    private let seed: UInt64
    private var chance: SplitMix
    private let shelf = Locked(ModelShelf())
    private let time = Locked(1_750_000_000.0)
    /// The troubles of the sync that runs.
    private let troubles = Locked<(SplitMix, Double)?>(nil)
    private let abilities: Abilities
    private let home: Home
    private var sides: [Side] = []
    /// What was done last, where nothing else was done at the same time.
    private var expected: [Value: Bool] = [:]
    /// What another device did during a sync.
    private let meanwhile = Locked<[Value]>([])
    private(set) var story: [String] = []

    init(seed: UInt64, template: String) throws {
        self.seed = seed
        chance = SplitMix(state: seed)
        home = try Home()
        abilities = Abilities(
            marksAtOnce: Int.random(in: 1...3, using: &chance), folders: .one,
            tellsChanges: Bool.random(using: &chance))
        for number in 1...3 {
            let path = "\(home.path)/\(number).db"
            try FileManager.default.copyItem(atPath: template, toPath: path)
            sides.append(try Side(path, makeSyncer))
        }
    }

    private func makeSyncer(_ library: Library, _ offset: Locked<Double>) -> Syncer {
        let server = ModelServer(shelf, abilities, chance: seed) { [troubles, shelf, meanwhile] in
            troubles.withLock { state in
                guard let known = state else { return .none }
                var chance = known.0
                defer { state = (chance, known.1) }
                if Double.random(in: 0..<1, using: &chance) > known.1 / 4 { return ModelTrouble.any(&chance, known.1) }
                // Another device marks something between two requests.
                let value = shelf.withLock { shelf in
                    let value = Value.any(of: shelf, &chance)
                    shelf.toggle(value.item, value.mark)
                    return value
                }
                meanwhile.withLock { $0.append(value) }
                return .none
            }
        }
        let account = SyncAccount(Self.key) { server }
        return Syncer(library, settings: SyncSettings([account])) { [time] in
            Date(timeIntervalSince1970: time.withLock { $0 } + offset.withLock { $0 })
        }
    }

    static func makeTemplate(at path: String) throws {
        let library = try Library(path: path)
        try library.follow([key])
        library.settle()
        library.pool.close()
    }

    func run(steps: Int) throws {
        for _ in 1...4 { shelf.withLock { $0.addItem() } }
        let troubleRate = Double([0, 0.05, 0.2].randomElement(using: &chance) ?? 0)
        for _ in 1...steps { try step(troubleRate) }
        try rest()
    }

    private func step(_ troubleRate: Double) throws {
        time.withLock { $0 += Double.random(in: 0...300, using: &chance) }
        let side = Int.random(in: 0..<sides.count, using: &chance)
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<40: try markAny(on: side)
        case 40..<52: try markOnServer(anyValue())
        case 52..<60:
            shelf.withLock { $0.addItem() }
            say("the server gets an item")
        case 60..<64:
            let offset = Double.random(in: -200_000...200_000, using: &chance)
            sides[side].offset.withLock { $0 = offset }
            say("clock of \(side): \(offset)")
        case 64..<67:
            let title = "Title \(Int.random(in: 0...99, using: &chance))"
            guard let feed = try sides[side].library.feeds().randomElement(using: &chance) else { return }
            try sides[side].library.rename(feed.id, to: title)
            say("\(side) renames a feed to \(title)")
        case 67..<69:
            sides[side].library.undoSync { _ in }
            sides[side].library.drain()
            expected = [:]
            say("\(side) undoes a sync")
        case 69..<72: try reopen(side)
        case 72..<75: try arrange(on: side)
        case 75..<80: try converse(troubleRate)
        default: try trySync(side, troubleRate)
        }
    }

    private func trySync(_ side: Int, _ troubleRate: Double) throws {
        let extent = Int.random(in: 0..<4, using: &chance) == 0 ? SyncExtent.sending : .everything
        troubles.withLock { $0 = troubleRate > 0 ? (SplitMix(state: chance.next()), troubleRate) : nil }
        say("\(side) syncs \(extent)")
        let before = try sides[side].library.modelStates()
        let outcome = sync(side, extent)
        say("  \(outcome.map { "\($0)" } ?? "nothing")")
        troubles.withLock { $0 = nil }
        let contested = meanwhile.withLock { values in
            defer { values = [] }
            return Set(values)
        }
        for value in contested {
            say("  meanwhile the server marks \(value.item) \(value.mark)")
            expected[value] = nil
        }
        try checkTaken(by: side, since: before, except: contested)
        if outcome == .leftOut(.stopped) { try reopen(side) }
    }

    /// All mark one item within a minute, with syncs between some of the marks.
    private func converse(_ troubleRate: Double) throws {
        let value = anyValue()
        for _ in 1...4 {
            time.withLock { $0 += Double.random(in: 0...15, using: &chance) }
            let side = Int.random(in: 0..<sides.count, using: &chance)
            if Bool.random(using: &chance) {
                if let state = try sides[side].library.modelStates()[value.item], !state.isDeleted {
                    try mark(value, state, on: side)
                }
            } else {
                try markOnServer(value)
            }
            if Int.random(in: 0..<4, using: &chance) > 0 { try trySync(side, troubleRate) }
        }
    }

    /// Moves a feed, renames a folder, or undoes what was done last.
    private func arrange(on side: Int) throws {
        let library = sides[side].library
        guard let feed = try library.feeds().randomElement(using: &chance) else { return }
        let names = ["A", "B", "C"]
        let folders = names.filter { _ in Bool.random(using: &chance) }
        let kind = Int.random(in: 0..<4, using: &chance)
        switch kind {
        case 0:
            try library.move([feed.id], as: "move a feed") { _ in folders }
            say("\(side) moves \(feed.url) to \(folders)")
        case 1:
            let feeds = try library.feeds().filter { $0.tags.contains("A") }.map(\.id)
            try library.rename(FolderRenaming(from: "A", to: "C"), of: feeds, as: "rename a folder")
            say("\(side) renames the folder A")
        case 2:
            shelf.withLock { $0.folders[Int.random(in: 1...2, using: &chance)] = Set(folders.prefix(1)) }
            say("the server moves a feed to \(folders.prefix(1))")
        default:
            library.undo { _ in }
            library.drain()
            expected = [:]
            say("\(side) undoes its last step")
        }
    }

    /// Whatever went wrong, a sync changes marks only to what the server has.
    private func checkTaken(by side: Int, since before: [Int64: ModelState], except contested: Set<Value>) throws {
        let items = shelf.withLock { $0.items }
        for (id, state) in try sides[side].library.modelStates() where !state.isDeleted {
            guard let old = before[id] else { continue }
            let item = items[Int(id) - 1]
            for mark in state.local.symmetricDifference(old.local).intersection(
                state.local.symmetricDifference(item.marks))
            {
                try check(contested.contains(Value(item: id, mark: mark)), "\(side): the sync changed \(id): \(mark)")
            }
        }
    }

    private func say(_ line: String) { story.append(line) }

    private func reopen(_ side: Int) throws {
        sides[side].library.drain()
        sides[side].library.pool.close()
        sides[side].library = try Library(path: sides[side].path)
        sides[side].syncer = makeSyncer(sides[side].library, sides[side].offset)
    }

    private func sync(_ side: Int, _ extent: SyncExtent) -> SyncOutcome? {
        let end = DispatchSemaphore(value: 0)
        let outcome = Locked<SyncOutcome?>(nil)
        let sync = sides[side].syncer.sync(nil, extent, insisting: true).subscribe { event in
            switch event {
            case .next(.ended(_, let ended)): outcome.withLock { $0 = ended }
            case .next: break
            case .completed: end.signal()
            }
        }
        end.wait()
        sync.dispose()
        let ended = outcome.withLock { $0 }
        if let ended { sides[side].isSettled = ended.isDone }
        return ended
    }

    private func markAny(on side: Int) throws {
        let states = try sides[side].library.modelStates().filter { !$0.value.isDeleted }
        guard let (id, state) = states.sorted(by: { $0.key < $1.key }).randomElement(using: &chance) else { return }
        try mark(
            Value(item: id, mark: ModelMark.allCases.randomElement(using: &chance) ?? .read), state, on: side)
    }

    private func mark(_ value: Value, _ state: ModelState, on side: Int) throws {
        let isOn = !state.local.contains(value.mark)
        var mark: Mark =
            switch value.mark {
            case .read: .state(.read, isOn)
            case .starred: .state(.starred, isOn)
            case .labelled: isOn ? .tagged(ModelMark.label) : .untagged(ModelMark.label)
            }
        if mark == .read, Int.random(in: 0..<6, using: &chance) == 0 { mark = .deleted }
        let isAlone = try isInAgreement(value, doneBy: side)
        sides[side].library.mark(.item(state.item), mark)
        sides[side].library.drain()
        expected[value] = isAlone ? isOn : nil
        say("\(side) marks \(value.item) \(mark), \(isAlone ? "alone" : "contested")")
    }

    private func anyValue() -> Value { Value.any(of: shelf.withLock { $0 }, &chance) }

    private func markOnServer(_ value: Value) throws {
        let isAlone = try isInAgreement(value, doneBy: nil)
        let result = shelf.withLock { $0.toggle(value.item, value.mark) }
        expected[value] = isAlone ? result : nil
        say("the server marks \(value.item) \(value.mark) \(result), \(isAlone ? "alone" : "contested")")
    }

    /// Whether nobody has anything to send of it. Who is behind takes later what was done last.
    private func isInAgreement(_ value: Value, doneBy doer: Int?) throws -> Bool {
        for (number, side) in sides.enumerated() {
            guard let state = try side.library.modelStates()[value.item] else {
                // Who meets it later takes over what is there.
                continue
            }
            if state.base.contains(value.mark) != state.local.contains(value.mark) { return false }
            // Deleting means being done with it, whatever others do.
            if state.isDeleted, value.mark != .starred { return false }
            if number != doer, !side.isSettled { return false }
        }
        return true
    }

    /// Lets everything come to rest, and compares.
    private func rest() throws {
        say("rest")
        for side in sides { side.offset.withLock { $0 = 0 } }
        for _ in 1...3 {
            time.withLock { $0 += 90_000 }
            for side in sides.indices {
                let outcome = sync(side, .everything)
                say("  \(side): \(outcome.map { "\($0)" } ?? "nothing")")
            }
        }
        let (items, titles, folders) = shelf.withLock { ($0.items, $0.titles, $0.folders) }
        for (number, side) in sides.enumerated() {
            let states = try side.library.modelStates()
            for item in items {
                guard let state = states[item.id] else {
                    try check(item.marks == [.read], "\(number) lacks \(item.id)")
                    continue
                }
                if state.isDeleted { continue }
                let (here, there) = (
                    state.local, abilities.tellsChanges ? item.marks.subtracting([.labelled]) : item.marks
                )
                try check(
                    here == there || abilities.tellsChanges && here.subtracting([.labelled]) == there,
                    "\(number), \(item.id) is here \(here)")
            }
            try check(try side.library.check() == [], "\(number): \(try side.library.check())")
            try check(try side.library.accounts().first?.isInAgreement == true, "\(number) isn't in agreement")
            let feeds = try side.library.feeds()
            try check(Set(feeds.map(\.name)) == Set(titles.values), "\(number): titles \(feeds.map(\.name))")
            for feed in feeds {
                let there = feed.url.last.flatMap { Int(String($0)) }.flatMap { folders[$0] } ?? []
                try check(Set(feed.tags) == there, "\(number): folders of \(feed.url) \(feed.tags), there \(there)")
            }
        }
        for (value, wanted) in expected {
            let item = items[Int(value.item) - 1]
            try check(
                item.marks.contains(value.mark) == wanted || value.mark == .labelled && abilities.tellsChanges,
                "\(value.item): what was done last is lost (\(value.mark) \(wanted))")
        }
    }

    private func check(_ holds: Bool, _ words: String) throws {
        if !holds { throw Broken(seed: seed, words: words, story: story) }
    }

    struct Broken: Error, CustomStringConvertible {
        let seed: UInt64
        let words: String
        let story: [String]

        var description: String { "seed \(seed): \(words)\n" + story.joined(separator: "\n") }
    }
}

extension ModelTrouble {
    fileprivate static func any(_ chance: inout SplitMix, _ rate: Double) -> ModelTrouble {
        guard Double.random(in: 0..<1, using: &chance) < rate else { return .none }
        switch Int.random(in: 0..<6, using: &chance) {
        case 0:
            return .refusal(
                [.offline, .busy, .toldToWait(.seconds(60)), .notUnderstood].randomElement(using: &chance) ?? .busy)
        case 1: return .loss
        case 2: return .killBefore
        case 3: return .killAfter
        default: return .cut(Double.random(in: 0...1, using: &chance), claimsWhole: Bool.random(using: &chance))
        }
    }
}

/// What a library has of an item.
struct ModelState {
    let item: ItemID
    let local: Set<ModelMark>
    let base: Set<ModelMark>
    let isDeleted: Bool
}

extension Library {
    /// By the items' ids on the server.
    func modelStates() throws -> [Int64: ModelState] {
        func marks(_ are: Bool...) -> Set<ModelMark> { Set(zip(ModelMark.allCases, are).filter(\.1).map(\.0)) }
        let states = try read { database in
            try database.all(
                """
                SELECT server_id, states.item, states.is_read OR is_deleted, states.is_starred, server_items.is_read,
                    server_items.is_starred, is_deleted,
                    EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item),
                    EXISTS (SELECT 1 FROM server_labels WHERE server_labels.server_id = server_items.server_id)
                FROM server_items JOIN states ON states.item = server_items.item WHERE is_gone = 0
                """
            ) { row in
                (
                    row.integer(0),
                    ModelState(
                        item: ItemID(row.integer(1)), local: marks(row.bool(2), row.bool(3), row.bool(7)),
                        base: marks(row.bool(4), row.bool(5), row.bool(8)), isDeleted: row.bool(6))
                )
            }
        }
        return Dictionary(states) { first, _ in first }
    }
}
