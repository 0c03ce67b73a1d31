import FoundationEssentials
import SQLite

// What a person does is queued for the writer, in order, and noted in the journal in the same transaction, which
// survives a power cut.
extension Library {
    /// Takes back what the person did last, by whatever lede; `finish` is told what that came to, nil where there was
    /// nothing, on the writer's queue. What rules did meanwhile stays, unless that is what is to be taken back.
    ///
    /// Where there is a `leave`, it is handed a step that the urls file tells of, too, and the step is left alone: that is
    /// for `take(_:moving:place:)`.
    package func undo(
        ofRules: Bool = false, leave: (@Sendable (Step) -> Void)? = nil,
        finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        take({ try $0.lastStep(ofRules: ofRules) }, leave, finish)
    }

    /// Does again what was undone last.
    package func redo(
        leave: (@Sendable (Step) -> Void)? = nil, finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        take({ try $0.lastUndoneStep() }, leave, finish)
    }

    private func take(
        _ next: @escaping @Sendable (Database) throws -> Step?, _ leave: (@Sendable (Step) -> Void)?,
        _ finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        act { database -> ((left: Step?, outcome: StepOutcome?), [LibraryChange]) in
            guard let step = try next(database) else { return ((nil, nil), []) }
            if leave != nil, step.action.isInUrlsFile { return ((step, nil), []) }
            let taken = try database.take(step)
            return ((nil, taken.outcome), taken.changes)
        } finish: { taken in
            if let leave, let step = taken?.left { leave(step) } else { finish(taken?.outcome) }
            return []
        }
    }

    /// Takes a step back that is done, or does one again that is not, with `place` as the last thing before that is for
    /// good: both or neither. Nil, and nothing is placed, where somebody else has done so by now.
    ///
    /// A feed that has to be `moving` for it moves along.
    package func take(
        _ step: Step, moving: (from: String, to: String)? = nil, place: @Sendable () throws -> Void
    ) throws -> StepOutcome? {
        do {
            return try actTogether(place) { database in
                guard let known = try database.step(step.id), known.isUndone == step.isUndone else { throw StepTaken() }
                var (outcome, changes) = try database.take(known)
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

    /// Forgets a step that can't be taken back here, so that it is not in the way of those before it.
    package func forget(_ step: Step) throws(LibraryFailure) {
        try write { database in
            try database.run("DELETE FROM journal WHERE id = ?", step.id)
            return ((), [])
        }
    }

    /// What was done, the latest first.
    package func journal(limit: Int) throws(LibraryFailure) -> [Step] {
        try read { database in
            try database.all("\(Step.query) ORDER BY id DESC LIMIT ?", limit) { Step($0) }.compactMap { $0 }
        }
    }
}

extension LibraryChange {
    /// A mark that was made, or taken back.
    static func making(_ mark: Mark, of items: ItemSet, undoing: Bool) -> LibraryChange {
        guard undoing else { return .marked(mark, items) }
        return mark.opposite.map { .marked($0, items) } ?? .restored(items)
    }
}
