import Configuration
import Library
import Subscriptions

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
        try take(.undo(ofRules: arguments.has("--rules")), arguments)
    }

    static let redo = Verb(name: "redo", summary: "do again what was undone last") { arguments in
        try take(.redo, arguments)
    }

    private static func take(_ next: NextStep, _ arguments: Arguments) throws -> Int32 {
        let isUndone = next != .redo
        let subscriptions = try Subscriptions(arguments.paths())
        guard let outcome = try subscriptions.urls.take(next, in: subscriptions.library) else {
            throw CommandFailure.failed("there is nothing to \(isUndone ? "undo" : "do again")")
        }
        try subscriptions.library.finishWriting()
        Output.columns("\(isUndone ? "undone" : "done again"): \(outcome.words)")
        return 0
    }
}
