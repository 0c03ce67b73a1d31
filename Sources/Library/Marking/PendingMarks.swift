import Locks

/// The marks that wait for the writer; reads meanwhile must show them.
final class PendingMarks: Sendable {
    struct Pending: Sendable {
        let mark: Mark
        let target: MarkTarget

        /// The item with the mark; nil if the mark removes it.
        fileprivate func applied(to item: Item) -> Item? {
            guard target.contains(item) else { return item }
            guard mark != .deleted else { return nil }
            var item = item
            mark.apply(to: &item)
            return item
        }
    }

    private struct State {
        var marks: [Int: Pending] = [:]
        private var next = 0

        mutating func nextNumber() -> Int {
            defer { next += 1 }
            return next
        }
    }

    private let state = Locked(State())

    /// Adds a mark; returns its key for `remove` once it is written.
    func add(_ mark: Mark, _ target: MarkTarget) -> Int {
        state.withLock { state in
            let number = state.nextNumber()
            state.marks[number] = Pending(mark: mark, target: target)
            return number
        }
    }

    /// Takes a number that no mark has.
    func nextNumber() -> Int { state.withLock { $0.nextNumber() } }

    func remove(_ key: Int) { state.withLock { $0.marks[key] = nil } }

    /// The marks in the order in which they were made.
    ///
    /// Read them before the items they apply to: a mark that is written in between is applied again, which changes
    /// nothing.
    var all: [Pending] { state.withLock { state in state.marks.sorted { $0.key < $1.key }.map(\.value) } }
}

// Their effect on the rows of lists.
extension [PendingMarks.Pending] {
    /// Whether one of them deletes an item, among items chosen one by one.
    func areDeleting(_ item: ItemID) -> Bool {
        contains { pending in
            guard pending.mark == .deleted, case .items(let items) = pending.target else { return false }
            return items.contains(item)
        }
    }

    /// The end of the rows around one that a mark includes completely and no later mark reverses; nil if none does.
    func endOfRows(getting mark: Mark, around key: PageKey, in listing: Listing, forward: Bool) -> PageKey? {
        for (index, pending) in enumerated() where pending.mark == mark {
            guard let (first, last) = pending.target.rows(in: listing) else { continue }
            if self[(index + 1)...].contains(where: { $0.mark == mark.opposite }) { continue }
            if !key.precedes(first, in: listing.order), !last.precedes(key, in: listing.order) {
                return forward ? last : first
            }
        }
        return nil
    }
}

extension [Item] {
    /// The items as they are when these marks are written.
    func applying(_ marks: [PendingMarks.Pending]) -> [Item] {
        if marks.isEmpty { return self }
        return compactMap { item in
            marks.reduce(item) { item, mark in item.flatMap(mark.applied) }
        }
    }
}
