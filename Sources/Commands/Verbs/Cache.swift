import FoundationEssentials
import Library
import Spelling
import Subscriptions
import ViewModels

extension Verb {
    static let cache = Verb(
        name: "cache", summary: "print how many articles and pictures are kept",
        details: [
            "Prints a line for each feed: number and size of its articles, number and size of its pictures, and the feed."
        ],
        options: [.json]
    ) { arguments in
        let summary = try Subscriptions(reading: arguments.paths()).library.cacheSummary()
        if arguments.has("--json") {
            for feed in summary.feeds {
                Output.line(
                    .object([
                        "feed": .string(feed.name), "articles": .integer(feed.articles),
                        "bytes": .integer(feed.articleBytes), "pictures": .integer(feed.pictures),
                        "picture_bytes": .integer(feed.pictureBytes)
                    ]))
            }
            return 0
        }
        var table = TextTable(.right, .right, .right, .right, .left)
        for feed in summary.feeds {
            table.add(
                "\(feed.articles)", "\(ByteCount(feed.articleBytes))", "\(feed.pictures)",
                "\(ByteCount(feed.pictureBytes))", feed.name)
        }
        table.show()
        let pictures =
            summary.pictures > 0
            ? "; \(summary.pictures.counted("picture")), \(ByteCount(summary.pictureBytes))" : ""
        let refused = summary.refused > 0 ? "; \(summary.refused.counted("page")) without an article" : ""
        Output.line("\(summary.articles.counted("article")), \(ByteCount(summary.articleBytes))\(pictures)\(refused)")
        return 0
    }

    static let cacheClear = Verb(
        name: "cache clear", summary: "forget articles from web pages, and pictures",
        details: ["Forgets all of them, or those that the options choose. Items and their marks stay."],
        options: [
            .feed, Option(name: "--older", value: "DAYS", meaning: "only those fetched more than this many days ago")
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try arguments.value(of: "--feed").map { try subscriptions.feed(named: $0).id }
        let days = try arguments.value(of: "--older").map { text in
            guard let days = Int(text), (0...36_500).contains(days) else {
                throw CommandFailure.usage("--older must be a number of days, not “\(text)”")
            }
            return days
        }
        let date = days.map { Date() - Double($0) * 86_400 }
        let cleared = try subscriptions.library.clearCache(of: feed, fetchedBefore: date)
        subscriptions.library.settle()
        let pictures = cleared.pictures > 0 ? " and \(cleared.pictures.counted("picture"))" : ""
        Output.line("forgot \(cleared.articles.counted("article"))\(pictures)")
        return 0
    }
}
