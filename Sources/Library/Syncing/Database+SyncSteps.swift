import FoundationEssentials
import SQLite

/// Identifies a sync, whose changes are one step of the journal.
package struct SyncNumber: Equatable, Sendable {
    let number: Int64

    package init() { number = Int64.random(in: 1 ... .max) }

    init(_ number: Int64) {
        self.number = number
    }
}

extension Database {
    /// Notes marks that a sync took from a server, in the sync's step.
    func recordSync(_ marks: [Step.ItemMarks], _ sync: SyncNumber, at time: Date) throws {
        if marks.isEmpty { return }
        let items = marks.reduce(ItemSet()) { $0.union($1.items) }
        if let last = try lastStep(of: .sync), case .synced(var synced) = last.action, synced.sync == sync {
            for marks in marks {
                if let place = synced.marks.firstIndex(where: { $0.mark == marks.mark }), !synced.changesBack(marks) {
                    synced.marks[place] = Step.ItemMarks(
                        mark: marks.mark, items: synced.marks[place].items.union(marks.items))
                } else {
                    synced.marks.append(marks)
                }
            }
            try run(
                "UPDATE journal SET ended = ?, items = ?, detail = ? WHERE id = ?", time, last.items.union(items),
                Step.Action.synced(synced).detail, last.id)
            return
        }
        try addStep(.synced(Step.Synced(sync: sync, marks: marks)), items, at: time)
        // A sync takes place every few minutes, and the user's own steps are more worth keeping.
        try run(
            """
            DELETE FROM journal WHERE kind = 'sync'
                AND id <= (SELECT id FROM journal WHERE kind = 'sync' ORDER BY id DESC LIMIT 1 OFFSET \(Self.keptSyncs))
            """)
    }

    /// The number of syncs that can be undone.
    private static let keptSyncs = 50
}

extension Step.Synced {
    /// Whether some of these items have been marked otherwise in the same sync, so that the order matters.
    fileprivate func changesBack(_ new: Step.ItemMarks) -> Bool {
        marks.contains { $0.mark == new.mark.opposite && !$0.items.intersection(new.items).isEmpty }
    }
}
