package import FoundationEssentials
package import SQLite

extension Library {
    /// Finds items, the best first: those whose words fit, in titles more than in texts, and new ones more than old.
    ///
    /// An interruption that comes, by itself or from another thread, ends the search with what it has found until then.
    package func search(
        _ query: SearchQuery, limit: Int = 50, before interruption: Interruption = Interruption(), now: Date = Date()
    ) throws(LibraryFailure) -> SearchResults {
        let marks = pendingMarks.all
        return try read { database in
            var search = try Search(query, limit: limit, now: now, in: database)
            return try search.results(before: interruption).applying(marks)
        }
    }

    /// The same on another thread. Of a search that takes longer than `patience`, what was found by then is told to `early`
    /// there, and it goes on. Cancelling the task ends it.
    nonisolated(nonsending) package func search(
        _ query: SearchQuery, limit: Int = 50, within time: Duration, patience: Duration, now: Date = Date(),
        early: @escaping @Sendable (SearchResults) -> Void
    ) async throws(LibraryFailure) -> SearchResults {
        let (end, cancelling) = (Interruption(after: time), Interruption())
        let marks = pendingMarks.all
        do {
            return try await pool.read(interruptibleBy: cancelling) { database in
                var search = try Search(query, limit: limit, now: now, in: database)
                let results = try search.results(before: Interruption(after: patience)).applying(marks)
                guard search.ending == .interrupted, !cancelling.isDue else { return results }
                early(results)
                return try search.results(before: end).applying(marks)
            }
        } catch {
            throw failure(error)
        }
    }

    /// What to show of an item that was found: where the words stand in its text.
    package func snippet(of item: ItemID, for query: SearchQuery) throws(LibraryFailure) -> Snippet {
        try read { database in
            let text = try SearchBatch.Text(of: item, edition: 0, in: database)?.body ?? ""
            return Snippet(of: text, for: query)
        }
    }
}
