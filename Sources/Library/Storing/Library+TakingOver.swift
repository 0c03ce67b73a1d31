package import FoundationEssentials
import SQLite

/// What came over from another reader.
package struct TakenOver: Equatable, Sendable {
    package var feeds = 0
    /// Items that the library did not have.
    package var items = 0
    package var read = 0
    package var starred = 0
    package var deleted = 0
    /// Tags that were put on items.
    package var tags = 0
}

/// Why nothing came over.
package enum TakeoverFailure<Source: Error>: Error {
    case source(Source)
    case library(LibraryFailure)
}

extension Library {
    /// Takes over all that another reader kept, or nothing of it. What the library has already stays as it is, but for
    /// marks that it lacks.
    package func takeOver<Store: ForeignStore>(
        _ store: Store, at now: Date
    ) throws(TakeoverFailure<Store.Failure>) -> TakenOver {
        do {
            return try writeAll { database in
                try database.withCache(.large) { try database.takeOver(store, at: now) }
            }
        } catch let stop as SourceStopped<Store.Failure> {
            throw .source(stop.failure)
        } catch {
            throw .library(failure(error))
        }
    }
}

extension Database {
    fileprivate func takeOver<Store: ForeignStore>(
        _ store: Store, at now: Date
    ) throws -> (TakenOver, [LibraryChange]) {
        var store = store
        var takeover = try Takeover(self, at: now)
        // The other reader's trouble is none of the library's, so it is told apart from that.
        for feed in try told(apart: { () throws(Store.Failure) in try store.feeds() }) { try takeover.add(feed) }
        while true {
            let items = try told(apart: { () throws(Store.Failure) in try store.nextItems() })
            if items.isEmpty { break }
            try takeover.add(items)
        }
        return (try takeover.finish(), takeover.changes)
    }
}

/// Trouble of the source on its way out of the transaction.
private struct SourceStopped<Failure: Error>: Error {
    let failure: Failure
}

private func told<Result, Failure: Error>(apart body: () throws(Failure) -> Result) throws -> Result {
    do { return try body() } catch { throw SourceStopped(failure: error) }
}
