/// A query of the urls file.
package struct SavedQuery: Hashable, Sendable {
    package let name: String
    /// A filter.
    package let expression: String

    package init(name: String, expression: String) {
        self.name = name
        self.expression = expression
    }
}

/// A query with what it holds.
package struct Query: Equatable, Identifiable, Sendable {
    package let id: QueryID
    package let name: String
    package let expression: String
    package let counts: Counts
    /// Whether all items were looked at; else there may be more, older ones.
    package let isComplete: Bool
}
