/// A subject of an item.
package struct ParsedCategory: Hashable, Sendable {
    /// The label, or the term if there is none.
    package var name: String
    /// The scheme of the category, as a URL or in words.
    package var scheme: String?

    package init(_ name: String, scheme: String? = nil) {
        self.name = name
        self.scheme = scheme
    }
}

extension ParsedCategory: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name) }
}
