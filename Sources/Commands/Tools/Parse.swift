import Configuration
import FeedParser
import FoundationEssentials
import HTML
import System
import URLs

extension Subcommand {
    static let parse = Subcommand(
        name: "parse", operands: "[FILE|-]",
        summary: "parse a feed file and print JSON",
        details: [
            "Reads a feed from FILE, or from standard input if FILE is “-”. Uses no network, and doesn't change your library."
        ],
        options: [
            Option(name: "--content-type", value: "TYPE", meaning: "Content-Type that the server sent"),
            Option(name: "--base-url", value: "URL", meaning: "URL that the file came from"),
            Option(
                name: "--batch",
                meaning: "parse many files, named by lines FILE[<TAB>content-type=T][<TAB>base-url=U] on standard input"
            ),
            Option(name: "--html-tree", meaning: "for tests of lede: parse HTML from JSON Lines on standard input"),
            Option(
                name: "--url",
                meaning:
                    "for tests of lede: resolve URLs from JSON Lines with “id”, “input” and “base” on standard input")
        ]
    ) { arguments in
        for (option, answer) in lineAnswers where arguments.has(option) {
            if let file = arguments.operands.first {
                throw CommandFailure.usage("\(option) reads standard input: leave out “\(file)”")
            }
            Confinement.parsing.begin()
            while let line = readLine() { Output.line(answer(line)) }
            return 0
        }
        guard let file = arguments.operands.first else { throw CommandFailure.usage("FILE is missing") }
        let document = try file == "-" ? StandardInput.read() : document(file)
        Confinement.parsing.begin()
        let feed = try parsed(
            document, from: file, contentType: arguments.value(of: "--content-type"),
            baseURL: arguments.value(of: "--base-url"))
        Output.line(feed.json)
        return 0
    }

    /// The options that make each line of standard input a question, answered by a line of JSON.
    private static let lineAnswers: [(option: String, answer: @Sendable (String) -> JSON)] = [
        ("--batch", { feed(onLine: $0) }), ("--html-tree", { HTMLQuestion.answer(toLine: $0) }),
        ("--url", { URLQuestion.answer(toLine: $0) })
    ]

    private static func feed(onLine line: String) -> JSON {
        var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)[...]
        let file = fields.popFirst() ?? ""
        func value(of name: String) -> String? {
            fields.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        do {
            let feed = try parsed(
                document(file), from: file, contentType: value(of: "content-type"), baseURL: value(of: "base-url"))
            return feed.json
        } catch {
            return .object(["error": .string(error.message)])
        }
    }

    private static func document(_ file: String) throws(CommandFailure) -> [UInt8] {
        do { return try PrivateFiles.read(file) } catch { throw .failed(error.description) }
    }

    private static func parsed(
        _ document: [UInt8], from file: String, contentType: String?, baseURL: String?
    ) throws(CommandFailure) -> ParsedFeed {
        do {
            return try FeedParser.parse(document, contentType: contentType, baseURL: baseURL)
        } catch {
            throw .failed("\(file): \(error)")
        }
    }
}

extension ParsedFeed {
    fileprivate var json: JSON {
        .object([
            "feed": .object([
                "format": .string(format.rawValue),
                "title": JSON(title),
                "link": JSON(link),
                "description": JSON(description),
                "language": JSON(language),
                "image": JSON(image),
                "updated": JSON(updated)
            ]),
            "items": .array(items.lazy.map(\.json))
        ])
    }
}

extension ParsedItem {
    fileprivate var json: JSON {
        .object([
            "id": JSON(id),
            "title": JSON(title),
            "link": JSON(link),
            "author": JSON(authors.isEmpty ? nil : authors.joined(separator: ", ")),
            "published": JSON(published),
            "updated": JSON(updated),
            "summary": JSON(summary),
            "content": JSON(content),
            "categories": .array(categories.map { .string($0.name) }),
            "enclosures": .array(enclosures.map(\.json))
        ])
    }
}

extension ParsedEnclosure {
    fileprivate var json: JSON { .object(["url": .string(url), "type": JSON(type), "length": JSON(length)]) }
}

/// A question on one line of JSON Lines.
protocol LineQuestion: Decodable {
    /// The required members, for error messages.
    static var members: String { get }
    var answer: JSON { get }
}

extension LineQuestion {
    static func answer(toLine line: String) -> JSON {
        guard let question = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else {
            return .object(["error": .string("the line must be a JSON object with \(members)")])
        }
        return question.answer
    }
}

/// A line of JSON that asks how the HTML parser reads a page:
///
/// - `html` and `fragment` ask for the tree
/// - `html` and `select` ask for the elements that a selector matches
/// - `html` and `xpath` ask for what a path matches
/// - `html` alone asks for the text of a fragment
/// - `bytes`, in base64, asks for the encoding and the text
private struct HTMLQuestion: LineQuestion {
    static let members = "“id”, and “html” or “bytes”"

    private let id: String
    private let html: String?
    private let fragment: String?
    private let select: String?
    private let xpath: String?
    private let bytes: Data?
    private let asksForTree: Bool

    private enum CodingKeys: CodingKey {
        case id, html, fragment, select, xpath, bytes
    }

    init(from decoder: any Decoder) throws {
        let question = try decoder.container(keyedBy: CodingKeys.self)
        id = try question.decode(String.self, forKey: .id)
        html = try question.decodeIfPresent(String.self, forKey: .html)
        fragment = try question.decodeIfPresent(String.self, forKey: .fragment)
        select = try question.decodeIfPresent(String.self, forKey: .select)
        xpath = try question.decodeIfPresent(String.self, forKey: .xpath)
        bytes = try question.decodeIfPresent(Data.self, forKey: .bytes)
        asksForTree = question.contains(.fragment)
    }

    var answer: JSON {
        if let bytes {
            let encoding = EncodingSniffer.encoding(of: Array(bytes)).rawValue
            let tree = HTMLTree(decoding: Array(bytes))
            return .members([
                ("id", .string(id)), ("encoding", .string(encoding)), ("text", .string(tree.textContent(of: tree.root)))
            ])
        }
        let page = Array((html ?? "").utf8)
        if let select { return answer(select, on: HTMLTree(parsing: page)) }
        if let xpath { return answer(path: xpath, on: HTMLTree(parsing: page)) }
        if asksForTree {
            let tree = fragment.map { HTMLTree(parsingFragment: page, in: $0) } ?? HTMLTree(parsing: page)
            return answer("tree", tree.outline)
        }
        let tree = HTMLTree(parsingFragment: page, in: "div")
        return answer("text", tree.textContent(of: tree.root))
    }

    private func answer(_ selector: String, on tree: HTMLTree) -> JSON {
        do {
            let elements = tree.elements(matching: try Selector(selector))
            return .members([
                ("id", .string(id)), ("elements", .array(elements.map { .string(tree.html(of: $0)) }))
            ])
        } catch {
            return .members([("id", .string(id)), ("error", .string(error.description))])
        }
    }

    private func answer(path: String, on tree: HTMLTree) -> JSON {
        do {
            let matches = tree.matches(of: try XPath(path)).map { match in
                switch match {
                case .node(let id): JSON.string(tree.html(of: id))
                case .attribute(_, let value): JSON.string(value)
                }
            }
            return .members([("id", .string(id)), ("matches", .array(matches))])
        } catch {
            return .members([("id", .string(id)), ("error", .string(error.description))])
        }
    }

    private func answer(_ key: String, _ text: String) -> JSON { .members([("id", .string(id)), (key, .string(text))]) }
}

/// A line of JSON that asks how lede reads a URL, relative to an optional base.
private struct URLQuestion: LineQuestion {
    static let members = "“id”, “input” and “base”"

    private let id: String
    private let input: String
    private let base: String?

    var answer: JSON { .object(["id": .string(id), "href": JSON(href)]) }

    private var href: String? {
        guard let base else { return WebURL(input)?.href }
        return WebURL(base).flatMap { WebURL(input, base: $0) }?.href
    }
}
