/// What a search has found, the best first.
package struct SearchResults: Equatable, Sendable {
    package var items: [Item]
    /// How many items match, of those that were looked at.
    package var matches: Int
    /// Whether everything was looked at, for as far as it is indexed; older items were not where the time was over, or
    /// where there were matches enough.
    package var isComplete: Bool
    /// About how many items the index lacks.
    package var unindexed: Int
}

extension SearchResults {
    /// What was found as it is when these marks are written.
    func applying(_ marks: [PendingMarks.Pending]) -> SearchResults {
        var results = self
        results.items = items.applying(marks)
        return results
    }
}
