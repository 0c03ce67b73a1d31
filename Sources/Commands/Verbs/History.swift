import FoundationEssentials
import Library
import Subscriptions

extension Verb {
    static let history = Verb(
        name: "history", summary: "list your latest changes",
        details: [
            "Lists the latest change first, and marks changes you have undone. “lede redo” redoes the last one you undid."
        ],
        options: [
            Option(name: "--limit", value: "N", meaning: "number of changes (default: 1000)"), .json
        ],
        examples: [Example(line: "lede history --limit 10", meaning: "list the last ten changes")]
    ) { arguments in
        let library = try Subscriptions(reading: arguments.paths()).library
        let steps = try library.journal(limit: arguments.limit(otherwise: mostSteps))
        if arguments.has("--json") {
            for step in steps { Output.line(step.json) }
            return 0
        }
        var table = TextTable(.left, .flexible, .left)
        for step in steps {
            table.add(step.time.upperBound.rfc3339, step.words, step.isUndone ? "undone" : "")
        }
        table.show()
        return 0
    }

    /// The journal keeps this many steps.
    private static let mostSteps = 1000
}

extension Step {
    fileprivate var json: JSON {
        .members([
            ("id", .integer(Int(id))), ("time", JSON(time.upperBound)), ("what", .string(words)),
            ("items", .integer(items.count)), ("by", .string(author.rawValue)), ("undone", .bool(isUndone))
        ])
    }
}
