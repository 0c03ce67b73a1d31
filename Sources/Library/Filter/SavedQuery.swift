import Locks

/// A saved search of the urls file.
package struct SavedQuery: Hashable, Sendable {
    package let name: String
    /// A filter.
    package let expression: String

    package init(name: String, expression: String) {
        self.name = name
        self.expression = expression
    }
}

/// A saved search with its counts.
package struct Query: Equatable, Identifiable, Sendable {
    package let id: QueryID
    package let name: String
    package let expression: String
    package let counts: Counts
    /// Whether all items have been searched; otherwise older ones may be missing.
    package let isComplete: Bool
}

extension Filter {
    // Parsing a filter takes as long as testing a hundred items, and each transaction needs all of them.
    private static let known = Locked<[String: Filter]>([:])

    /// The filter of a saved search; nil if it is in a newer lede's language.
    static func saved(_ expression: String) -> Filter? {
        if let filter = known.withLock({ $0[expression] }) { return filter }
        guard let filter = try? Filter(expression) else { return nil }
        known.withLock { known in
            if known.count >= 1000 { known = [:] }
            known[expression] = filter
        }
        return filter
    }
}
