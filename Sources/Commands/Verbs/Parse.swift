import Configuration
import Confinement
import FeedParser
import Files

extension Verb {
    static let parse = Verb(
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
