import Configuration
import FoundationEssentials
import Library
import Refresh
import Signals
import Subscriptions
import System
import ViewModels

extension Subcommand {
    static let preload = Subcommand(
        name: "preload", operands: "[ITEM…]", summary: "fetch web pages and pictures, to read offline",
        details: [
            """
            ITEM is a number from “lede items”. Without numbers, lede fetches the pages of unread items, or of those that \
            --filter and --feed choose, newest first. Skips items whose page it already has. Takes the article out of each \
            page and keeps it in the library: “lede show --full” prints it, and “lede search” finds it.
            """,
            """
            Then fetches the pictures of the feed's texts and of the articles, at most 50 for an item, and keeps them in \
            files (cache-pictures, pictures-hosts). Stops when they fill the cache (cache-size).
            """,
            """
            Fetches at most 16 pages or pictures at once, and few from one host (transfers-per-host). Stops asking a host that is busy. \
            Run it again to continue.
            """
        ],
        options: [
            .filter, .feed, Option(name: "--limit", value: "N", meaning: "number of items (default: 100; 0 for all)"),
            Option(name: "--json", meaning: "print a JSON object for each page and picture")
        ],
        examples: [
            Example(line: "lede preload --filter 'unread = \"yes\" and age < 3'", meaning: "get ready for a train ride")
        ],
        exits: [Exit(code: 1, meaning: "a page couldn't be fetched or has no article, or lede couldn't keep pictures")]
    ) { arguments in
        let filter = try arguments.filter()
        let limit = try arguments.limit(otherwise: 100)
        let paths = try arguments.paths()
        let subscriptions = try Subscriptions(arguments)
        let library = subscriptions.library
        let chosenItems: ItemSet
        let items: [ItemID]
        let isAsked = !arguments.operands.isEmpty
        if !isAsked {
            let feed = try arguments.feed(in: subscriptions)
            let chosen = (filter ?? .everything).within(feed, unreadOnly: filter == nil)
            chosenItems = try library.allItems(matching: chosen)
            items = try library.itemsWithoutPage(among: chosenItems, limit: limit)
        } else {
            items = try arguments.items(in: library)
            chosenItems = ItemSet(items)
        }
        let config = Config.read(paths)
        let report = PreloadReport(items.count, arguments.output, asJSON: arguments.has("--json"))
        let pages = PageFetcher(library, config, subscriptions.list, paths)
        let pictures = PictureFetcher(library, config, subscriptions.list, paths)
        let complaints = pictures.troubles.onNext { report.fail($0) }
        defer { complaints.dispose() }
        var steps = [pages.fetch(items, for: isAsked ? .wanted : .ahead).map { PreloadEvent.page($0) }]
        if config.cachePictures != .no {
            // Only once the pages are here, which have pictures, too.
            steps.append(
                .deferred {
                    pictures.fetch(report.find(picturesOf: chosenItems, atMost: limit, in: library), for: .ahead)
                        .map { PreloadEvent.picture($0) }
                })
        }
        let interruption = StopSignals.receiving(
            Signal<Signal<PreloadEvent, Never>, Never>.from(steps).flatten(.merge(atMost: 1)),
            until: arguments.surroundings.stopSignals
        ) { event in
            report.add(event)
        }
        try library.discardCached(beyond: config.cacheLimits, at: Date())
        library.settle()
        return report.close(stoppedBy: interruption.exitCode)
    }
}

private enum PreloadEvent: Sendable {
    case page(PageEvent)
    case picture(PictureEvent)
}

/// Prints what becomes of the pages and pictures, and how many are left.
private final class PreloadReport: Sendable {
    private let total: Int
    private let output: Output
    private let asJSON: Bool
    private let counts = Locked((done: 0, articles: 0))
    private let pictures = Locked((total: 0, done: 0, kept: 0))
    private let hasFailed = Locked(false)

    init(_ total: Int, _ output: Output, asJSON: Bool) {
        self.total = total
        self.output = output
        self.asJSON = asJSON
    }

    func add(_ event: PreloadEvent) {
        switch event {
        case .page(let event): add(event)
        case .picture(let event): add(event)
        }
    }

    private func add(_ event: PageEvent) {
        let counts = counts.withLock { counts in
            counts.done += 1
            if event.problem == nil { counts.articles += 1 }
            return counts
        }
        if asJSON {
            output.line(event.json)
        } else if let problem = event.problem {
            complain("item \(event.item.rawValue): \(problem)")
        }
        output.progress(
            counts.done, of: total,
            "\(counts.done)/\(total.counted("page")), \(counts.articles.counted("article"))")
    }

    /// The pictures to fetch, which it counts.
    func find(picturesOf items: ItemSet, atMost limit: Int, in library: Library) -> [ItemPictures] {
        do throws(LibraryFailure) {
            try library.preparePictures(at: Date())
            var found: [ItemPictures] = []
            for item in try library.itemsLackingPictures(among: items, limit: limit, at: Date()) {
                found.append(try library.pictures(of: item))
            }
            let count = Set(found.flatMap(\.urls)).count
            pictures.withLock { $0.total = count }
            return found
        } catch {
            fail(error)
            return []
        }
    }

    private func add(_ event: PictureEvent) {
        let pictures = pictures.withLock { pictures in
            pictures.done += 1
            if event.problem == nil { pictures.kept += 1 }
            return pictures
        }
        if asJSON { output.line(event.json) }
        output.progress(
            pictures.done, of: pictures.total,
            "\(pictures.done)/\(pictures.total.counted("picture")), \(pictures.kept) kept")
    }

    /// Prints why lede can't keep anything.
    func fail(_ failure: LibraryFailure) {
        hasFailed.withLock { $0 = true }
        complain(failure.description)
    }

    /// Prints a problem above the progress.
    private func complain(_ problem: String) {
        output.progress("")
        output.complain(problem)
    }

    func close(stoppedBy exitCode: Int32?) -> Int32 {
        output.endProgress()
        let (counts, pictures) = (counts.withLock { $0 }, pictures.withLock { $0 })
        if let exitCode {
            let progress =
                pictures.total > 0
                ? "\(pictures.done) of \(pictures.total) pictures" : "\(counts.done) of \(total) pages"
            output.complain("stopped after \(progress), keeping what has arrived")
            return exitCode
        }
        let picturesKept =
            pictures.total > 0 ? ", and \(pictures.kept) of \(pictures.total.counted("picture"))" : ""
        if !asJSON {
            output.line("kept \(counts.articles.counted("article")) of \(total.counted("page"))\(picturesKept)")
        }
        return counts.articles == total && !hasFailed.withLock { $0 } ? 0 : 1
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

extension PictureEvent {
    /// Why it isn't kept; nil if it is.
    fileprivate var problem: String? {
        switch outcome {
        case .kept: nil
        case .passing: "lede couldn't keep it"
        case .failed(let reason), .unreached(let reason): reason
        }
    }

    fileprivate var json: JSON {
        .object([
            "picture": .string(url), "result": .string(problem == nil ? "kept" : "none"), "reason": JSON(problem)
        ])
    }
}

extension Subcommand {
    static let cache = Subcommand(
        name: "cache", summary: "print how many articles and pictures are kept",
        details: [
            "Prints a line for each feed: number and size of its articles, number and size of its pictures, and the feed."
        ],
        options: [.json]
    ) { arguments in
        let summary = try Subscriptions(reading: arguments).library.cacheSummary()
        if arguments.has("--json") {
            for feed in summary.feeds {
                arguments.output.line(
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
        table.show(on: arguments.output)
        let pictures =
            summary.pictures > 0
            ? "; \(summary.pictures.counted("picture")), \(ByteCount(summary.pictureBytes))" : ""
        let refused = summary.refused > 0 ? "; \(summary.refused.counted("page")) without an article" : ""
        arguments.output.line(
            "\(summary.articles.counted("article")), \(ByteCount(summary.articleBytes))\(pictures)\(refused)")
        return 0
    }

    static let cacheClear = Subcommand(
        name: "cache clear", summary: "forget articles from web pages, and pictures",
        details: ["Forgets all of them, or those that the options choose. Items and their marks stay."],
        options: [
            .feed, Option(name: "--older", value: "DAYS", meaning: "only those fetched more than this many days ago")
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments)
        let feed = try arguments.feed(in: subscriptions)
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
        arguments.output.line("forgot \(cleared.articles.counted("article"))\(pictures)")
        return 0
    }
}
