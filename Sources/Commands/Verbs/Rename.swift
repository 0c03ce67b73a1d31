import Library
import Subscriptions

extension Verb {
    static let rename = Verb(
        name: "rename", operands: "FEED [TITLE]", summary: "call a feed something else, or by its own title again",
        examples: [Example(line: "lede rename https://lwn.net/headlines/rss LWN", meaning: "call it LWN")]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let title = arguments.operands.dropFirst().first
        try subscriptions.urls.rename(feed, to: title, in: subscriptions.library)
        return 0
    }
}
