import Configuration
import Library
import Locks
import ViewModels

extension Verb {
    static let undo = Verb(
        name: "undo", summary: "take back what was done last",
        details: [
            """
            Marks, feeds that were added, left or changed, imports: whatever you did last, by a command or in the reader, and \
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
        guard let outcome = try subscriptions.take(isUndone: isUndone, ofRules: arguments.has("--rules")) else {
            throw CommandFailure.failed("there is nothing to \(isUndone ? "undo" : "do again")")
        }
        try library.finishWriting()
        Output.columns("\(isUndone ? "undone" : "done again"): \(outcome.words)")
        return 0
    }
}

extension Subscriptions {
    /// Takes back what was done last, or does it again; nil where there is nothing.
    fileprivate func take(isUndone: Bool, ofRules: Bool) throws -> StepOutcome? {
        while true {
            let taken = Locked<StepOutcome?>(nil)
            let left = Locked<Step?>(nil)
            let leave = { @Sendable (step: Step) in left.withLock { $0 = step } }
            let finish = { @Sendable (outcome: StepOutcome?) in taken.withLock { $0 = outcome } }
            if isUndone {
                library.undo(ofRules: ofRules, leave: leave, finish: finish)
            } else {
                library.redo(leave: leave, finish: finish)
            }
            try library.finishWriting()
            guard let step = left.withLock({ $0 }) else { return taken.withLock { $0 } }
            // Unless another lede was quicker.
            if let outcome = try urls.take(step, in: library) { return outcome }
        }
    }
}
