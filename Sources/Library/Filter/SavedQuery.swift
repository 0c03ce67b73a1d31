import Locks

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

extension Filter {
    // To read one takes as long as to look at a hundred items for it, and each transaction asks for those of all queries.
    private static let known = Locked<[String: Filter]>([:])

    /// The filter of a query; nil for one in the words of a newer lede.
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
