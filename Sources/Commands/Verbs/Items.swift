import Library
import Subscriptions

extension Verb {
    static let items = Verb(
        name: "items", summary: "list items, the newest first",
        details: [
            "Printed are the number of an item, N for unread and * for starred, its date, its title, and its feed; where the "
                + "output is no terminal, its link in the place of the feed."
        ],
        options: [
            .feed,
            Option(name: "--query", value: "NAME", meaning: "only what a query of the urls file holds"),
            Option(name: "--unread", meaning: "only unread ones"),
            Option(name: "--starred", meaning: "only starred ones"),
            .filter,
            Option(name: "--limit", value: "N", meaning: "at most so many (100 if not said); 0 for all"),
            .json
        ],
        examples: [
            Example(
                line: "lede items --unread --filter 'title =~ \"linux\" or tag:kernel'",
                meaning: "what is new of a thing"),
            Example(
                line: "lede items --filter 'age < 1' --json | jq -r .link", meaning: "the addresses of the last day")
        ]
    ) { arguments in
        let filter = try arguments.filter()
        try arguments.refuse("--query", beside: ["--feed", "--filter", "--starred"])
        let limit = try arguments.limit(otherwise: 100)
        let paths = try arguments.paths()
        // What a new query holds has to be looked for first.
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
    /// A query with all that it holds, or as much of it as is found in a few seconds.
    fileprivate func query(named name: String) throws -> Query {
        let end = ContinuousClock.now + .seconds(5)
        while true {
            let queries = try queries()
            guard let query = queries.first(where: { $0.name == name }) else {
                throw CommandFailure.usage(
                    "the urls file has no query “\(name)”", nearest: name, among: queries.map(\.name))
            }
            if query.isComplete { return query }
            guard ContinuousClock.now < end else {
                Output.complain("what “\(name)” holds is still being looked for: ask again for the rest")
                return query
            }
            drain()
        }
    }
}
