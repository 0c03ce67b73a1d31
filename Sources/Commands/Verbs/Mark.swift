import Library
import Locks
import Signals
import Subscriptions

extension Verb {
    static let markRead = mark("read", .read, "mark items read")
    static let markUnread = mark("unread", .unread, "mark items unread")
    static let markStarred = mark("star", .starred, "give items a star")
    static let markUnstarred = mark("unstar", .unstarred, "take the star off items")

    private static func mark(_ word: String, _ mark: Mark, _ summary: String) -> Verb {
        Verb(
            name: "mark \(word)", operands: "[ITEM…]", summary: summary,
            details: [
                """
                ITEM is a number, as “lede items” prints it. Without one, say which with --filter, --feed or --all. \
                “lede undo” takes it back.
                """
            ],
            options: [
                .filter, .feed,
                Option(name: "--all", meaning: "of all feeds")
            ],
            examples: [
                Example(
                    line: "lede mark \(word) --filter 'age > 30 and not tag:keep'", meaning: "\(summary) that are old")
            ]
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
            let advice = outcome.count > 0 ? " (“lede undo” takes that back)" : ""
            Output.line(Step.Action.marked(mark).words(count: outcome.items) + outcome.copiesToo + advice)
            return 0
        }
    }
}

extension Arguments {
    /// What is to be marked.
    fileprivate func markTarget(_ filter: Filter?, in subscriptions: Subscriptions) throws -> MarkTarget {
        try refuse("--all", beside: ["--feed"])
        let library = subscriptions.library
        let feed = try value(of: "--feed").map { try subscriptions.feed(named: $0).id }
        let isOfList = filter != nil || feed != nil || has("--all")
        guard isOfList != !operands.isEmpty else {
            throw CommandFailure.usage(
                isOfList ? "items are named by numbers or by --filter, --feed and --all, not both" : "say which items",
                advice: isOfList ? nil : "numbers, --filter EXPR, --feed FEED or --all")
        }
        guard isOfList else {
            let items = try operands.map { word in try item(word) }
            let known = try Set(library.items(items).map(\.id))
            if let missing = items.first(where: { !known.contains($0) }) {
                throw CommandFailure.failed("there is no item \(missing.rawValue): “lede items” shows what there is")
            }
            return .items(ItemSet(items))
        }
        if let filter { return .items(try library.allItems(matching: filter.within(feed))) }
        return .listing(try library.listing(feed.map(Listing.Scope.feed) ?? .all))
    }
}
