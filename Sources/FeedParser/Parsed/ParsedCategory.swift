/// A subject that an item belongs to.
package struct ParsedCategory: Hashable, Sendable {
    /// What people read: the label where there is one, else the term.
    package var name: String
    /// The system that the category is taken from, as a URL or in words.
    package var scheme: String?

    package init(_ name: String, scheme: String? = nil) {
        self.name = name
        self.scheme = scheme
    }
}

extension ParsedCategory: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name) }
}
