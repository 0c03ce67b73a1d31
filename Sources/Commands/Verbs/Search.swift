import FoundationEssentials
import Library

extension Verb {
    static let search = Verb(
        name: "search", operands: "WORDS", summary: "find items by their words, the best first",
        options: [
            Option(name: "--limit", value: "N", meaning: "at most so many (50 if not said)"),
            json
        ]
    ) { arguments in
        let query = SearchQuery(arguments.operands.joined(separator: " "))
        guard !query.isEmpty else { throw CommandFailure.usage("say what to search for: lede search WORDS") }
        let limit = try arguments.number(of: "--limit") ?? 50
        let library = try Subscriptions(arguments.paths()).library
        // A thousand items take a tenth of this; of a large import each search brings the index further.
        try library.indexForSearch(for: .seconds(1))
        let results = try library.search(query, limit: limit)
        if results.unindexed > 0 {
            Output.complain(
                "about \(results.unindexed) items can't be found yet: search again, or leave lede open for a while")
        }
        let urls = Dictionary(uniqueKeysWithValues: try library.feeds().map { ($0.id, $0.url) })
        for item in results.items {
            if arguments.has("--json") {
                let snippet = try library.snippet(of: item.id, for: query)
                Output.line(item.json(feedURL: urls[item.feed], snippet: snippet.text))
            } else {
                Output.columns(item.isRead ? " " : "N", "\(item.date.formatted(.iso8601))", item.title, item.link ?? "")
            }
        }
        return 0
    }
}

extension Item {
    fileprivate func json(feedURL: String?, snippet: String) -> JSON {
        .object([
            "id": .integer(Int(id.rawValue)),
            "feed": JSON(feedURL),
            "title": .string(title),
            "link": JSON(link),
            "published": JSON(date),
            "read": .bool(isRead),
            "snippet": .string(snippet)
        ])
    }
}
