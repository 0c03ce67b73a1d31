import Addresses
import FoundationEssentials

/// What `lede parse --url` says about one line: the URL that the text on it means, relative to the base on it.
struct URLAnswer {
    let json: JSON

    init(toLine line: String) {
        guard let question = try? JSONDecoder().decode(Question.self, from: Data(line.utf8)) else {
            json = .object(["error": .string("a line must be an object with “id”, “input” and “base”")])
            return
        }
        json = .object(["id": .string(question.id), "href": JSON(question.href)])
    }

    private struct Question: Decodable {
        let id: String
        let input: String
        let base: String?

        var href: String? {
            guard let base else { return WebURL(input)?.href }
            return WebURL(base).flatMap { WebURL(input, base: $0) }?.href
        }
    }
}
