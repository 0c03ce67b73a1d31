import FoundationEssentials
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
        try arguments.rejectOperands()
        let subscriptions = try Subscriptions(arguments.paths())
        let feeds = try subscriptions.feeds(named: arguments.value(of: "--feed").map { [$0] } ?? [])
        let urls = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0.url) })
        let unreadOnly = arguments.has("--unread")
        let limit = try arguments.number(of: "--limit") ?? 100
        let library = subscriptions.library
        let items =
            if arguments.has("--feed"), let feed = feeds.first {
                try library.items(of: feed.id, unreadOnly: unreadOnly, limit: limit)
            } else {
                try library.items(unreadOnly: unreadOnly, limit: limit)
            }
        for item in items {
            if arguments.has("--json") {
                Output.line(item.json(feedURL: urls[item.feed]))
            } else {
                Output.columns(item.isRead ? " " : "N", "\(item.date.formatted(.iso8601))", item.title, item.link ?? "")
            }
        }
        return 0
    }
}

extension Item {
    fileprivate func json(feedURL: String?) -> JSON {
        .object([
            "id": .integer(Int(id.rawValue)),
            "feed": JSON(feedURL),
            "title": .string(title),
            "link": JSON(link),
            "author": JSON(author),
            "published": JSON(date),
            "read": .bool(isRead)
        ])
    }
}
