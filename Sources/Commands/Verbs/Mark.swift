import Library
import Locks
import Signals
import Subscriptions

extension Verb {
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
    ) -> Verb {
        Verb(
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
            let subscriptions = try Subscriptions(arguments.paths())
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
            Output.line(done + rest + outcome.copiesToo + advice)
            return 0
        }
    }
}

extension Arguments {
    /// What to mark.
    fileprivate func markTarget(_ filter: Filter?, in subscriptions: Subscriptions) throws -> MarkTarget {
        try refuse("--all", beside: ["--feed"])
        let library = subscriptions.library
        let feed = try value(of: "--feed").map { try subscriptions.feed(named: $0).id }
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
