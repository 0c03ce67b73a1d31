import FeedParser
import FeedServers
import Foundation
import System
import TestSupport

/// What is marked of an item in a model. There is one label.
enum ModelMark: String, CaseIterable, Sendable {
    case read, starred, labelled

    static let label = "Läbel"
}

/// What the server of a model has.
struct ModelShelf: Sendable {
    struct Item: Sendable {
        let id: Int64
        let feed: Int
        var marks: Set<ModelMark> = []
        /// The number of the last change of it.
        var changed: Int
    }

    var titles: [Int: String] = [1: "Feed 1", 2: "Feed 2"]
    var folders: [Int: Set<String>] = [:]
    var items: [Item] = []
    var changes = 0

    mutating func addItem() {
        changes += 1
        let id = Int64(items.count + 1)
        items.append(Item(id: id, feed: Int(id) % 2 + 1, changed: changes))
    }

    mutating func change(_ id: Int64, _ body: (inout Item) -> Void) {
        changes += 1
        body(&items[Int(id) - 1])
        items[Int(id) - 1].changed = changes
    }

    /// Changes a mark; returns what it is now.
    @discardableResult
    mutating func toggle(_ id: Int64, _ mark: ModelMark) -> Bool {
        change(id) { $0.marks.formSymmetricDifference([mark]) }
        return items[Int(id) - 1].marks.contains(mark)
    }
}

/// What goes wrong with a request.
enum ModelTrouble {
    case none
    /// The request fails before anything happens, or after the deed.
    case refusal(ServerFailure.Kind), loss
    /// The reader is killed before the request is sent, or before the answer comes.
    case killBefore, killAfter
    /// A list has only a part of what it should have, and may say that it is whole.
    case cut(Double, claimsWhole: Bool)
}

/// A server in memory, as one library sees it.
final class ModelServer: FeedServer {
    let abilities: Abilities
    private let shelf: Locked<ModelShelf>
    private let chance: Locked<SplitMix>
    private let trouble: @Sendable () -> ModelTrouble

    init(
        _ shelf: Locked<ModelShelf>, _ abilities: Abilities, chance: UInt64,
        trouble: @escaping @Sendable () -> ModelTrouble
    ) {
        self.shelf = shelf
        self.abilities = abilities
        self.chance = Locked(SplitMix(state: chance))
        self.trouble = trouble
    }

    func logIn() {}

    func cancel() {}

    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        try ask { shelf in
            shelf.titles.sorted { $0.key < $1.key }.map { number, title in
                ServerFeed(
                    id: ServerFeedID("feed/\(number)"), url: "https://example.org/\(number)", title: title,
                    folders: shelf.folders[number, default: []].sorted())
            }
        }
    }

    func unread(limit: Int) throws(ServerFailure) -> ServerList { try list { !$0.marks.contains(.read) } }

    func starred(limit: Int) throws(ServerFailure) -> ServerList { try list { $0.marks.contains(.starred) } }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ServerList {
        var list = try list { _ in true }
        list.isComplete = false
        return list
    }

    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        for start in stride(from: 0, to: ids.count, by: 3) {
            let wanted = Set(ids[start..<min(start + 3, ids.count)])
            try receive(try ask { shelf in shelf.items.filter { wanted.contains(.number($0.id)) }.map(Self.item) })
        }
    }

    func changes(since cursor: ChangeCursor?, receive: ([ServerItem]) throws -> Void) throws -> ChangeCursor {
        let last = cursor.flatMap { Int($0.text) }
        let (items, now) = try ask { shelf in
            (
                shelf.items.filter { item in
                    last.map { item.changed > $0 } ?? (!item.marks.contains(.read) || item.marks.contains(.starred))
                }.map(Self.item), shelf.changes
            )
        }
        for start in stride(from: 0, to: items.count, by: 3) {
            try receive(Array(items[start..<min(start + 3, items.count)]))
            _ = try ask { _ in }
        }
        return ChangeCursor("\(now)")
    }

    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        try ask(isChange: true) { shelf in
            for case .number(let id) in ids {
                shelf.change(id) { item in
                    switch mark {
                    case .read: item.marks.insert(.read)
                    case .unread: item.marks.remove(.read)
                    case .starred: item.marks.insert(.starred)
                    case .unstarred: item.marks.remove(.starred)
                    }
                }
            }
        }
    }

    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID { ServerFeedID("feed/1") }

    func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure) {
        try ask(isChange: true) { shelf in
            if let number = feed.text.last.flatMap({ Int(String($0)) }) { shelf.titles[number] = title }
        }
    }

    func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure) {
        try ask(isChange: true) { shelf in
            if let number = feed.id.text.last.flatMap({ Int(String($0)) }) { shelf.folders[number] = Set(folders) }
        }
    }

    func renameFolder(_ folder: String, to name: String) throws(ServerFailure) {
        try ask(isChange: true) { shelf in
            shelf.folders = shelf.folders.mapValues { Set($0.map { $0 == folder ? name : $0 }) }
        }
    }

    func remove(_ feed: ServerFeedID) {}

    /// A broken list lacks the label, or everything.
    func labels() throws(ServerFailure) -> ServerLabels? {
        if abilities.tellsChanges { return nil }
        var cut: (Double, Bool)?
        let folders = try ask {
            $0.folders.values.reduce(["All"]) { $0 + $1 }
        } cutting: {
            cut = $0
        }
        return ServerLabels(labels: cut == nil ? [ModelMark.label] : [], folders: cut?.1 == true ? [] : folders)
    }

    func items(labelled label: String, limit: Int) throws(ServerFailure) -> ServerList {
        try list { $0.marks.contains(.labelled) }
    }

    func label(_ ids: [ServerItemID], _ label: String, isOn: Bool) throws(ServerFailure) {
        try ask(isChange: true) { shelf in
            for case .number(let id) in ids {
                shelf.change(id) { if isOn { $0.marks.insert(.labelled) } else { $0.marks.remove(.labelled) } }
            }
        }
    }

    private func list(_ isIn: @Sendable (ModelShelf.Item) -> Bool) throws(ServerFailure) -> ServerList {
        var cut: (Double, Bool)?
        let ids = try ask { shelf in
            shelf.items.filter(isIn).map { ServerItemID.number($0.id) }.reversed()
        } cutting: {
            cut = $0
        }
        guard let cut else { return ServerList(Array(ids), isComplete: true) }
        let rest = chance.withLock { chance in ids.filter { _ in Double.random(in: 0..<1, using: &chance) > cut.0 } }
        return ServerList(rest, isComplete: cut.1)
    }

    private func ask<Result: Sendable>(
        isChange: Bool = false, _ body: @Sendable (inout ModelShelf) -> Result,
        cutting cut: ((Double, Bool)) -> Void = { _ in }
    ) throws(ServerFailure) -> Result {
        let trouble = trouble()
        switch trouble {
        case .refusal(let kind): throw ServerFailure(kind, "trouble")
        case .killBefore: throw ServerFailure(.cancelled, "killed")
        case .none, .loss, .killAfter, .cut: break
        }
        let result = shelf.withLock { body(&$0) }
        switch trouble {
        case .loss: throw ServerFailure(.offline, "lost", mayBeDone: isChange)
        case .killAfter: throw ServerFailure(.cancelled, "killed")
        case .cut(let part, let claimsWhole): cut((part, claimsWhole))
        case .none, .refusal, .killBefore: break
        }
        return result
    }

    private static func item(_ item: ModelShelf.Item) -> ServerItem {
        ServerItem(
            id: .number(item.id), feed: ServerFeedID("feed/\(item.feed)"),
            item: ParsedItem(
                title: "Item \(item.id)", link: "https://example.org/\(item.feed)/\(item.id)",
                published: Date(timeIntervalSince1970: 1_700_000_000 + Double(item.id) * 1000),
                content: "Text \(item.id)"),
            isRead: item.marks.contains(.read), isStarred: item.marks.contains(.starred),
            labels: item.marks.contains(.labelled) ? [ModelMark.label, "All"] : ["All"])
    }
}
