import Library

extension Verb {
    static let items = Verb(
        name: "items", summary: "list items, the newest first",
        options: [
            Option(name: "--feed", value: "FEED", meaning: "only of this feed, named by address or title"),
            Option(name: "--unread", meaning: "only unread ones"),
            Option(name: "--limit", value: "N", meaning: "at most so many (100 if not said)"),
            json
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(reading: arguments.paths())
        let feeds = try subscriptions.feeds(named: arguments.value(of: "--feed").map { [$0] } ?? [])
        let unreadOnly = arguments.has("--unread")
        let limit = try arguments.number(of: "--limit") ?? 100
        let library = subscriptions.library
        let items =
            if arguments.has("--feed"), let feed = feeds.first {
                try library.items(of: feed.id, unreadOnly: unreadOnly, limit: limit)
            } else {
                try library.items(unreadOnly: unreadOnly, limit: limit)
            }
        var report = ItemReport(of: feeds, asJSON: arguments.has("--json"))
        for item in items { report.add(item) }
        report.end()
        return 0
    }
}
