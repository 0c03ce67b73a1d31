import FoundationEssentials
import SQLite
import SyncFolder

/// How a mark changes the states of items, and which items it changes.
struct StateChange {
    /// The columns that it sets; if it `setsTime`, `?3` is the mark's time.
    fileprivate let assignments: String
    fileprivate let setsTime: Bool
    /// The state that an item must have for this to change it.
    let condition: String
    /// The change of the counts by one item.
    let counts: @Sendable (ItemStates) -> CountChange
    /// Whether items return to lists; which ones, is known only then.
    let restores: Bool
    /// Whether items leave all lists.
    let deletes: Bool
    /// Whether items come into the queue of episodes.
    fileprivate let queues: Bool
    fileprivate let kind: FolderMarkKind

    /// The change of a mark; nil for tags, which have their own table.
    init?(_ mark: Mark) {
        switch mark {
        case .state(let state, let value): self.init(state, value, setsTime: value)
        case .deleted: self = .deleted
        case .tagged, .untagged: return nil
        }
    }

    /// Undoes a mark. All later changes of the items have been undone before.
    init?(undoing mark: Mark) {
        switch mark {
        case .state(let state, let value): self.init(state, !value, setsTime: false)
        case .deleted: self = .restored
        case .tagged, .untagged: return nil
        }
    }

    private init(_ state: ItemState, _ value: Bool, setsTime: Bool) {
        let change = CountChange(state, value)
        self.init(
            assignments: state.condition(value) + (setsTime ? ", \(state.timeColumn) = ?3" : ""), setsTime: setsTime,
            condition: "is_deleted = 0 AND \(state.condition(!value))", queues: state == .queued && value,
            kind: state.folderKind
        ) { _ in change }
    }

    private init(
        assignments: String, setsTime: Bool = false, condition: String, restores: Bool = false, deletes: Bool = false,
        queues: Bool = false, kind: FolderMarkKind = .delete, counts: @escaping @Sendable (ItemStates) -> CountChange
    ) {
        self.assignments = assignments
        self.setsTime = setsTime
        self.condition = condition
        self.restores = restores
        self.deletes = deletes
        self.queues = queues
        self.kind = kind
        self.counts = counts
    }

    private static let deleted = StateChange(
        assignments: "is_deleted = 1, is_listed = 0", condition: "is_deleted = 0", deletes: true
    ) { CountChange(-1, $0) }

    private static let restored = StateChange(
        assignments: "is_deleted = 0, is_listed = feed IN (SELECT id FROM feeds WHERE is_subscribed)",
        condition: "is_deleted = 1", restores: true
    ) { CountChange(1, $0) }
}

/// The items that a change of states affects, and how it changes the counts of their feeds and of all listed items.
struct StateChangeEffect {
    var items = ItemSet()
    /// Ranges in which it applies to these items alone.
    fileprivate(set) var spans: [ClosedRange<Int64>] = []
    fileprivate(set) var feeds: [FeedID: CountChange] = [:]
    fileprivate(set) var listed = CountChange()
}

extension Database {
    /// Changes the states of matching items, with the counts; returns those items.
    func apply(_ change: StateChange, to items: ItemSet, at time: Date) throws -> ItemSet {
        let effect = try effect(of: change, on: items)
        guard !effect.items.isEmpty else { return effect.items }
        // Ranges instead of single items: what lies between them still doesn't match.
        let update = try statement(
            "UPDATE states SET \(change.assignments) WHERE item BETWEEN ?1 AND ?2 AND \(change.condition)")
        for span in effect.spans {
            if change.setsTime {
                try update.run(span.lowerBound, span.upperBound, time)
            } else {
                try update.run(span.lowerBound, span.upperBound)
            }
        }
        if change.queues { try enqueue(effect.items, atEnd: change.setsTime) }
        for (feed, counts) in effect.feeds { try add(counts, to: feed) }
        try addToTotals(change.restores ? try countListed(effect.items, change) : effect.listed)
        // Lists may now show another item of a story.
        if change.restores || change.deletes { try relistStories(of: effect.items) }
        try touch(effect.items, change.kind)
        return effect.items
    }

    /// What a change would do.
    func effect(of change: StateChange, on items: ItemSet) throws -> StateChangeEffect {
        var effect = StateChangeEffect()
        let select = try statement(
            """
            SELECT item, feed, is_listed, \(ItemState.columns) FROM states NOT INDEXED
            WHERE item BETWEEN ?1 AND ?2 AND \(change.condition)
            """)
        for span in items.spans {
            var first: Int64?
            var last: Int64 = 0
            func endSpan() {
                if let start = first { effect.spans.append(start...last) }
                first = nil
            }
            try select.each(span.lowerBound, span.upperBound) { row in
                let item = ItemID(row.integer(0))
                guard items.contains(item) else { return endSpan() }
                first = first ?? item.rawValue
                last = item.rawValue
                let counts = change.counts(ItemStates(row, from: 3))
                effect.items.append(item)
                effect.feeds[FeedID(row.integer(1)), default: CountChange()] += counts
                if row.bool(2) { effect.listed += counts }
            }
            endSpan()
        }
        return effect
    }

    private func countListed(_ items: ItemSet, _ change: StateChange) throws -> CountChange {
        var counts = CountChange()
        for run in items.runs {
            try each(
                "SELECT \(ItemState.columns) FROM states NOT INDEXED WHERE item BETWEEN ? AND ? AND is_listed = 1",
                run.lowerBound, run.upperBound
            ) { row in counts += change.counts(ItemStates(row, from: 0)) }
        }
        return counts
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

/// A change of the counts of a feed, or of all listed items.
struct CountChange: Equatable {
    var items = 0
    /// By state; four are enough for now.
    private var counted = SIMD4<Int>()

    init() {}

    /// An item with these states comes (1) or goes (-1).
    init(_ change: Int, _ states: ItemStates) {
        items = change
        for state in ItemState.allCases where states[state] == state.countedValue { self[state] = change }
    }

    /// An item gets a state, or loses it.
    init(_ state: ItemState, _ value: Bool) { self[state] = value == state.countedValue ? 1 : -1 }

    /// Reads `ItemState.counts`.
    init(_ row: borrowing Row, times change: Int) {
        items = change * row.int(0)
        for state in ItemState.allCases { self[state] = change * row.int(.position(Int32(1 + state.rawValue))) }
    }

    subscript(state: ItemState) -> Int {
        get { counted[state.rawValue] }
        set { counted[state.rawValue] = newValue }
    }

    static func += (sum: inout CountChange, change: CountChange) {
        sum.items += change.items
        sum.counted &+= change.counted
    }
}

extension Database {
    /// Changes the counts of all listed items.
    func addToTotals(_ change: CountChange) throws {
        try run(ItemState.addToTotals, Each([change.items] + ItemState.allCases.map { change[$0] }))
    }

    /// Changes the counts of a feed.
    func add(_ change: CountChange, to feed: FeedID) throws {
        try run(ItemState.addToFeed, Each([change.items] + ItemState.countedByFeeds.map { change[$0] }), feed)
    }
}

extension ItemState {
    fileprivate static let addToTotals =
        "UPDATE totals SET "
        + (["items"] + allCases.map(\.countedName)).map { "\($0) = \($0) + ?" }.joined(separator: ", ")

    fileprivate static let addToFeed =
        "UPDATE feeds SET total = total + ?, "
        + allCases.compactMap(\.feedColumn).map { "\($0) = \($0) + ?" }.joined(separator: ", ") + " WHERE id = ?"

    fileprivate static let countedByFeeds = allCases.filter { $0.feedColumn != nil }
}
