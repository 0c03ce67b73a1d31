import Dispatch
package import FoundationEssentials
package import SQLite
package import Signals

extension Library {
    /// Finds items, best first: matches in titles count more than in texts, and new items more than old ones.
    ///
    /// An interruption, by itself or from another thread, ends the search with its results so far.
    package func search(
        _ query: SearchQuery, limit: Int = 50, before interruption: Interruption = Interruption(), now: Date = Date()
    ) throws(LibraryFailure) -> SearchResults {
        let marks = pendingMarks.all
        return try read { database in
            var search = try Search(query, limit: limit, now: now, in: database)
            return try search.results(before: interruption).applying(marks)
        }
    }

    /// Searches on another thread. If it takes longer than `patience`, the signal first sends the results so far, and
    /// the search continues. Disposing of the subscription ends it.
    package func results(
        of query: SearchQuery, limit: Int = 50, within time: Duration, patience: Duration, now: Date = Date()
    ) -> Signal<SearchResults, LibraryFailure> {
        Signal { [self] observer in
            let (end, callingOff) = (Interruption(after: time), Interruption())
            let marks = pendingMarks.all
            searching.async {
                // Another search replaced it before it began.
                if callingOff.isDue { return }
                do throws(LibraryFailure) {
                    let results = try self.read(interruptibleBy: callingOff) { database in
                        var search = try Search(query, limit: limit, now: now, in: database)
                        let results = try search.results(before: Interruption(after: patience)).applying(marks)
                        guard search.ending == .interrupted, !callingOff.isDue else { return results }
                        observer.send(results)
                        return try search.results(before: end).applying(marks)
                    }
                    observer.send(results)
                    observer.send(.completed)
                } catch {
                    observer.send(.failed(error))
                }
            }
            return ActionDisposable { callingOff.interrupt() }
        }
    }

    /// A snippet of an item's text, with the positions of the words.
    package func snippet(of item: ItemID, for query: SearchQuery) throws(LibraryFailure) -> Snippet {
        try read { database in
            let text = try SearchBatch.Text(of: item, edition: 0, in: database)?.body ?? ""
            return Snippet(of: text, for: query)
        }
    }
}
