import FoundationEssentials
import SQLite

// A mark shows at once in reads of the library, and is written in order with other writes.
extension Library {
    /// Makes a mark and returns its number, by which `changes` reports when it is written and what it changed.
    @discardableResult
    package func mark(_ target: MarkTarget, _ mark: Mark) -> Int {
        let pending = pendingMarks.add(mark, target)
        act { database in
            let time = try database.timeOfStep(at: Date())
            let meant = try database.items(of: target, for: mark)
            let marked = try database.withCopies(meant, for: mark, in: target)
            let changed = try database.makeAlone(mark, of: marked, at: time)
            guard !changed.isEmpty else { return (MarkOutcome(), []) }
            try database.addStep(.marked(mark), changed, at: time)
            return (MarkOutcome(changed, of: meant), [.marked(mark, changed)])
        } finish: { outcome in
            self.pendingMarks.remove(pending)
            return [.done(pending, outcome ?? MarkOutcome())]
        }
        return pending
    }

    /// Marks an article read because it was opened. Consecutive openings are one step of the journal.
    package func markOpened(_ item: ItemID) {
        let pending = pendingMarks.add(.read, .item(item))
        act { [opener] database in
            let time = try database.timeOfStep(at: Date())
            let changed = try database.make(.read, of: .item(item), at: time)
            guard !changed.isEmpty else { return ((), []) }
            try database.recordOpening(changed, by: opener, at: time)
            return ((), [.marked(.read, changed)])
        } finish: { _ in
            self.pendingMarks.remove(pending)
            return []
        }
    }

    /// Marks the items of a listing read, and nothing that came after it was filled.
    package func markAllRead(in listing: Listing) { mark(.listing(listing), .read) }
}
