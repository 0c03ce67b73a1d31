import Configuration
import FoundationEssentials
import Library
import Locks
import Refresh
import Signals
import Spelling
import Subscriptions

extension Verb {
    static let preload = Verb(
        name: "preload", operands: "[ITEM…]", summary: "fetch items' web pages, to read offline",
        details: [
            """
            ITEM is a number from “lede items”. Without numbers, lede fetches the pages of unread items, or of those that \
            --filter and --feed choose, newest first. Skips items whose page it already has. Takes the article out of each \
            page and keeps it in the library: “lede show --full” prints it, and “lede search” finds it.
            """,
            """
            Fetches at most 16 pages at once, and few from one host (transfers-per-host). Stops asking a host that is busy. \
            Run it again to continue.
            """
        ],
        options: [
            .filter, .feed, Option(name: "--limit", value: "N", meaning: "number of pages (default: 100; 0 for all)"),
            Option(name: "--json", meaning: "print a JSON object for each page")
        ],
        examples: [
            Example(line: "lede preload --filter 'unread = \"yes\" and age < 3'", meaning: "get ready for a train ride")
        ],
        exits: [Exit(code: 1, meaning: "a page couldn't be fetched, or has no article")]
    ) { arguments in
        let filter = try arguments.filter()
        let limit = try arguments.limit(otherwise: 100)
        let paths = try arguments.paths()
        let subscriptions = try Subscriptions(paths)
        let library = subscriptions.library
        let items: [ItemID]
        let isAsked = !arguments.operands.isEmpty
        if !isAsked {
            let feed = try arguments.value(of: "--feed").map { try subscriptions.feed(named: $0).id }
            let chosen = (filter ?? .everything).within(feed, unreadOnly: filter == nil)
            items = try library.itemsWithoutPage(among: library.allItems(matching: chosen), limit: limit)
        } else {
            items = try arguments.operands.map { try arguments.item($0) }
        }
        let config = Config.read(paths)
        let report = PreloadReport(items.count, asJSON: arguments.has("--json"))
        let fetcher = PageFetcher(library, config, subscriptions.list, paths)
        let interruption = StopSignals.receiving(fetcher.fetch(items, for: isAsked ? .wanted : .ahead)) {
            report.add($0)
        }
        try library.discardFullTexts(beyond: config.fullTextLimits, at: Date())
        library.settle()
        return report.close(stoppedBy: interruption.exitCode)
    }
}

/// Prints what becomes of the pages, and how many are left.
private final class PreloadReport: Sendable {
    private let total: Int
    private let asJSON: Bool
    private let counts = Locked((done: 0, articles: 0))

    init(_ total: Int, asJSON: Bool) {
        self.total = total
        self.asJSON = asJSON
    }

    func add(_ event: PageEvent) {
        let counts = counts.withLock { counts in
            counts.done += 1
            if event.problem == nil { counts.articles += 1 }
            return counts
        }
        if asJSON {
            Output.line(event.json)
        } else if let problem = event.problem {
            Output.progress("")
            Output.complain("item \(event.item.rawValue): \(problem)")
        }
        Output.progress(
            counts.done, of: total,
            "\(counts.done)/\(total.counted("page")), \(counts.articles.counted("article"))")
    }

    func close(stoppedBy exitCode: Int32?) -> Int32 {
        Output.endProgress()
        let counts = counts.withLock { $0 }
        if let exitCode {
            Output.complain("stopped after \(counts.done) of \(total) pages, keeping what has arrived")
            return exitCode
        }
        if !asJSON { Output.line("kept \(counts.articles.counted("article")) of \(total.counted("page"))") }
        return counts.articles == total ? 0 : 1
    }
}

extension PageEvent {
    /// Why there is no article; nil if there is one.
    fileprivate var problem: String? {
        switch outcome {
        case .stored(let text): text.isFound ? nil : text.reason
        case .failed(let reason), .unreached(let reason): reason
        }
    }

    fileprivate var json: JSON {
        .object([
            "item": .integer(Int(item.rawValue)), "result": .string(problem == nil ? "article" : "none"),
            "reason": JSON(problem)
        ])
    }
}
