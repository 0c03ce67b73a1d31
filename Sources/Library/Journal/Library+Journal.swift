import FoundationEssentials
import SQLite

// What a person does is queued for the writer, in order, and noted in the journal in the same transaction, which
// survives a power cut.
extension Library {
    /// Takes back what was done last, by whatever lede; `finish` is told what that came to, nil where there was nothing,
    /// on the writer's queue.
    package func undo(finish: @escaping @Sendable (StepOutcome?) -> Void) {
        act({ database in Self.changes(of: try database.undoLastStep()) }, finish: { finish($0 ?? nil) })
    }

    /// Does again what was undone last.
    package func redo(finish: @escaping @Sendable (StepOutcome?) -> Void) {
        act({ database in Self.changes(of: try database.redoNextStep()) }, finish: { finish($0 ?? nil) })
    }

    /// What was done, the latest first.
    package func journal(limit: Int) throws(LibraryFailure) -> [Step] {
        try read { database in
            try database.all("\(Step.query) ORDER BY id DESC LIMIT ?", limit) { Step($0) }.compactMap { $0 }
        }
    }

    private static func changes(
        of taken: (outcome: StepOutcome, changed: ItemSet)?
    ) -> (StepOutcome?, [LibraryChange]) {
        guard let taken else { return (nil, []) }
        switch taken.outcome.action {
        case .marked, .opened: return (taken.outcome, taken.changed.isEmpty ? [] : [.marks(taken.changed)])
        case .subscribed, .unsubscribed: return (taken.outcome, [.subscriptions])
        case .renamed(let feed, _, _): return (taken.outcome, [.feed(feed)])
        }
    }
}
