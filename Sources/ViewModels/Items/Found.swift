import Library

/// The results of searching the library, best match first.
package struct Found: Equatable, Sendable {
    let text: String
    let query: SearchQuery
    let results: SearchResults

    /// The list's title: “swift: 128 found”, and what is missing.
    var words: String {
        let found =
            switch (results.isComplete, results.matches) {
            case (_, 0) where query.mistake != nil: "invalid search"
            case (true, let count): "\(count) found"
            case (false, 0): "searching…"
            case (false, let count): "over \(count) found"
            }
        var parts = ["“\(text)”: \(found)"]
        if results.matches > results.items.count { parts.append("best \(results.items.count) shown") }
        if results.unindexed > 0 { parts.append("\(results.unindexed) items not indexed yet") }
        return parts.joined(separator: ", ")
    }
}
