import Library
import Subscriptions

extension Verb {
    static let exportJSON = Verb(
        name: "export json", summary: "print all feeds and items as JSON",
        details: [
            "Prints one JSON object per line: the feeds, then the items with their texts. “type” is “feed” or “item”. “page_html” is the article of an item's web page, if lede has it."
        ],
        examples: [
            Example(
                line: "lede export json | gzip > lede.jsonl.gz", meaning: "save everything in a portable format")
        ]
    ) { arguments in
        let library = try Subscriptions(reading: arguments.paths()).library
        let feeds = try library.feeds()
        var lines = Output.JSONLines()
        let details = try library.details(of: feeds)
        for (feed, details) in zip(feeds, details) { lines.add(feed.json(details).typed("feed")) }
        let names = try library.feedNames()
        var last = ItemID(0)
        // Page by page, so that other processes can write to the library in between.
        while true {
            let items = try library.itemIDs(after: last, limit: 1000)
            guard let end = items.last else { break }
            for item in items {
                guard let article = try library.article(item) else { continue }
                let page = article.item.hasPage ? try library.fullText(of: item) : nil
                lines.add(article.json(in: names[article.item.feed], page).typed("item"))
            }
            last = end
        }
        lines.end()
        return 0
    }
}

extension JSON {
    /// The object with its type as the first member.
    fileprivate func typed(_ type: String) -> JSON {
        let first = [("type", JSON.string(type))]
        return switch self {
        case .object(let members): .members(first + members.map { ($0.key, $0.value) })
        case .members(let members): .members(first + members)
        default: self
        }
    }
}
