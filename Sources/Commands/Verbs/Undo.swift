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
        options: [Option(name: "--rules", meaning: "undo what your rules did last")]
    ) { arguments in
        try perform(.undo(ofRules: arguments.has("--rules")), arguments)
    }

    static let redo = Verb(name: "redo", summary: "redo the last undone change") { arguments in
        try perform(.redo, arguments)
    }

    private static func perform(_ next: NextStep, _ arguments: Arguments) throws -> Int32 {
        let isUndone = next != .redo
        let subscriptions = try Subscriptions(arguments.paths())
        // A removed feed is in the old list, and an added one in the new list.
        let before = try subscriptions.library.feeds()
        guard let outcome = try subscriptions.urls.perform(next, in: subscriptions.library) else {
            throw CommandFailure.failed(
                next == .undo(ofRules: true)
                    ? "no changes by rules to undo" : "nothing to \(isUndone ? "undo" : "redo")")
        }
        try subscriptions.library.finishWriting()
        let known = before + (try subscriptions.library.feeds())
        let words = outcome.words(naming: { id in known.first { $0.id == id }?.name })
        Output.columns("\(isUndone ? "undid" : "redid"): \(words)")
        return 0
    }
}
