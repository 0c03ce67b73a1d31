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
        var results = try read { database in
            try Search(query, limit: limit, now: now, in: database).results(before: interruption)
        }
        results.items = results.items.applying(marks)
        return results
    }

    /// The same on another thread. Cancelling the task ends the search.
    nonisolated(nonsending) package func search(
        _ query: SearchQuery, limit: Int = 50, within time: Duration?, now: Date = Date()
    ) async throws(LibraryFailure) -> SearchResults {
        let interruption = Interruption(after: time)
        let marks = pendingMarks.all
        do {
            var results = try await withTaskCancellationHandler {
                try await pool.read { database in
                    try Search(query, limit: limit, now: now, in: database).results(before: interruption)
                }
            } onCancel: {
                interruption.interrupt()
            }
            results.items = results.items.applying(marks)
            return results
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
