import Library
import Subscriptions

extension Verb {
    static let remove = Verb(
        name: "remove", operands: "FEED", summary: "leave a feed, whose items are kept and come back with it",
        details: ["The line of the feed goes out of the urls file, with what is set for the feed beneath it."]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try subscriptions.feed(named: arguments.operands[0])
        try subscriptions.urls.leave(feed, in: subscriptions.library)
        Output.columns("unsubscribed from \(feed.name)")
        return 0
    }
}
