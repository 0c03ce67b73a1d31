import FoundationEssentials
import SQLite

// What a person does is queued for the writer, in order, and noted in the journal in the same transaction, which
// survives a power cut.
extension Library {
    /// Takes back what was done last, by whatever lede; `finish` is told what that came to, nil where there was nothing,
    /// on the writer's queue.
    package func undo(finish: @escaping @Sendable (StepOutcome?) -> Void) {
        act({ database in Self.changes(of: try database.undoLastStep(), undoing: true) }, finish: { finish($0 ?? nil) })
    }

    /// Does again what was undone last.
    package func redo(finish: @escaping @Sendable (StepOutcome?) -> Void) {
        act(
            { database in Self.changes(of: try database.redoNextStep(), undoing: false) }, finish: { finish($0 ?? nil) }
        )
    }

    /// What was done, the latest first.
    package func journal(limit: Int) throws(LibraryFailure) -> [Step] {
        try read { database in
            try database.all("\(Step.query) ORDER BY id DESC LIMIT ?", limit) { Step($0) }.compactMap { $0 }
        }
    }

    private static func changes(
        of taken: (outcome: StepOutcome, changed: ItemSet)?, undoing: Bool
    ) -> (StepOutcome?, [LibraryChange]) {
        guard let (outcome, changed) = taken else { return (nil, []) }
        switch outcome.action {
        case .marked(let mark): return (outcome, [change(of: changed, by: mark, undoing: undoing)])
        case .opened: return (outcome, [change(of: changed, by: .read, undoing: undoing)])
        case .subscribed, .unsubscribed: return (outcome, [.subscriptions])
        case .renamed(let feed, _, _): return (outcome, [.feed(feed)])
        }
    }

    private static func change(of items: ItemSet, by mark: Mark, undoing: Bool) -> LibraryChange {
        guard undoing else { return .marked(mark, items) }
        return mark.opposite.map { .marked($0, items) } ?? .restored(items)
    }
}
