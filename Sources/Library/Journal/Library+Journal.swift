import FoundationEssentials
import SQLite

// What a person does is queued for the writer, in order, and noted in the journal in the same transaction, which
// survives a power cut.
extension Library {
    /// Takes back what the person did last, by whatever lede; `finish` is told what that came to, nil where there was
    /// nothing, on the writer's queue. What rules did meanwhile stays, unless that is what is to be taken back.
    package func undo(ofRules: Bool = false, finish: @escaping @Sendable (StepOutcome?) -> Void) {
        act(
            { database in
                let taken = try database.undoLastStep(ofRules: ofRules)
                return (taken?.outcome, taken?.changes ?? [])
            }, finish: { finish($0 ?? nil) })
    }

    /// Does again what was undone last.
    package func redo(finish: @escaping @Sendable (StepOutcome?) -> Void) {
        act(
            { database in
                let taken = try database.redoNextStep()
                return (taken?.outcome, taken?.changes ?? [])
            }, finish: { finish($0 ?? nil) })
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
