import Configuration
import Library
import Spelling
import Subscriptions

extension Verb {
    static let tag = Verb(
        name: "tag", operands: "FEED [TAG…]", summary: "set a feed's tags",
        details: [
            "Replaces the feed's tags; without TAG, removes them. A feed of a server moves into the folders of these names."
        ],
        examples: [
            Example(line: "lede tag https://lwn.net/headlines/rss news linux", meaning: "give a feed two tags")
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let tags = Array(arguments.operands.dropFirst())
        for tag in tags { if let problem = UrlsText.problem(ofTag: tag) { throw CommandFailure.usage(problem) } }
        let before =
            feed.account == nil
            ? subscriptions.list.feeds.first { $0.url == feed.url }?.tags ?? [] : feed.tags
        _ = try subscriptions.urls.retag(feed, tags, insteadOf: before, in: subscriptions.library)
        return 0
    }

    static let tagRename = Verb(
        name: "tag rename", operands: "TAG NAME", summary: "rename a folder of your feed servers",
        details: ["Renames the tag of all feeds of servers that have it. Feeds of the urls file keep their tags."],
        examples: [Example(line: "lede tag rename News World", meaning: "rename the folder “News” to “World”")]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let tag = try subscriptions.tag(named: arguments.operands[0])
        guard let name = UrlsText.name(arguments.operands[1]) else { throw CommandFailure.usage("NAME is empty") }
        if let problem = UrlsText.problem(ofTag: name) { throw CommandFailure.usage(problem) }
        let count = try subscriptions.urls.rename(tag: tag, to: name, in: subscriptions.library)
        Output.columns("renamed the tag of \(count.counted("feed"))")
        return 0
    }
}
