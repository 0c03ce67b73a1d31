import Library
import Subscriptions

extension Verb {
    static let search = Verb(
        name: "search", operands: "WORDS…", summary: "search the library, best match first",
        details: [
            "Prints the same columns as “lede items”. Rejects an invalid condition, such as is:new or after:spring, and an unmatched quotation mark."
        ],
        options: [
            Option(name: "--limit", value: "N", meaning: "number of items (default: 50; 0 for all)"),
            .json
        ],
        takesDashedWords: true
    ) { arguments in
        let query = SearchQuery(arguments.operands.joined(separator: " "))
        guard !query.isEmpty else {
            throw CommandFailure.usage("no words to search for", advice: "use “lede search WORDS”")
        }
        if let mistake = query.mistake {
            throw CommandFailure.usage(mistake.problem, advice: mistake.advice)
        }
        let limit = try arguments.limit(otherwise: 50)
        let library = try Subscriptions(arguments.paths()).library
        // Indexing a thousand items takes a tenth of this. After a large import, each search extends the index.
        try library.indexForSearch(for: .seconds(1))
        let results = try library.search(query, limit: limit)
        if results.unindexed > 0 {
            Output.complain(
                "about \(results.unindexed) items aren't searchable yet: search again, or leave lede open for a while")
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
