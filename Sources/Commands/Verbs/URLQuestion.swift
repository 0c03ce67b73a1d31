import Addresses

/// A line of JSON that asks how lede reads a URL, relative to an optional base.
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
