import Configuration
import Library
import Subscriptions

extension Verb {
    static let undo = Verb(
        name: "undo", summary: "undo the last change",
        details: [
            """
            Undoes your last change, made by a command or in the reader: marks, deletions, imports, and feeds added, removed or changed. \
            Repeat it to undo earlier changes. Changes that rules made to new items since then stay.
            """
        ],
        options: [Option(name: "--rules", meaning: "undo what rules did since your last change")]
    ) { arguments in
        try perform(.undo(ofRules: arguments.has("--rules")), arguments)
    }

    static let redo = Verb(name: "redo", summary: "redo the last undone change") { arguments in
        try perform(.redo, arguments)
    }

    private static func perform(_ next: NextStep, _ arguments: Arguments) throws -> Int32 {
        let isUndone = next != .redo
        let subscriptions = try Subscriptions(arguments.paths())
        guard let outcome = try subscriptions.urls.perform(next, in: subscriptions.library) else {
            throw CommandFailure.failed(
                next == .undo(ofRules: true)
                    ? "no changes by rules to undo" : "nothing to \(isUndone ? "undo" : "redo")")
        }
        try subscriptions.library.finishWriting()
        Output.columns("\(isUndone ? "undid" : "redid"): \(outcome.words)")
        return 0
    }
}
