import FoundationEssentials
import Library
import Subscriptions

extension Verb {
    static let stats = Verb(
        name: "stats", summary: "print feed and item counts",
        options: [.json]
    ) { arguments in
        let library = try Subscriptions(reading: arguments.paths()).library
        let feeds = try library.feeds()
        let items = try library.counts(of: .all)
        let now = Date()
        let figures: KeyValuePairs<String, Int> = [
            "feeds": feeds.count,
            "failing": feeds.count(where: \.hasFailed),
            "tags": try library.tags().count,
            "items": items.items,
            "unread": items.unread,
            "starred": try library.counts(of: .starred).items,
            "last_day": try library.counts(of: .since(now - 86400)).items,
            "last_week": try library.counts(of: .since(now - 7 * 86400)).items,
            "bytes": library.size
        ]
        if arguments.has("--json") {
            Output.line(.members(figures.map { ($0.key, .integer($0.value)) }))
            return 0
        }
        var table = TextTable(.right, .left)
        for (name, figure) in figures { table.add("\(figure)", meanings[name] ?? name) }
        table.show()
        return 0
    }

    private static let meanings = [
        "failing": "feeds that failed last time", "unread": "unread items",
        "starred": "starred items",
        "last_day": "items from the last day", "last_week": "items from the last week", "bytes": "bytes on disk"
    ]
}
