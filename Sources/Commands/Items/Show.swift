import Configuration
import FoundationEssentials
import Library
import Refresh
import Signals
import Subscriptions
import System
import Typesetting
import ViewModels

extension Subscriptions {
    /// The text of an item's page, or its transcript, fetched if the library lacks it; otherwise why there is none.
    fileprivate func fullText(of article: Article, _ paths: Paths) throws -> Result<FullText, NoFullText> {
        let item = article.item.id
        if let known = try library.fullText(of: item), article.has(known) {
            library.recordUse(ofFullTextOf: item, at: Date())
            library.settle()
            return .success(known)
        }
        let fetcher = PageFetcher(library, Config.read(paths), list, paths)
        let run = SerialDisposable()
        let outcome: PageOutcome? = awaited { finish in
            run.hold(
                fetcher.fetch([item], for: .asked).subscribe { event in
                    if case .next(let event) = event { finish(event.outcome) }
                })
        }
        run.dispose()
        switch outcome {
        case .stored(let text): return text.isFound ? .success(text) : .failure(NoFullText(reason: text.reason))
        case .failed(let reason), .unreached(let reason): return .failure(NoFullText(reason: reason))
        case nil: return .failure(NoFullText(reason: "the page has no article"))
        }
    }
}

/// Why an item has no article from its page, in words.
private struct NoFullText: Error {
    let reason: String
}

extension Subcommand {
    static let show = Subcommand(
        name: "show", operands: "ITEM", summary: "print one item with its text",
        details: [
            """
            ITEM is a number from “lede items”. Doesn't mark the item read. --full prints the article of the item's web page, \
            or its transcript if the feed names one; lede fetches that unless it has it already. Without an article, it says why \
            and prints the feed's text.
            """
        ],
        options: [
            .width, .color,
            Option(name: "--full", meaning: "print the article from the item's web page, or its transcript"),
            Option(name: "--json", meaning: "print one JSON object, with the text as HTML and plain text")
        ],
        examples: [
            Example(line: "lede show --color always 4711 | less -R", meaning: "page through an item"),
            Example(line: "lede show --json 4711 | jq -r .text", meaning: "print an item's plain text")
        ]
    ) { arguments in
        let width = try arguments.width()
        let isFull = arguments.has("--full")
        let paths = try arguments.paths()
        let subscriptions = try isFull ? Subscriptions(arguments) : Subscriptions(reading: arguments)
        let id = try arguments.item(arguments.operands[0])
        guard var article = try subscriptions.library.article(id) else {
            throw CommandFailure.noItem(id)
        }
        if isFull {
            switch try subscriptions.fullText(of: article, paths) {
            case .success(let text): article = article.showing(text)
            case .failure(let problem): arguments.output.complain("showing the feed's text: \(problem.reason)")
            }
        }
        if arguments.has("--json") {
            arguments.output.line(article.json(in: try subscriptions.library.feed(article.item.feed)?.feedName))
            return 0
        }
        arguments.output.document(article.document, width: width, isStyled: arguments.wantsStyles())
        return 0
    }
}

extension Article {
    /// Everything known about an item, as “show” and “export” print it.
    func json(in feed: FeedName?, _ page: FullText? = nil) -> JSON {
        .members(
            item.json(in: feed) + [
                ("guid", JSON(guid)),
                ("updated", JSON(updated)),
                ("language", JSON(language)),
                ("image", JSON(link: image)),
                ("categories", .array(categories.map { .string($0.name) })),
                ("enclosures", .array(enclosures.map(\.json))),
                ("also_in", .array(alsoIn.map(JSON.string))),
                ("rules", .array(reasons.map(JSON.string))),
                ("comments", JSON(link: comments.link)),
                ("html", .string(html)),
                ("text", .string(Document(html: html, baseURL: item.link ?? feedSite).plainText)),
                ("tags", .array(tags.map(JSON.string))),
                ("chapters", .array(chapters().map(\.json))),
                ("chapters_url", JSON(link: chaptersURL))
            ] + (page.map { [("page_html", .string($0.html))] } ?? []))
    }
}

extension Article.Enclosure {
    fileprivate var json: JSON { .object(["url": JSON(link: url), "type": JSON(type), "length": JSON(length)]) }
}

extension Chapter {
    fileprivate var json: JSON {
        .object([
            "start": .integer(Int(start.milliseconds / 1000)), "title": .string(title), "url": JSON(link: url)
        ])
    }
}
