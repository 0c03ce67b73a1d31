import FoundationEssentials
import Library
import Subscriptions

extension Verb {
    static let history = Verb(
        name: "history", summary: "list what was done and can be undone",
        details: [
            "The latest step comes first; those that were undone are marked, and “lede redo” does the last of them again."
        ],
        options: [
            Option(name: "--limit", value: "N", meaning: "how many steps to list (default: 1000)"), .json
        ],
        examples: [Example(line: "lede history --limit 10", meaning: "list the last ten steps")]
    ) { arguments in
        let library = try Subscriptions(reading: arguments.paths()).library
        let steps = try library.journal(limit: arguments.number(of: "--limit") ?? mostSteps)
        if arguments.has("--json") {
            for step in steps { Output.line(step.json) }
            return 0
        }
        var table = TextTable(.left, .flexible, .left)
        for step in steps {
            let marks = [step.author == .you ? nil : "by \(step.author.rawValue)", step.isUndone ? "undone" : nil]
            table.add(
                step.time.upperBound.rfc3339, step.words, marks.compactMap(\.self).joined(separator: ", "))
        }
        table.show()
        return 0
    }

    /// As many as the journal keeps.
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
