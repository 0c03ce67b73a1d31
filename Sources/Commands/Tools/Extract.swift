import Configuration
import Extraction
import FeedParser
import FoundationEssentials
import Refresh
import Subscriptions
import System
import Typesetting
import URLs

extension Subcommand {
    static let extract = Subcommand(
        name: "extract", operands: "[URL|FILE|-]",
        summary: "print the article of a web page",
        details: [
            "Fetches a web page from URL, or reads it from FILE, or from standard input for “-” or nothing. Leaves out menus, advertisements, comments and other things around the article.",
            "If lede finds the wrong part of a site's pages, write a site rule: a file “sites/HOST” beside your urls file. Its lines begin with “body:”, “strip:”, “title:”, “author:”, “date:” or “next:”; an XPath or a CSS selector follows."
        ],
        options: [
            Option(name: "--base-url", value: "URL", meaning: "URL that the page came from"),
            Option(name: "--content-type", value: "TYPE", meaning: "Content-Type that the server sent"),
            .width, .color,
            Option(name: "--json", meaning: "print one JSON object, with the article as HTML and plain text")
        ],
        examples: [
            Example(line: "lede extract https://example.org/a", meaning: "read an article in the terminal"),
            Example(
                line: "lede extract --base-url https://example.org/a page.html",
                meaning: "read it from a file"),
            Example(line: "lede extract --json page.html | jq -r .text", meaning: "print an article's plain text")
        ],
        exits: [Exit(code: 1, meaning: "failure, or a page without an article, explained on standard error")]
    ) { arguments in
        let width = try arguments.width()
        let file = arguments.operands.first ?? "-"
        let address = arguments.value(of: "--base-url")
        if let address, WebURL(address)?.isOnTheWeb != true {
            throw CommandFailure.usage("--base-url must be a web URL, not “\(address)”")
        }
        let page =
            try file.isWebAddress
            ? download(file, arguments.paths())
            : WebPage(
                arguments.surroundings.input.read(file), contentType: arguments.value(of: "--content-type"),
                url: address.flatMap { WebURL($0) })
        let url = page.url
        let extractor = Extractor(rule: try url?.host.flatMap { try rule(forHost: String($0), arguments.paths()) })
        let isStyled = arguments.wantsStyles()
        // The threads of a download are beyond it.
        if !file.isWebAddress { arguments.surroundings.confine(.parsing) }
        let article: ExtractedArticle
        switch extractor.extract(page) {
        case .article(let found): article = found
        case .refused(let refusal):
            throw CommandFailure.failed("\(file == "-" ? "standard input" : file.shownAddress): \(refusal)")
        }
        if arguments.has("--json") {
            arguments.output.line(article.json)
            return 0
        }
        let document = Document(html: article.headHTML + article.html, baseURL: url?.href)
        arguments.output.document(document, width: width, isStyled: isStyled)
        return 0
    }

    private static func download(_ url: String, _ paths: Paths) throws(CommandFailure) -> WebPage {
        let settings = RefreshSettings(Config.read(paths), paths)
        switch awaited({ PageDownload().start(url, settings, finish: $0) }) {
        case .success(let page): return page
        case .failure(let failure): throw .failed("\(url.shownAddress): \(failure)")
        case nil: throw .failed("\(url.shownAddress): no answer")
        }
    }

    private static func rule(forHost host: String, _ paths: Paths) throws(CommandFailure) -> SiteRule? {
        do { return try SiteRules(paths).rule(forHost: host) } catch { throw .failed(error.description) }
    }
}

extension ExtractedArticle {
    fileprivate var json: JSON {
        .object([
            "kind": .string(kind.rawValue),
            "title": JSON(metadata.title),
            "byline": JSON(metadata.byline),
            "site": JSON(metadata.site),
            "published": JSON(metadata.published.flatMap { Date(inFeed: $0) }),
            "language": JSON(metadata.language),
            "image": JSON(metadata.image),
            "next": JSON(nextPage),
            "reason": .string(reason),
            "letters": .integer(letters),
            "html": .string(html),
            "text": .string(text)
        ])
    }

    /// The title and the author as they are shown above the article.
    fileprivate var headHTML: String {
        let title = metadata.title.map { "<h1>\($0.escapedForHTML)</h1>" } ?? ""
        let byline = metadata.byline.map { "<p><em>\($0.escapedForHTML)</em></p>" } ?? ""
        return title + byline
    }
}

extension String {
    fileprivate var escapedForHTML: String { replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
}

extension Subcommand {
    static let render = Subcommand(
        name: "render", operands: "[FILE]",
        summary: "render an HTML file as plain text",
        details: ["Reads FILE, which must be UTF-8. Without FILE, or if FILE is “-”, reads standard input."],
        options: [
            .width, .color,
            Option(name: "--plain", meaning: "no styles, even on a terminal"),
            Option(name: "--base-url", value: "URL", meaning: "URL that the file came from")
        ]
    ) { arguments in
        let width = try arguments.width()
        let file = arguments.operands.first ?? "-"
        let html = String(decoding: try arguments.surroundings.input.read(file), as: UTF8.self)
        let isStyled = arguments.wantsStyles() && !arguments.has("--plain")
        arguments.surroundings.confine(.decoding)
        let document = Document(html: html, baseURL: arguments.value(of: "--base-url"))
        arguments.output.document(document, width: width, isStyled: isStyled)
        return 0
    }
}
