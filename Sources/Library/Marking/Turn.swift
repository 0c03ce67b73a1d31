import FoundationEssentials
import SQLite

/// How a mark changes the states of items, and which items it changes.
struct Turn {
    /// The states that decide the counts.
    struct Subject {
        let isListed: Bool
        let isRead: Bool
        let isStarred: Bool
    }

    /// Changes to counts.
    struct Change: Equatable {
        var items = 0
        var unread = 0
        var starred = 0
    }

    /// The columns that it sets; if it `setsTime`, `?3` is the mark's time.
    fileprivate let assignments: String
    fileprivate let setsTime: Bool
    /// The state that an item must have for this to change it.
    let condition: String
    let change: @Sendable (Subject) -> Change
    /// Whether items return to lists; which ones, is known only then.
    let restores: Bool
    /// Whether items leave all lists.
    let deletes: Bool

    /// The turn of a mark; nil for tags, which have their own table.
    init?(_ mark: Mark) {
        switch mark {
        case .read: self = .read(setting: "is_read = 1, read_at = ?3", setsTime: true)
        case .unread: self = .unread
        case .starred: self = .starred(setting: "is_starred = 1, starred_at = ?3", setsTime: true)
        case .unstarred: self = .unstarred
        case .deleted: self = .deleted
        case .tagged, .untagged: return nil
        }
    }

    /// Undoes a mark. All later changes of the items have been undone before.
    init?(undoing mark: Mark) {
        switch mark {
        case .read: self = .unread
        case .unread: self = .read(setting: "is_read = 1")
        case .starred: self = .unstarred
        case .unstarred: self = .starred(setting: "is_starred = 1")
        case .deleted: self = .restored
        case .tagged, .untagged: return nil
        }
    }

    private init(
        assignments: String, setsTime: Bool = false, condition: String, restores: Bool = false, deletes: Bool = false,
        change: @escaping @Sendable (Subject) -> Change
    ) {
        self.assignments = assignments
        self.setsTime = setsTime
        self.condition = condition
        self.restores = restores
        self.deletes = deletes
        self.change = change
    }

    private static func read(setting assignments: String, setsTime: Bool = false) -> Turn {
        Turn(assignments: assignments, setsTime: setsTime, condition: "is_deleted = 0 AND is_read = 0") { _ in
            Change(unread: -1)
        }
    }

    private static let unread = Turn(assignments: "is_read = 0", condition: "is_deleted = 0 AND is_read = 1") { _ in
        Change(unread: 1)
    }

    private static func starred(setting assignments: String, setsTime: Bool = false) -> Turn {
        Turn(assignments: assignments, setsTime: setsTime, condition: "is_deleted = 0 AND is_starred = 0") { _ in
            Change(starred: 1)
        }
    }

    private static let unstarred = Turn(
        assignments: "is_starred = 0", condition: "is_deleted = 0 AND is_starred = 1"
    ) { _ in
        Change(starred: -1)
    }

    private static let deleted = Turn(
        assignments: "is_deleted = 1, is_listed = 0", condition: "is_deleted = 0", deletes: true
    ) { item in
        Change(items: -1, unread: item.isRead ? 0 : -1, starred: item.isStarred ? -1 : 0)
    }

    private static let restored = Turn(
        assignments: "is_deleted = 0, is_listed = feed IN (SELECT id FROM feeds WHERE is_subscribed)",
        condition: "is_deleted = 1", restores: true
    ) { item in
        Change(items: 1, unread: item.isRead ? 0 : 1, starred: item.isStarred ? 1 : 0)
    }
}

extension Turn.Change {
    static func += (sum: inout Turn.Change, change: Turn.Change) {
        sum.items += change.items
        sum.unread += change.unread
        sum.starred += change.starred
    }
}

/// The items that a turn changes, and its changes to the counts of their feeds and of all listed items.
struct Survey {
    var items = ItemSet()
    /// Ranges in which it applies to these items alone.
    var spans: [ClosedRange<Int64>] = []
    var feeds: [FeedID: Turn.Change] = [:]
    var listed = Turn.Change()
}

extension Database {
    /// Changes the states of matching items, with the counts; returns those items.
    func turn(_ items: ItemSet, _ turn: Turn, at time: Date) throws -> ItemSet {
        let survey = try survey(items, turn)
        guard !survey.items.isEmpty else { return survey.items }
        // Ranges instead of single items: what lies between them still doesn't match.
        let update = try statement(
            "UPDATE states SET \(turn.assignments) WHERE item BETWEEN ?1 AND ?2 AND \(turn.condition)")
        for span in survey.spans {
            if turn.setsTime {
                try update.run(span.lowerBound, span.upperBound, time)
            } else {
                try update.run(span.lowerBound, span.upperBound)
            }
        }
        for (feed, change) in survey.feeds {
            try run(
                "UPDATE feeds SET unread = unread + ?, total = total + ? WHERE id = ?", change.unread, change.items,
                feed)
        }
        let listed = turn.restores ? try countListed(survey.items, turn) : survey.listed
        try run(
            "UPDATE totals SET items = items + ?, unread = unread + ?, starred = starred + ?",
            listed.items, listed.unread, listed.starred)
        // Lists may now show another item of a story.
        if turn.restores || turn.deletes { try relistStories(of: survey.items) }
        try touch(survey.items)
        return survey.items
    }

    /// The changes that a turn would make.
    func survey(_ items: ItemSet, _ turn: Turn) throws -> Survey {
        var survey = Survey()
        let select = try statement(
            """
            SELECT item, feed, is_listed, is_read, is_starred FROM states NOT INDEXED
            WHERE item BETWEEN ?1 AND ?2 AND \(turn.condition)
            """)
        for span in items.spans {
            var first: Int64?
            var last: Int64 = 0
            func endSpan() {
                if let start = first { survey.spans.append(start...last) }
                first = nil
            }
            try select.each(span.lowerBound, span.upperBound) { row in
                let item = ItemID(row.integer(0))
                guard items.contains(item) else { return endSpan() }
                first = first ?? item.rawValue
                last = item.rawValue
                let subject = Turn.Subject(isListed: row.bool(2), isRead: row.bool(3), isStarred: row.bool(4))
                let change = turn.change(subject)
                survey.items.append(item)
                survey.feeds[FeedID(row.integer(1)), default: Turn.Change()] += change
                if subject.isListed { survey.listed += change }
            }
            endSpan()
        }
        return survey
    }

    private func countListed(_ items: ItemSet, _ turn: Turn) throws -> Turn.Change {
        var change = Turn.Change()
        for run in items.runs {
            try each(
                "SELECT is_read, is_starred FROM states NOT INDEXED WHERE item BETWEEN ? AND ? AND is_listed = 1",
                run.lowerBound, run.upperBound
            ) { row in
                change += turn.change(Turn.Subject(isListed: true, isRead: row.bool(0), isStarred: row.bool(1)))
            }
        }
        return change
    }
}

extension ItemSet {
    /// Runs, joined over gaps that cost less to read than to skip.
    var spans: [ClosedRange<Int64>] {
        var spans: [ClosedRange<Int64>] = []
        for run in runs {
            if let last = spans.last, run.lowerBound - last.upperBound <= 16 {
                spans[spans.count - 1] = last.lowerBound...run.upperBound
            } else {
                spans.append(run)
            }
        }
        return spans
    }
}
