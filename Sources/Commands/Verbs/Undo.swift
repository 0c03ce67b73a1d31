import Library
import Locks

extension Verb {
    static let undo = Verb(
        name: "undo", summary: "take back what was done last",
        details: [
            """
            Marks, rules that changed new items, feeds that were left: whatever was done last, by a command or in the \
            reader, and before it what was done before.
            """
        ]
    ) { arguments in
        try takeStep(arguments, "undone", "there is nothing to undo") { $0.undo(finish: $1) }
    }

    static let redo = Verb(name: "redo", summary: "do again what was undone last") { arguments in
        try takeStep(arguments, "done again", "there is nothing to do again") { $0.redo(finish: $1) }
    }

    private static func takeStep(
        _ arguments: Arguments, _ word: String, _ complaint: String,
        _ take: (Library, @escaping @Sendable (StepOutcome?) -> Void) -> Void
    ) throws -> Int32 {
        let library = try Subscriptions(arguments.paths()).library
        let outcome = Locked<StepOutcome?>(nil)
        take(library) { taken in outcome.withLock { $0 = taken } }
        try library.finishWriting()
        guard let outcome = outcome.withLock({ $0 }) else { throw CommandFailure.failed(complaint) }
        Output.line("\(word): \(outcome.words)")
        return 0
    }
}
