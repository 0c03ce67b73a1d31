import Library
import Subscriptions

extension Verb {
    static let remove = Verb(
        name: "remove", operands: "FEED", summary: "remove a feed and hide its items",
        details: [
            "Deletes the feed's line and its settings from the urls file. If you add the feed again, its items reappear."
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try subscriptions.feed(named: arguments.operands[0])
        try subscriptions.urls.leave(feed, in: subscriptions.library)
        Output.columns("removed \(feed.name)")
        return 0
    }
}
