import Library

/// What was found of some words in the whole library, the best first.
package struct Found: Equatable, Sendable {
    let text: String
    let query: SearchQuery
    let results: SearchResults

    /// “swift: 128 found”, and what is missing of them.
    var words: String {
        let found =
            switch (results.isComplete, results.matches) {
            case (true, let count): "\(count) found"
            case (false, 0): "looking …"
            case (false, let count): "more than \(count) found"
            }
        var parts = ["“\(text)”: \(found)"]
        if results.matches > results.items.count { parts.append("the best \(results.items.count)") }
        if results.unindexed > 0 { parts.append("\(results.unindexed) items can't be found yet") }
        return parts.joined(separator: ", ")
    }
}
