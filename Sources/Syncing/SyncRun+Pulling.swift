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
        guard isFirst else { return }
        try takeHistory()
        try library.record(cursor: nil, listsRead: clock(), of: id)
    }

    /// How long the list of feeds is believed without reading it again, and how long changes without lists.
    private static let (lifeOfFeeds, lifeOfLists): (TimeInterval, TimeInterval) = (900, 86_400)

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
        let unread = RemoteList(try server.unread(limit: Self.longestList))
        // At first there is nothing to read, so somebody waits for these.
        if account.listsRead == nil { try take(unknown: Array(unread.ids.prefix(Self.firstOnes))) }
        let starred = RemoteList(try server.starred(limit: Self.longestList))
        var differences = try library.compare(unread: unread, starred: starred, of: id, at: clock())
        if differences.isEmpty { return }
        try claim()
        let isAbsent = !differences.notUnread.isEmpty || !differences.notStarred.isEmpty
        if isAbsent, !knowsFeeds, try readFeeds() {
            differences = try library.compare(unread: unread, starred: starred, of: id, at: clock())
        }
        counts.taken += try library.tell(differences.told, of: id, in: number, at: clock())
        // Before the unknown ones, which may be the same under new ids.
        try prove(differences.notUnread, unread.isComplete) { RemoteMarks($0, isRead: true) }
        try prove(differences.notStarred, starred.isComplete) { RemoteMarks($0, isStarred: false) }
        try ask(differences.doubtful)
        try take(unknown: differences.unknown)
        if unread.isComplete, starred.isComplete {
            try library.forgetSkips(of: id, except: Set(unread.ids).union(starred.ids), at: clock())
        }
    }

    /// Asks for items that a list lacks, and believes only their contents. Of many it asks for a sample, and for all if one of
    /// these says otherwise.
    private mutating func prove(
        _ ids: [RemoteID], _ isComplete: Bool, _ marks: (RemoteID) -> RemoteMarks
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

    /// Takes the items that were read lately, as far as the server says.
    private mutating func takeHistory() throws {
        guard history > 0 else { return }
        let recent: ItemIDs
        do {
            recent = try server.recent(since: clock() - Double(history) * 86_400, limit: Self.longestList)
        } catch {
            guard error.kind == .unsupported else { throw error }
            return
        }
        try take(unknown: library.unknown(recent.ids.map { RemoteID($0) }, of: id, at: clock()))
    }

    /// The most ids in a list.
    static let longestList = 1_000_000
}
