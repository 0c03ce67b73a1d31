import Configuration
import Library
import Locks
import ViewModels

extension Verb {
    static let undo = Verb(
        name: "undo", summary: "take back what was done last",
        details: [
            """
            Marks, feeds that were added, left or changed: whatever you did last, by a command or in the reader, and \
            before it what you did before. What rules did to new items meanwhile stays.
            """
        ],
        options: [Option(name: "--rules", meaning: "take back what rules did last, instead")]
    ) { arguments in
        try takeStep(arguments, isUndone: true)
    }

    static let redo = Verb(name: "redo", summary: "do again what was undone last") { arguments in
        try takeStep(arguments, isUndone: false)
    }

    private static func takeStep(_ arguments: Arguments, isUndone: Bool) throws -> Int32 {
        let subscriptions = try Subscriptions(arguments.paths())
        let library = subscriptions.library
        let taken = Locked<StepOutcome?>(nil)
        let finish = { @Sendable (outcome: StepOutcome?) in taken.withLock { $0 = outcome } }
        if isUndone {
            library.undo(ofRules: arguments.has("--rules"), finish: finish)
        } else {
            library.redo(finish: finish)
        }
        try library.finishWriting()
        guard let outcome = taken.withLock({ $0 }) else {
            throw CommandFailure.failed("there is nothing to \(isUndone ? "undo" : "do again")")
        }
        // The urls file decides when it is read the next time.
        try subscriptions.urls.follow(outcome.action, isUndone: isUndone, in: library)
        Output.columns("\(isUndone ? "undone" : "done again"): \(outcome.words)")
        return 0
    }
}
