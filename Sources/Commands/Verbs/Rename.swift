import Library
import Subscriptions

extension Verb {
    static let rename = Verb(
        name: "rename", operands: "FEED [TITLE]", summary: "rename a feed, or restore its own title",
        details: ["Without TITLE, restores the feed's own title."],
        examples: [Example(line: "lede rename https://lwn.net/headlines/rss LWN", meaning: "rename a feed to LWN")]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let title = arguments.operands.dropFirst().first
        try subscriptions.urls.rename(feed, to: title, in: subscriptions.library)
        return 0
    }
}
