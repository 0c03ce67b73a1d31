import FoundationEssentials
import Library
import Spelling
import Subscriptions
import ViewModels

extension Verb {
    static let cache = Verb(
        name: "cache", summary: "print how many web articles are kept",
        details: ["Prints a line for each feed with such articles: their number, their size, and the feed."],
        options: [.json]
    ) { arguments in
        let summary = try Subscriptions(reading: arguments.paths()).library.fullTextSummary()
        if arguments.has("--json") {
            for feed in summary.feeds {
                Output.line(
                    .object([
                        "feed": .string(feed.name), "articles": .integer(feed.articles), "bytes": .integer(feed.bytes)
                    ]))
            }
            return 0
        }
        var table = TextTable(.right, .right, .left)
        for feed in summary.feeds { table.add("\(feed.articles)", "\(ByteCount(feed.bytes))", feed.name) }
        table.show()
        let refused = summary.refused > 0 ? "; \(summary.refused.counted("page")) without an article" : ""
        Output.line("\(summary.articles.counted("article")), \(ByteCount(summary.bytes))\(refused)")
        return 0
    }

    static let cacheClear = Verb(
        name: "cache clear", summary: "forget articles from web pages",
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
        let count = try subscriptions.library.discardFullTexts(of: feed, fetchedBefore: date)
        subscriptions.library.settle()
        Output.line("forgot \(count.counted("article"))")
        return 0
    }
}
