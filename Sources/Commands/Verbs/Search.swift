import Library
import Subscriptions

extension Verb {
    static let search = Verb(
        name: "search", operands: "WORDS…", summary: "find items by their words, the best first",
        details: [
            "Printed is what “lede items” prints. A condition such as is:unread or after:yesterday that makes no sense is refused, and so is a quotation mark that is closed nowhere."
        ],
        options: [
            Option(name: "--limit", value: "N", meaning: "at most so many (50 if not said); 0 for all"),
            .json
        ],
        takesDashedWords: true
    ) { arguments in
        let query = SearchQuery(arguments.operands.joined(separator: " "))
        guard !query.isEmpty else {
            throw CommandFailure.usage("there is nothing to search for", advice: "lede search WORDS")
        }
        if let mistake = query.mistake {
            throw CommandFailure.usage(mistake.problem, advice: mistake.advice)
        }
        let limit = try arguments.limit(otherwise: 50)
        let library = try Subscriptions(arguments.paths()).library
        // A thousand items take a tenth of this; of a large import each search brings the index further.
        try library.indexForSearch(for: .seconds(1))
        let results = try library.search(query, limit: limit)
        if results.unindexed > 0 {
            Output.complain(
                "about \(results.unindexed) items can't be found yet: search again, or leave lede open for a while")
        }
        var report = try ItemReport(of: library.feedNames(), asJSON: arguments.has("--json"))
        for item in results.items {
            let snippet = arguments.has("--json") ? try library.snippet(of: item.id, for: query).text : nil
            report.add(item, snippet: snippet)
        }
        report.end()
        return 0
    }
}
