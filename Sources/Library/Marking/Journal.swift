import FoundationEssentials
import SQLite
import URLs

// User actions queue for the writer, in order, and are noted in the journal in the same transaction, which survives a
// power cut.
extension Library {
    /// Undoes the user's last step, from any process, or that of rules if asked for. `finish` gets the outcome, nil if
    /// there is no step, on the writer's queue.
    ///
    /// With a `leave`, a step that also changes the urls file goes to `leave` and isn't undone:
    /// `toggle(_:moving:place:)` does that.
    package func undo(
        ofRules: Bool = false, leave: (@Sendable (Step) -> Void)? = nil,
        finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        toggleNext({ try $0.lastStep(of: ofRules ? .rules : .user) }, leave, finish)
    }

    /// Undoes the marks that the last sync took from a server. The next sync undoes them there, too.
    package func undoSync(finish: @escaping @Sendable (StepOutcome?) -> Void) {
        toggleNext({ try $0.lastSync() }, nil, finish)
    }

    /// Redoes the last undone step.
    package func redo(
        leave: (@Sendable (Step) -> Void)? = nil, finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        toggleNext({ try $0.lastUndoneStep() }, leave, finish)
    }

    private func toggleNext(
        _ next: @escaping @Sendable (Database) throws -> Step?, _ leave: (@Sendable (Step) -> Void)?,
        _ finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        act { database -> ((left: Step?, outcome: StepOutcome?), [LibraryChange]) in
            guard let step = try next(database) else { return ((nil, nil), []) }
            if leave != nil, step.action.isInUrlsFile { return ((step, nil), []) }
            let taken = try database.toggle(step)
            return ((nil, taken.outcome), taken.changes)
        } finish: { _, taken in
            if let leave, let step = taken?.left { leave(step) } else { finish(taken?.outcome) }
            return []
        }
    }

    /// Undoes a step that is done, or redoes one that is undone, with `place` as the last action before the commit:
    /// both or neither. Returns nil, without calling `place`, if another process has done so.
    ///
    /// Also moves a feed from one URL to the other, if the step needs that.
    package func toggle(
        _ step: Step, moving: (from: String, to: String)? = nil, place: @Sendable () throws -> Void
    ) throws -> StepOutcome? {
        do {
            return try actTogether(place) { database in
                guard let known = try database.step(step.id), known.isUndone == step.isUndone else { throw StepTaken() }
                var (outcome, changes) = try database.toggle(known)
                if let moving, let feed = try database.feed(at: moving.from) {
                    try database.move(feed, to: moving.to, with: known)
                    changes.append(.feed(feed))
                }
                return (outcome, changes)
            }
        } catch is StepTaken {
            return nil
        }
    }

    private struct StepTaken: Error {}

    /// Forgets a step that can't be undone here, so that it doesn't block earlier ones.
    package func forget(_ step: Step) throws(LibraryFailure) {
        try write { database in
            try database.run("DELETE FROM journal WHERE id = ?", step.id)
            return ((), [])
        }
    }

    /// The steps, latest first, with the titles of single items and feeds; a feed without a title has
    /// its URL.
    package func journal(limit: Int) throws(LibraryFailure) -> [Step] {
        try read { database in
            var steps = try database.all("\(Step.query) ORDER BY id DESC LIMIT ?", limit) { Step($0) }.compactMap { $0 }
            let ofItem = try database.statement("SELECT title FROM items WHERE id = ? AND title <> ''")
            let ofFeed = try database.statement(
                "SELECT coalesce(own_title, nullif(title, ''), url) FROM feeds WHERE id = ?")
            for index in steps.indices {
                let step = steps[index]
                switch step.action {
                case .subscribed(let feeds, _), .unsubscribed(let feeds, _), .removedElsewhere(let feeds, _):
                    if feeds.count == 1 {
                        steps[index].title = try ofFeed.first(feeds[0]) { $0.text(0).shownAddress }
                    }
                default:
                    guard step.items.count == 1, let item = step.items.first else { continue }
                    steps[index].title = try ofItem.first(item) { $0.text(0) }
                }
            }
            return steps
        }
    }
}

extension LibraryChange {
    /// A mark that was made or undone.
    static func making(_ mark: Mark, of items: ItemSet, undoing: Bool) -> LibraryChange {
        guard undoing else { return .marked(mark, items) }
        return mark.opposite.map { .marked($0, items) } ?? .restored(items)
    }
}

extension Database {
    /// The number of steps that are kept, and their greatest age.
    private static let keptSteps = 1000
    private static let keptTime: TimeInterval = 90 * 24 * 3600

    /// The time of a new step: after all others, even if the clock was set back or two came at once, so that the times
    /// identify the step that changed an item.
    func timeOfStep(at now: Date) throws -> Date {
        let last = try first("SELECT max(ended) FROM journal") { $0.optionalInteger(0) } ?? nil
        guard let last, last >= now.milliseconds, last < .max else { return now }
        return Date(timeIntervalSince1970: Double(last + 1) / 1000)
    }

    /// Adds a step. It ends redo if the user made it.
    func addStep(_ action: Step.Action, _ items: ItemSet, at time: Date, opener: Int64? = nil) throws {
        if action.isOfUser {
            // With an undone sync go those before it, which would be the last otherwise.
            try run(
                """
                DELETE FROM journal WHERE is_undone > 0
                    OR kind = 'sync' AND id < (SELECT max(id) FROM journal WHERE kind = 'sync' AND is_undone > 0)
                """)
        }
        try run("DELETE FROM journal WHERE ended < ?", time - Self.keptTime)
        let seal = action.isInUrlsFile ? "step_seal(?1, ?2)" : "NULL"
        try run(
            "INSERT INTO journal (kind, detail, began, ended, items, seal) VALUES (?1, ?2, ?3, ?3, ?4, \(seal))",
            action.kind, opener.map { "\($0)" } ?? action.detail, time, items)
        try run(
            "DELETE FROM journal WHERE id <= (SELECT id FROM journal ORDER BY id DESC LIMIT 1 OFFSET ?)", Self.keptSteps
        )
    }

    /// Notes that an article was opened, in the last step if that was an opening by the same reader.
    func recordOpening(_ items: ItemSet, by opener: Int64, at time: Date) throws {
        let last = try first("\(Step.query) ORDER BY id DESC LIMIT 1") { row in
            row.text(1) == "open" && row.optionalText(2) == "\(opener)" ? Step(row) : nil
        }
        guard let last = last ?? nil, !last.isUndone else {
            return try addStep(.opened, items, at: time, opener: opener)
        }
        try run(
            "UPDATE journal SET ended = ?, items = ? WHERE id = ?", time, last.items.union(items), last.id)
    }

    /// Notes that a copy arrived read because its story was: in the step that had read the story's shown item, so that
    /// undo includes it. `time` is when that item was last marked read.
    func recordArrival(_ copy: ItemID, ofStoryShownBy shown: ItemID, readAt time: Date) throws {
        let earlier = try statement(
            """
            \(Step.query) WHERE id < ? AND began <= ? AND kind IN ('read', 'open') AND is_undone = 0
            ORDER BY id DESC LIMIT 1
            """)
        var last = Int64.max
        while let step = try earlier.first(last, time, read: { Step($0) }) ?? nil {
            guard step.id < last else { throw SQLiteError.impossibleRows }
            if step.items.contains(shown) {
                try run("UPDATE journal SET items = ? WHERE id = ?", step.items.union([copy]), step.id)
                return
            }
            last = step.id
        }
    }

    /// The items of the last steps, which undo and redo may change.
    func itemsInJournal(steps: Int) throws -> ItemSet {
        try all("SELECT items FROM journal ORDER BY id DESC LIMIT ?", steps) { $0.itemSet(0) ?? ItemSet() }
            .reduce(ItemSet()) { $0.union($1) }
    }

    /// The last step of this maker that isn't undone; nil if there is none.
    func lastStep(of maker: StepMaker) throws -> Step? {
        try step("is_undone = 0 AND \(maker.condition) ORDER BY id DESC LIMIT 1")
    }

    /// The step of the last sync; nil if it is undone already. Earlier ones stay.
    fileprivate func lastSync() throws -> Step? {
        try step("\(StepMaker.sync.condition) ORDER BY id DESC LIMIT 1").flatMap { $0.isUndone ? nil : $0 }
    }

    /// The step that was undone last; nil if there is none.
    fileprivate func lastUndoneStep() throws -> Step? { try step("is_undone > 0 ORDER BY is_undone DESC, id LIMIT 1") }

    /// A step as it is now; nil if it is gone.
    func step(_ id: Int64) throws -> Step? { try step("id = \(id)") }

    /// The step of a condition. An unreadable one, from a damaged library or a newer lede, ends undo.
    private func step(_ condition: String) throws -> Step? {
        try first("\(Step.query) WHERE \(condition)") { Step($0) } ?? nil
    }

    /// Undoes a step that is done, or redoes one that is undone.
    func toggle(_ step: Step) throws -> (outcome: StepOutcome, changes: [LibraryChange]) {
        let undoing = !step.isUndone
        var changed = ItemSet()
        var changes: [LibraryChange] = []
        var count: Int
        var skipped = 0
        switch step.action {
        case .marked(let mark):
            changed = try toggle(step, mark, undoing: undoing)
            changes = [.making(mark, of: changed, undoing: undoing)]
            count = changed.count
            skipped = step.items.subtracting(changed).count
        case .opened:
            changed = try toggle(step, .read, undoing: undoing)
            changes = [.making(.read, of: changed, undoing: undoing)]
            count = changed.count
            skipped = step.items.subtracting(changed).count
        case .ruled:
            (changed, changes) = try toggleRules(of: step, undoing: undoing)
            count = changed.count
            skipped = step.items.subtracting(changed).count
        case .synced(let synced):
            (changed, changes) = try toggle(synced.marks, of: step, undoing: undoing)
            count = changed.count
            skipped = step.items.subtracting(changed).count
        case .subscribed(let feeds, _):
            count = try setSubscribed(feeds, !undoing).count
            changes = [.subscriptions]
        case .unsubscribed(let feeds, _), .removedElsewhere(let feeds, _):
            count = try setSubscribed(feeds, undoing).count
            changes = [.subscriptions]
        case .imported(let taken):
            count = try setSubscribed(taken.feeds, !undoing).count
            changes = [.subscriptions]
            if undoing { try giveBackFiles(of: taken) }
            let made = try toggle(taken.marks, of: step, undoing: undoing)
            changed = made.items
            changes += made.changes
            skipped = step.items.subtracting(changed).count
        case .edited: count = 1
        case .renamed(let feed, let old, let new, _):
            let (now, title) = undoing ? (new, old) : (old, new)
            count = try nameForRenaming(of: feed) == .some(now) ? 1 : 0
            skipped = 1 - count
            if count > 0 {
                try run("UPDATE feeds SET own_title = ? WHERE id = ?", title, feed)
                try queueRenaming(feed, to: title)
            }
            changes = [.feed(feed)]
        case .moved(let moves):
            let toggled = try toggle(moves, undoing: undoing)
            (count, skipped) = (toggled + moves.lines.count, moves.feeds.count - toggled)
            changes = [.subscriptions]
        }
        // Skipped items no longer belong to the step, so redo leaves them alone. Undone steps are numbered as they are undone.
        try run(
            "UPDATE journal SET is_undone = iif(?, (SELECT max(is_undone) FROM journal) + 1, 0), items = ? WHERE id = ?",
            undoing, changed, step.id)
        return (StepOutcome(action: step.action, count: count, skipped: skipped), changes)
    }

    /// Moves a feed as the step says. The notes about its new URL come back, and those about the old one stay with the
    /// step.
    func move(_ feed: FeedID, to url: String, with step: Step) throws {
        guard case .edited(let edit) = step.action else {
            preconditionFailure("Only an edit of the urls file moves a feed")
        }
        let left = try move(feed, to: url, knowing: edit.left)
        // A step that was written elsewhere doesn't get a seal this way.
        let seal = step.isOwn ? "step_seal(kind, ?1)" : "NULL"
        try run(
            "UPDATE journal SET detail = ?1, seal = \(seal) WHERE id = ?2",
            Step.Action.edited(edit.leaving(left)).detail, step.id)
    }

    private func toggle(_ step: Step, _ mark: Mark, undoing: Bool) throws -> ItemSet {
        guard undoing else { return try make(mark, of: .items(step.items), at: step.time.lowerBound) }
        return try revert(mark, of: step.items, at: step.time.lowerBound)
    }

    private func toggle(
        _ marks: [Step.ItemMarks], of step: Step, undoing: Bool
    ) throws -> (items: ItemSet, changes: [LibraryChange]) {
        var items = ItemSet()
        var changes: [LibraryChange] = []
        for marks in undoing ? marks.reversed() : marks {
            let made = try toggle(marks, of: step, undoing: undoing)
            items = items.union(made)
            changes.append(.making(marks.mark, of: made, undoing: undoing))
        }
        return (items, changes)
    }

    private func toggle(_ marks: Step.ItemMarks, of step: Step, undoing: Bool) throws -> ItemSet {
        let items = marks.items.intersection(step.items)
        if undoing { return try revert(marks.mark, of: items, at: step.time.lowerBound) }
        return try makeAlone(marks.mark, of: items, at: step.time.lowerBound)
    }

    private func revert(_ mark: Mark, of items: ItemSet, at time: Date) throws -> ItemSet {
        if let change = StateChange(undoing: mark) { return try apply(change, to: items, at: time) }
        return try mark.opposite.map { try tag(items, $0) } ?? ItemSet()
    }
}
