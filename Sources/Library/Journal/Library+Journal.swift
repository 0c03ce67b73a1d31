import Addresses
import FoundationEssentials
import SQLite

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
        toggleNext({ try $0.lastStep(of: .sync) }, nil, finish)
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
        } finish: { taken in
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
                case .subscribed(let feeds, _), .unsubscribed(let feeds, _):
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
