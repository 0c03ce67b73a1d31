import FoundationEssentials
import Glibc
import Library
import Subscriptions
import ViewModels

extension Subcommand {
    static let items = Subcommand(
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
        // A new saved search is run first, which needs to write.
        let subscriptions = try arguments.has("--query") ? Subscriptions(arguments) : Subscriptions(reading: arguments)
        let library = subscriptions.library
        let feed = try arguments.feed(in: subscriptions)
        let query = try arguments.value(of: "--query").map { try library.query(named: $0, arguments.output) }
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
        var report = try ItemReport(of: library.feedNames(), arguments.output, asJSON: arguments.has("--json"))
        for item in items { report.add(item) }
        report.end()
        return 0
    }
}

extension Library {
    /// A saved search with all its items, or those found in a few seconds.
    fileprivate func query(named name: String, _ output: Output) throws -> Query {
        let end = ContinuousClock.now + .seconds(5)
        while true {
            let queries = try queries()
            guard let query = queries.first(where: { $0.name == name }) else {
                throw CommandFailure.usage(
                    "no saved search “\(name)” in the urls file", nearest: name, among: queries.map(\.name))
            }
            if query.isComplete { return query }
            guard ContinuousClock.now < end else {
                output.complain("“\(name)” isn't complete yet: run this again for the rest")
                return query
            }
            drain()
        }
    }
}

/// Lists items as text or JSON.
private struct ItemReport {
    private let feeds: [FeedID: FeedName]
    private let output: Output
    private let asJSON: Bool
    private var lines: Output.JSONLines
    private var table = TextTable(.right, .left, .left, .flexible, .flexible)

    init(of feeds: [FeedID: FeedName], _ output: Output, asJSON: Bool) {
        self.feeds = feeds
        self.output = output
        self.asJSON = asJSON
        lines = output.jsonLines
    }

    /// Adds an item. A search adds a snippet with its matches.
    mutating func add(_ item: Item, snippet: String? = nil) {
        let feed = feeds[item.feed]
        if asJSON {
            let members = item.json(in: feed) + (snippet.map { [("snippet", .string($0))] } ?? [])
            lines.add(.members(members))
        } else {
            table.add(
                "\(item.id.rawValue)", (item.isRead ? "" : "N") + (item.isStarred ? "*" : ""),
                output.width == nil ? item.date.rfc3339 : LocalTime(item.date).minute,
                item.title, output.width == nil ? item.link?.ifOnTheWeb ?? "" : feed?.name ?? "")
        }
    }

    /// Prints the rest.
    mutating func end() {
        if asJSON { lines.end() } else { table.show(on: output) }
    }
}

extension Item {
    /// The members that every command prints of an item, in this order.
    func json(in feed: FeedName?) -> [(String, JSON)] {
        [
            ("id", .integer(Int(id.rawValue))),
            ("feed", JSON(feed?.url)),
            ("feed_title", JSON(feed?.name)),
            ("title", .string(title)),
            ("link", JSON(link: link)),
            ("author", JSON(author)),
            ("published", JSON(date)),
            ("read", .bool(isRead)),
            ("starred", .bool(isStarred)),
            ("queued", .bool(isQueued)),
            ("heard", .bool(isHeard)),
            ("offline", .bool(hasPage))
        ]
    }
}

extension Subcommand {
    static let search = Subcommand(
        name: "search", operands: "WORDS…", summary: "search the library, best match first",
        details: [
            "Prints the same columns as “lede items”. Rejects an invalid condition, such as is:new or after:spring, and an unmatched quotation mark."
        ],
        options: [
            Option(name: "--limit", value: "N", meaning: "number of items (default: 50; 0 for all)"),
            .json
        ],
        takesDashedWords: true
    ) { arguments in
        let query = SearchQuery(arguments.operands.joined(separator: " "))
        guard !query.isEmpty else {
            throw CommandFailure.usage("no words to search for", advice: "use “lede search WORDS”")
        }
        if let mistake = query.mistake {
            throw CommandFailure.usage(mistake.problem, advice: mistake.advice)
        }
        let limit = try arguments.limit(otherwise: 50)
        let library = try Subscriptions(arguments).library
        // After a large import, each search extends the index.
        if try library.unindexedItems() > Library.mostSearchedTexts { try library.indexForSearch(for: .seconds(1)) }
        let results = try library.search(query, limit: limit)
        if results.unindexed > 0 {
            arguments.output.complain(
                "about \(results.unindexed) items aren't searchable yet: search again, or leave lede open for a while")
        }
        var report = try ItemReport(of: library.feedNames(), arguments.output, asJSON: arguments.has("--json"))
        for item in results.items {
            let snippet = arguments.has("--json") ? try library.snippet(of: item.id, for: query).text : nil
            report.add(item, snippet: snippet)
        }
        report.end()
        return 0
    }

    static let unread = Subcommand(
        name: "unread", summary: "print the number of unread items",
        details: [
            """
            Only reads the library, so a status bar can run it every second. Counts an article in several feeds once. With \
            --filter, it checks every item and takes longer.
            """
        ],
        options: [
            .feed,
            Option(name: "--tag", value: "TAG", meaning: "only feeds with this tag"),
            .filter
        ],
        examples: [
            Example(line: "lede unread", meaning: "count all unread items, for a status bar"),
            Example(line: "lede unread --tag comics", meaning: "count unread items in feeds tagged “comics”")
        ]
    ) { arguments in
        let filter = try arguments.filter()
        try arguments.refuse("--tag", beside: ["--feed", "--filter"])
        let subscriptions = try Subscriptions(reading: arguments)
        let library = subscriptions.library
        let feed = try arguments.feed(in: subscriptions)
        if let filter {
            let count = try library.count(matching: filter.within(feed, unreadOnly: true, starredOnly: false))
            arguments.output.line("\(count)")
            return 0
        }
        let scope: Listing.Scope =
            if let feed {
                .feed(feed)
            } else if let tag = arguments.value(of: "--tag") {
                try .tag(subscriptions.tag(named: tag))
            } else {
                .all
            }
        arguments.output.line("\(try library.counts(of: scope).unread)")
        return 0
    }

    static let stats = Subcommand(
        name: "stats", summary: "print feed and item counts",
        options: [.json]
    ) { arguments in
        let library = try Subscriptions(reading: arguments).library
        let feeds = try library.feeds()
        let items = try library.counts(of: .all)
        let now = Date()
        let figures: KeyValuePairs<String, Int> = [
            "feeds": feeds.count,
            "failing": feeds.count(where: \.hasFailed),
            "tags": try library.tags().count,
            "items": items.items,
            "unread": items.unread,
            "starred": try library.counts(of: .starred).items,
            "last_day": try library.counts(of: .since(now - 86400)).items,
            "last_week": try library.counts(of: .since(now - 7 * 86400)).items,
            "bytes": library.size
        ]
        if arguments.has("--json") {
            arguments.output.line(.members(figures.map { ($0.key, .integer($0.value)) }))
            return 0
        }
        var table = TextTable(.right, .left)
        for (name, figure) in figures { table.add("\(figure)", meanings[name] ?? name) }
        table.show(on: arguments.output)
        return 0
    }

    private static let meanings = [
        "failing": "feeds that failed last time", "unread": "unread items",
        "starred": "starred items",
        "last_day": "items from the last day", "last_week": "items from the last week", "bytes": "bytes on disk"
    ]
}
