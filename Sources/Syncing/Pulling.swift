import FeedParser
import FeedServers
import FoundationEssentials
import Library

extension SyncRun {
    /// Takes what is new on the server.
    mutating func pull() throws {
        let isFirst = account.listsRead == nil
        if isFirst || hasChangedFeeds || isOld(account.feedsRead, Self.lifeOfFeeds) { try readFeeds() }
        if server.abilities.tellsChanges {
            try takeChanges()
            // Only lists say what the server has no more.
            if !isFirst, isOld(account.listsRead, Self.lifeOfLists) {
                try claim()
                try compareLists()
                try library.record(cursor: nil, listsRead: clock(), of: id)
            }
        } else {
            try compareLists()
        }
        // What was read elsewhere before it came here is in no other list. Servers that tell changes tell of it.
        guard isFirst || !server.abilities.tellsChanges && isOld(account.listsRead, Self.lifeOfHistory) else { return }
        try takeHistory()
        try claim()
        try library.record(cursor: nil, listsRead: clock(), of: id)
    }

    /// How long the list of feeds is believed without reading it again, how long changes without lists, and how long lists
    /// without the items that were read elsewhere.
    private static let (lifeOfFeeds, lifeOfLists, lifeOfHistory): (TimeInterval, TimeInterval, TimeInterval) =
        (900, 86_400, 3600)

    private func isOld(_ date: Date?, _ life: TimeInterval) -> Bool {
        // Also when the clock was set back since.
        date.map { !(0..<life).contains(clock().timeIntervalSince($0)) } ?? true
    }

    mutating func takeChanges() throws {
        var run = self
        let next = try server.changes(since: cursor.map { ChangeCursor($0) }) { items in
            try run.take(items)
        }
        self = run
        if next.text == cursor { return }
        try claim()
        try library.record(cursor: next.text, listsRead: nil, of: id)
        cursor = next.text
    }

    private mutating func compareLists() throws {
        let unread = try server.unread(limit: Self.longestList)
        // At first there is nothing to read, so somebody waits for these.
        if account.listsRead == nil { try take(unknown: Array(unread.ids.prefix(Self.firstOnes))) }
        let starred = try server.starred(limit: Self.longestList)
        let labelled = try readLabels()
        var differences = try library.compare([(.read, unread), (.starred, starred)], of: id, at: clock())
        let relabelled = try library.compare(labelled, of: id)
        let named = labelled.values.flatMap(\.ids)
        try add(named, to: &differences)
        if differences.isEmpty, relabelled.isEmpty { return }
        try claim()
        if differences.endsSkips { try library.endSkips(of: id) }
        if differences.isAnyLacking, !knowsFeeds, try readFeeds() {
            differences = try library.compare([(.read, unread), (.starred, starred)], of: id, at: clock())
            try add(named, to: &differences)
        }
        counts.taken += try library.tell(differences.told, of: id, in: number, at: clock())
        // Before the unknown ones, which may be the same under new ids.
        try prove(differences.lacking[.read] ?? [], unread.isComplete) { RemoteMarks($0, [.read: true]) }
        try prove(differences.lacking[.starred] ?? [], starred.isComplete) { RemoteMarks($0, [.starred: false]) }
        try ask(Array(Set(differences.doubtful).union(relabelled)))
        try take(unknown: differences.unknown)
        if unread.isComplete, starred.isComplete {
            try library.forgetSkips(of: id, except: Set(unread.ids).union(starred.ids).union(named), at: clock())
        }
    }

    /// Adds the items of labels that the library doesn't have.
    private func add(_ labelled: [ServerItemID], to differences: inout ListDifferences) throws {
        var known = Set(differences.unknown)
        let others = labelled.filter { known.insert($0).inserted }
        differences.unknown += try library.unknown(others, of: id, at: clock())
    }

    /// Reads the lists of all labels. Their names come first, since they tell labels from folders.
    private mutating func readLabels() throws -> [String: ServerList] {
        guard let names = try server.labels() else { return [:] }
        if try !library.isFollowing(names, of: id) {
            try claim()
            try library.follow(names, of: id)
        }
        var lists: [String: ServerList] = [:]
        for label in names.labels { lists[label] = try server.items(labelled: label, limit: Self.longestList) }
        return lists
    }

    /// Asks for items that a list lacks, and believes only their contents. Of many it asks for a sample, and for all if one of
    /// these says otherwise.
    private mutating func prove(
        _ ids: [ServerItemID], _ isComplete: Bool, _ marks: (ServerItemID) -> RemoteMarks
    ) throws {
        guard ids.count > Self.many, isComplete else {
            try ask(ids, areUnlisted: isComplete, marks)
            return
        }
        let sample = (0..<Self.sample).map { ids[$0 * ids.count / Self.sample] }
        let believed = try ask(sample, areUnlisted: true, marks)
        guard believed == sample.count else {
            let asked = Set(sample)
            try ask(ids.filter { !asked.contains($0) }, areUnlisted: true, marks)
            return
        }
        counts.taken += try library.tell(ids.map(marks), of: id, in: number, at: clock())
    }

    private static let (many, sample, firstOnes) = (1000, 250, 25)

    /// Takes the items that were read lately, as far as the server says: at first those of the user's history, later those
    /// that came since a day before the last time, as some servers say when items were written.
    private mutating func takeHistory() throws {
        guard history > 0 else { return }
        let oldest = clock() - Double(history) * 86_400
        let since = account.listsRead.map { max(oldest, min($0, clock()) - 86_400) } ?? oldest
        let recent: ServerList
        do {
            recent = try server.recent(since: since, limit: Self.longestList)
        } catch {
            guard error.kind == .unsupported else { throw error }
            return
        }
        try take(unknown: library.unknown(recent.ids, of: id, at: clock()))
    }

    /// The most ids in a list, the most items in a sync, and the most feeds, as in the urls file.
    static let (longestList, mostItems, mostFeeds) = (1_000_000, 2_000_000, 100_000)

    /// Asks for items that the library has. What the server has no more is the library's own from then on.
    mutating func ask(_ ids: [ServerItemID]) throws {
        try ask(ids, areUnlisted: false) { RemoteMarks($0) }
    }

    /// The same for items that a list lacks, which should have certain marks; returns how many have them.
    @discardableResult
    mutating func ask(
        _ ids: [ServerItemID], areUnlisted: Bool, _ marks: (ServerItemID) -> RemoteMarks
    ) throws -> Int {
        if ids.isEmpty { return 0 }
        expect(ids.count)
        var rest = Set(ids)
        var contrary: [ServerItemID] = []
        var run = self
        try server.items(ids) { items in
            try run.take(items)
            for item in items {
                let id = item.id
                let expected = marks(id)
                rest.remove(id)
                let states = item.states
                if ItemState.onServers.contains(where: { expected[$0] ?? states[$0] != states[$0] }) {
                    contrary.append(id)
                }
            }
        }
        self = run
        // An answer with none of several items may be as broken as an empty list.
        let isEmpty = rest.count > 1 && rest.count == ids.count
        try library.lose(isEmpty ? library.miss(Array(rest), of: id, at: clock()) : Array(rest), of: id)
        // Archived feeds of FreshRSS are in no list, for example.
        if areUnlisted { try library.skip(contrary, of: id, until: clock() + Self.pause) }
        return ids.count - rest.count - contrary.count
    }

    /// How long a list that lacks what it should have isn't looked into again.
    private static let pause: TimeInterval = 900

    /// Asks for items that the library doesn't have, and stores them as they come.
    mutating func take(unknown ids: [ServerItemID]) throws {
        if ids.isEmpty { return }
        expect(ids.count)
        var rest = Set(ids)
        var run = self
        try server.items(ids) { items in
            try run.take(items)
            for item in items { rest.remove(item.id) }
        }
        self = run
        _ = try library.miss(Array(rest), of: id, at: clock())
    }

    /// Notes how many more items the server is asked for.
    private mutating func expect(_ count: Int) { counts.expected = (counts.expected ?? counts.received) + count }

    /// Stores items with their marks.
    mutating func take(_ items: [ServerItem]) throws {
        guard counts.received <= Self.mostItems else { throw ServerFailure.endless("2 million items") }
        try claim()
        defer { counts.received += items.count }
        var homeless = Set(try store(items))
        let positions = items.flatMap(\.positions).filter { $0.seconds > 0 }
        if !positions.isEmpty { counts.taken += try library.take(positions, of: id, in: number, at: clock()) }
        if homeless.isEmpty { return }
        if !knowsFeeds {
            try readFeeds()
            homeless = Set(try store(items.filter { homeless.contains($0.id) }))
        }
        try library.skip(Array(homeless), of: id, until: clock() + Library.skipTime)
    }

    /// Stores items; returns those of unknown feeds.
    private mutating func store(_ items: [ServerItem]) throws -> [ServerItemID] {
        let part = ServerPart(items, of: id, in: number, at: clock())
        let stored = try library.store(part, keeping: retention)
        counts.newItems += stored.new
        counts.taken += stored.taken
        return stored.homeless
    }
}

extension ServerMark {
    init(_ mark: RemoteMark) {
        // Servers know no others.
        self = mark.state == .read ? mark.value ? .read : .unread : mark.value ? .starred : .unstarred
    }
}
