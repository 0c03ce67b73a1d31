import Library
import Subscriptions

extension Verb {
    static let items = Verb(
        name: "items", summary: "list items, newest first",
        details: [
            """
            Prints a line for each item: its number, N if it is unread, * if it is starred, its date, title and feed. If the \
            output isn't a terminal, it prints the link instead of the feed. “lede show” and “lede mark” take the number.
            """,
            """
            A filter (EXPR) combines words and conditions such as title =~ "linux", age < 7 or tag:kernel with “and”, “or”, “not” and \
            parentheses. Operators: =, !=, =~ and !~ (pattern), <, >, <=, >=, “between” and, for tags, # (has) and !# (hasn't). Attributes of items: \
            \(Filter.attributeNames.ofItems.joined(separator: ", ")). Attributes of their feeds: \
            \(Filter.attributeNames.ofFeeds.joined(separator: ", ")).
            """
        ],
        options: [
            .feed,
            Option(name: "--query", value: "NAME", meaning: "only items of this saved search"),
            Option(name: "--unread", meaning: "only unread items"),
            Option(name: "--starred", meaning: "only starred items"),
            .filter,
            Option(name: "--limit", value: "N", meaning: "number of items (default: 100; 0 for all)"),
            .json
        ],
        examples: [
            Example(
                line: "lede items --unread --filter 'title =~ \"linux\" or tag:kernel'",
                meaning: "list unread items about a topic"),
            Example(
                line: "lede items --filter 'age < 1' --json | jq -r .link", meaning: "print the links of the last day")
        ]
    ) { arguments in
        let filter = try arguments.filter()
        try arguments.refuse("--query", beside: ["--feed", "--filter", "--starred"])
        let limit = try arguments.limit(otherwise: 100)
        let paths = try arguments.paths()
        // A new saved search is run first, which needs to write.
        let subscriptions = try arguments.has("--query") ? Subscriptions(paths) : Subscriptions(reading: paths)
        let library = subscriptions.library
        let feed = try arguments.value(of: "--feed").map { try subscriptions.feed(named: $0).id }
        let query = try arguments.value(of: "--query").map { try library.query(named: $0) }
        let (unreadOnly, starredOnly) = (arguments.has("--unread"), arguments.has("--starred"))
        let items =
            if filter == nil, feed == nil || !starredOnly {
                try library.items(
                    of: library.listing(
                        query.map { .query($0.id) } ?? feed.map { .feed($0) } ?? (starredOnly ? .starred : .all),
                        unreadOnly: unreadOnly),
                    limit: limit)
            } else {
                try library.items(
                    matching: (filter ?? .everything).within(feed, unreadOnly: unreadOnly, starredOnly: starredOnly),
                    limit: limit)
            }
        var report = try ItemReport(of: library.feedNames(), asJSON: arguments.has("--json"))
        for item in items { report.add(item) }
        report.end()
        return 0
    }
}

extension Library {
    /// A saved search with all its items, or those found in a few seconds.
    fileprivate func query(named name: String) throws -> Query {
        let end = ContinuousClock.now + .seconds(5)
        while true {
            let queries = try queries()
            guard let query = queries.first(where: { $0.name == name }) else {
                throw CommandFailure.usage(
                    "no saved search “\(name)” in the urls file", nearest: name, among: queries.map(\.name))
            }
            if query.isComplete { return query }
            guard ContinuousClock.now < end else {
                Output.complain("“\(name)” isn't complete yet: run this again for the rest")
                return query
            }
            drain()
        }
    }
}
