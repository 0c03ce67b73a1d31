import Addresses

/// A line of JSON that asks which URL a text means, relative to a base where it has one.
struct URLQuestion: LineQuestion {
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
