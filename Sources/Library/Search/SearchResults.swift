/// The results of a search, best first.
package struct SearchResults: Equatable, Sendable {
    package var items: [Item]
    /// The number of matches among the items searched.
    package var matches: Int
    /// Whether it searched everything that is indexed, and not only newer items until the deadline or until there were
    /// enough matches.
    package var isComplete: Bool
    /// The approximate number of items that the index lacks.
    package var unindexed: Int
}

extension SearchResults {
    /// The results as they are when these marks are written.
    func applying(_ marks: [PendingMarks.Pending]) -> SearchResults {
        var results = self
        results.items = items.applying(marks)
        return results
    }
}
