import FeedServers
import FoundationEssentials
import Library

extension SyncRun {
    /// Asks for items that the library has. What the server has no more is the library's own from then on.
    mutating func ask(_ ids: [RemoteID]) throws {
        try ask(ids, areUnlisted: false) { RemoteMarks($0) }
    }

    /// The same for items that a list lacks, which should have certain marks; returns how many have them.
    @discardableResult
    mutating func ask(
        _ ids: [RemoteID], areUnlisted: Bool, _ marks: (RemoteID) -> RemoteMarks
    ) throws -> Int {
        if ids.isEmpty { return 0 }
        expect(ids.count)
        var rest = Set(ids)
        var contrary: [RemoteID] = []
        var run = self
        try server.items(ids.map { ServerItemID($0) }) { items in
            try run.take(items)
            for item in items {
                let id = RemoteID(item.id)
                let expected = marks(id)
                rest.remove(id)
                if expected.isRead ?? item.isRead != item.isRead
                    || expected.isStarred ?? item.isStarred != item.isStarred
                {
                    contrary.append(id)
                }
            }
        }
        self = run
        try library.lose(Array(rest), of: id)
        // Archived feeds of FreshRSS are in no list, for example.
        if areUnlisted { try library.skip(contrary, of: id, until: clock() + Self.pause) }
        return ids.count - rest.count - contrary.count
    }

    /// How long a list that lacks what it should have isn't looked into again.
    private static let pause: TimeInterval = 900

    /// Asks for items that the library doesn't have, and stores them as they come.
    mutating func take(unknown ids: [RemoteID]) throws {
        if ids.isEmpty { return }
        expect(ids.count)
        var rest = Set(ids)
        var run = self
        try server.items(ids.map { ServerItemID($0) }) { items in
            try run.take(items)
            for item in items { rest.remove(RemoteID(item.id)) }
        }
        self = run
        try library.skip(Array(rest), of: id, until: clock() + Library.skipTime)
    }

    /// Notes how many more items the server is asked for.
    private mutating func expect(_ count: Int) { counts.expected = (counts.expected ?? counts.received) + count }

    /// Stores items with their marks.
    mutating func take(_ items: [ServerItem]) throws {
        try claim()
        defer { counts.received += items.count }
        let items = items.map { RemoteItem($0) }
        var homeless = Set(try store(items))
        if homeless.isEmpty { return }
        if !knowsFeeds {
            try readFeeds()
            homeless = Set(try store(items.filter { homeless.contains($0.id) }))
        }
        try library.skip(Array(homeless), of: id, until: clock() + Library.skipTime)
    }

    /// Stores items; returns those of unknown feeds.
    private mutating func store(_ items: [RemoteItem]) throws -> [RemoteID] {
        let part = ServerPart(items, of: id, in: number, at: clock())
        let stored = try library.store(part, keeping: retention)
        counts.newItems += stored.new
        counts.taken += stored.taken
        return stored.homeless
    }
}
