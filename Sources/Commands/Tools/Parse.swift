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
        try arguments.refuse("--batch", beside: ["--html-tree", "--url"])
        try arguments.refuse("--html-tree", beside: ["--url"])
        for (option, answer) in lineAnswers where arguments.has(option) {
            if let file = arguments.operands.first {
                throw CommandFailure.usage("\(option) reads standard input: leave out “\(file)”")
            }
            // Opened first, because a confined command can't.
            let lines = arguments.surroundings.input.lines
            arguments.surroundings.confine(.parsing)
            for line in lines { arguments.output.line(answer(line)) }
            return 0
        }
        guard let file = arguments.operands.first else { throw CommandFailure.usage("FILE is missing") }
        let document = try arguments.surroundings.input.read(file)
        arguments.surroundings.confine(.parsing)
        let feed = try parsed(
            document, from: file, contentType: arguments.value(of: "--content-type"),
            baseURL: arguments.value(of: "--base-url"))
        arguments.output.line(feed.json)
        return 0
    }

    /// The options that make each line of standard input a question, answered by a line of JSON.
    private static let lineAnswers: [(option: String, answer: @Sendable (String) -> JSON)] = [
        ("--batch", { feed(onLine: $0) }),
        ("--html-tree", { LineQuestion.answer($0, with: "“id”, and “html” or “bytes”", \.asHTML) }),
        ("--url", { LineQuestion.answer($0, with: "“id”, “input” and “base”", \.asURL) })
    ]

    private static func feed(onLine line: String) -> JSON {
        var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)[...]
        let file = fields.popFirst() ?? ""
        func value(of name: String) -> String? {
            fields.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        do {
            let feed = try parsed(
                Input.contents(of: file), from: file, contentType: value(of: "content-type"),
                baseURL: value(of: "base-url"))
            return feed.json
        } catch {
            return .object(["error": .string(error.message)])
        }
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

/// A line of JSON Lines with a question of lede's tests: an object of texts, one of them its “id”.
private struct LineQuestion {
    private let members: [String: String?]

    /// The answer to a line, with the question's “id”. `answer` returns its members, or nil if the question lacks some.
    static func answer(
        _ line: String, with expected: String, _ answer: (LineQuestion) -> [(String, JSON)]?
    ) -> JSON {
        let members = try? JSONDecoder().decode([String: String?].self, from: Data(line.utf8))
        guard let question = members.map(LineQuestion.init), let id = question["id"], let answer = answer(question)
        else { return .object(["error": .string("the line must be a JSON object with \(expected)")]) }
        return .members([("id", .string(id))] + answer)
    }

    subscript(member: String) -> String? { members[member] ?? nil }

    /// How the HTML parser reads a page:
    ///
    /// - `html` and `fragment` ask for the tree
    /// - `html` and `select` ask for the elements that a selector matches
    /// - `html` and `xpath` ask for what a path matches
    /// - `html` alone asks for the text of a fragment
    /// - `bytes`, in base64, asks for the encoding and the text
    var asHTML: [(String, JSON)]? {
        if let text = self["bytes"] {
            guard let bytes = Data(base64Encoded: text).map(Array.init) else { return nil }
            let tree = HTMLTree(decoding: bytes)
            return [
                ("encoding", .string(EncodingSniffer.encoding(of: bytes).rawValue)),
                ("text", .string(tree.textContent(of: tree.root)))
            ]
        }
        let page = Array((self["html"] ?? "").utf8)
        let tree = HTMLTree(parsing: page)
        do {
            if let selector = self["select"] {
                let elements = try tree.elements(matching: Selector(selector)).map { JSON.string(tree.html(of: $0)) }
                return [("elements", .array(elements))]
            }
            if let path = self["xpath"] {
                let matches = try tree.matches(of: XPath(path)).map { match in
                    switch match {
                    case .node(let id): JSON.string(tree.html(of: id))
                    case .attribute(_, let value): JSON.string(value)
                    }
                }
                return [("matches", .array(matches))]
            }
        } catch {
            return [("error", .string("\(error)"))]
        }
        if members.keys.contains("fragment") {
            let asked = self["fragment"].map { HTMLTree(parsingFragment: page, in: $0) } ?? HTMLTree(parsing: page)
            return [("tree", .string(asked.outline))]
        }
        let fragment = HTMLTree(parsingFragment: page, in: "div")
        return [("text", .string(fragment.textContent(of: fragment.root)))]
    }

    /// How lede reads the URL `input`, relative to `base` unless that is null.
    var asURL: [(String, JSON)]? {
        guard let input = self["input"] else { return nil }
        guard let base = self["base"] else { return [("href", JSON(WebURL(input)?.href))] }
        return [("href", JSON(WebURL(base).flatMap { WebURL(input, base: $0) }?.href))]
    }
}
