package import FeedParser
package import FoundationEssentials
import Locks
import SQLite
import Signals

extension Library {
    /// Stores what was fetched from several feeds in one transaction, and returns the result for each.
    ///
    /// A changed item keeps its marks, and an item that left the document stays. If a feed's document can't be stored,
    /// the others are.
    package func store(_ batch: [Fetched]) -> [Result<Stored, LibraryFailure>] {
        do throws(LibraryFailure) {
            return try storeTogether(batch).map { .success($0) }
        } catch {
            guard batch.count > 1, error.isOfOneWrite else { return batch.map { _ in .failure(error) } }
            return batch.map { fetched in
                Result { () throws(LibraryFailure) in try storeTogether([fetched])[0] }
            }
        }
    }

    private func storeTogether(_ batch: [Fetched]) throws(LibraryFailure) -> [Stored] {
        let rules = rules.withLock { $0 }
        let (stored, firings) = try write { database in
            let statements = try StoringStatements(database)
            var stored = try batch.map { try database.store($0, with: statements) }
            var new = ItemSet()
            for stored in stored { if let items = stored.newItems { new.append(items) } }
            let time = batch.map(\.date).max() ?? Date()
            let (ruled, firings) = try database.apply(rules, toNew: new, at: time)
            try database.giveWaitingMarks(toNew: new, at: time)
            var changes: [LibraryChange] = []
            for (index, feed) in batch.map(\.feed).enumerated() {
                if let items = stored[index].newItems {
                    // Only now it is known which items rules have left.
                    stored[index].news = try database.news(
                        from: ItemID(items.lowerBound), to: ItemID(items.upperBound), in: feed)
                    changes.append(.newItems(feed, stored[index].news, newest: ItemID(items.upperBound)))
                }
                if stored[index].changed > 0 { changes.append(.rewritten(feed)) }
                changes.append(.feed(feed))
            }
            return ((stored, firings), changes + ruled)
        }
        for firing in firings { firingsSubject.send(firing) }
        return stored
    }

    /// Stores one document.
    package func store(
        _ parsed: ParsedFeed, etag: String?, lastModified: String?, for feed: FeedID, at now: Date
    ) throws(LibraryFailure) -> Stored {
        try storeTogether([Fetched(.document(parsed), for: feed, etag: etag, lastModified: lastModified, at: now)])[0]
    }
}

extension Stored {
    /// The new items; their numbers are consecutive, because nobody else writes meanwhile.
    var newItems: ClosedRange<Int64>? {
        newestItem.map { $0.rawValue - Int64(new) + 1...$0.rawValue }
    }
}

extension LibraryFailure {
    /// Whether the data may be at fault, and not the disk.
    fileprivate var isOfOneWrite: Bool {
        if case .storage(let error) = self { [.constraint, .other].contains(error.reason) } else { false }
    }
}

extension Database {
    fileprivate func store(_ fetched: Fetched, with statements: StoringStatements) throws -> Stored {
        // A feed that was removed meanwhile isn't a failure.
        guard let feed = try statements.findFeed.first(fetched.feed, read: { StoredFeed($0) }) else { return Stored() }
        switch fetched.outcome {
        case .document(let document):
            var writer = DocumentWriter(
                document, fetched.items, in: fetched.feed, feed, at: fetched.date, statements,
                retention: fetched.retention)
            try writer.write()
            try reconsider(writer.rewritten)
            try fold(writer.possibleCopies, in: fetched.feed)
            var fetched = fetched
            if writer.isOfAnother { (fetched.permanentURL, fetched.announcedURL) = (nil, nil) }
            try statements.notes.record(
                document: document, hash: fetched.bodyHash, of: fetched, writer.stored, writer.held.map(\.item),
                bytes: writer.bytes)
            return writer.stored
        case .unchanged: try statements.notes.recordUnchanged(fetched)
        case .sentAgain: try statements.notes.recordSentAgain(fetched)
        case .failed(let reason, let failing):
            try statements.notes.record(failure: reason, failing, of: fetched)
        }
        return Stored()
    }
}
