import Configuration
import FoundationEssentials
import Library
import Signals
import Subscriptions
import System

extension Subcommand {
    static let markRead = mark(
        "read", .read, "mark items read", done: "marked",
        Example(
            line: "lede mark read --filter 'age > 30 and not tag:keep'",
            meaning: "mark items read if they are older than 30 days and not tagged “keep”"))
    static let markUnread = mark(
        "unread", .unread, "mark items unread", done: "marked",
        Example(line: "lede mark unread 1 2", meaning: "mark the items 1 and 2 unread"))
    static let markStarred = mark(
        "star", .starred, "star items", done: "starred",
        Example(line: "lede mark star --filter 'title:swift'", meaning: "star all items with “swift” in the title"))
    static let markUnstarred = mark(
        "unstar", .unstarred, "unstar items", done: "unstarred",
        Example(line: "lede mark unstar --filter 'age > 365'", meaning: "unstar items older than a year"))

    private static func mark(
        _ word: String, _ mark: Mark, _ summary: String, done: String, _ example: Example
    ) -> Subcommand {
        Subcommand(
            name: "mark \(word)", operands: "[ITEM…]", summary: summary,
            details: [
                """
                ITEM is a number from “lede items”. Without numbers, choose items with --filter, --feed or --all. \
                “lede undo” undoes the change.
                """
            ],
            options: [
                .filter, .feed,
                Option(name: "--all", meaning: "all items in all feeds")
            ],
            examples: [example]
        ) { arguments in
            let filter = try arguments.filter()
            let subscriptions = try Subscriptions(arguments)
            let target = try arguments.markTarget(filter, in: subscriptions)
            let made = Locked(MarkOutcome())
            let following = subscriptions.library.changes.onNext { change in
                if case .done(_, let outcome) = change { made.withLock { $0 = outcome } }
            }
            defer { following.dispose() }
            subscriptions.library.mark(target, mark)
            try subscriptions.library.finishWriting()
            let outcome = made.withLock { $0 }
            let advice = outcome.count > 0 ? " (“lede undo” to undo)" : ""
            // Turns “star 2 items” into “starred 2 items”.
            let rest = Step.Action.marked(mark).words(count: outcome.items).drop { $0 != " " }
            arguments.output.line(done + rest + outcome.copiesToo + advice)
            return 0
        }
    }
}

extension Arguments {
    /// What to mark.
    fileprivate func markTarget(_ filter: Filter?, in subscriptions: Subscriptions) throws -> MarkTarget {
        try refuse("--all", beside: ["--feed"])
        let library = subscriptions.library
        let feed = try feed(in: subscriptions)
        let isOfList = filter != nil || feed != nil || has("--all")
        guard isOfList != !operands.isEmpty else {
            throw CommandFailure.usage(
                isOfList ? "use item numbers or --filter, --feed and --all, not both" : "no items given",
                advice: isOfList ? nil : "use item numbers, --filter EXPR, --feed FEED or --all")
        }
        guard isOfList else { return .items(ItemSet(try items(in: library))) }
        if let filter { return .items(try library.allItems(matching: filter.within(feed))) }
        return .listing(try library.listing(feed.map(Listing.Scope.feed) ?? .all))
    }
}

extension Subcommand {
    static let undo = Subcommand(
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

    static let redo = Subcommand(name: "redo", summary: "redo the last undone change") { arguments in
        try perform(.redo, arguments)
    }

    private static func perform(_ next: NextStep, _ arguments: Arguments) throws -> Int32 {
        let isUndone = next != .redo
        let subscriptions = try Subscriptions(arguments)
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
        arguments.output.columns("\(isUndone ? "undid" : "redid"): \(words)")
        return 0
    }

    static let history = Subcommand(
        name: "history", summary: "list your latest changes",
        details: [
            "Lists the latest change first, and marks changes you have undone. “lede redo” redoes the last one you undid."
        ],
        options: [
            Option(name: "--limit", value: "N", meaning: "number of changes (default: 1000)"), .json
        ],
        examples: [Example(line: "lede history --limit 10", meaning: "list the last ten changes")]
    ) { arguments in
        let library = try Subscriptions(reading: arguments).library
        let steps = try library.journal(limit: arguments.limit(otherwise: mostSteps))
        if arguments.has("--json") {
            for step in steps { arguments.output.line(step.json) }
            return 0
        }
        var table = TextTable(.left, .flexible, .left)
        for step in steps {
            table.add(step.time.upperBound.rfc3339, step.words, step.isUndone ? "undone" : "")
        }
        table.show(on: arguments.output)
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

extension Subcommand {
    static let rulesPreview = Subcommand(
        name: "rules preview", operands: "[RULE…]", summary: "count the items each rule would match",
        details: [
            """
            RULE is a rule as in the config file, such as “on new tag:ads do hide”. Without RULE, checks every rule in the \
            config file. Checks rules against all items, and changes nothing.
            """
        ],
        options: [.json],
        examples: [
            Example(
                line: "lede rules preview 'on new title =~ \"sponsored\" do mark-read'",
                meaning: "count the items that a rule would match")
        ]
    ) { arguments in
        let rules = try arguments.rules()
        let library = try Subscriptions(reading: arguments).library
        for rule in rules {
            let (touched, items) = try library.preview(of: rule)
            if arguments.has("--json") {
                arguments.output.line(
                    .object(["rule": .string(rule.text), "touched": .integer(touched), "items": .integer(items)]))
            } else {
                let name = arguments.operands.isEmpty ? "\(rule.place): \(rule.text): " : ""
                arguments.output.columns("\(name)would match \(touched.grouped) of \(items.grouped) items")
            }
        }
        return 0
    }
}

extension Arguments {
    fileprivate func rules() throws(CommandFailure) -> [Rule] {
        guard !operands.isEmpty else {
            let (rules, problems) = Config.read(try paths()).rules
            for problem in problems { output.complain(problem.description) }
            return rules
        }
        let text = operands.joined(separator: " ")
        let start = text.hasPrefix("on ") ? 3 : 0
        do {
            return [try Rule(String(text.dropFirst(start)), place: "the command line")]
        } catch {
            throw .usage("invalid rule: column \(error.column + start): \(error.reason)")
        }
    }
}

extension RuleActions {
    /// Passes items to the rules' commands as JSON, as “show” and “export” print them.
    convenience init(
        _ library: Library, _ config: Config, _ urls: UrlsList, tell: @escaping @Sendable ([Article]) -> Void,
        complain: @escaping @Sendable (String) -> Void
    ) {
        self.init(library, config, urls, print: { $0.json(in: $1).text }, tell: tell, complain: complain)
    }
}
