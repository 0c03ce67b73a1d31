import Locks

/// Marks that are on their way to the writer: what is read meanwhile has to show them.
final class PendingMarks: Sendable {
    enum Mark: Sendable {
        case item(ItemID, isRead: Bool)
        case listing(Listing)

        fileprivate func apply(to item: inout Item) {
            switch self {
            case .item(let id, let isRead): if item.id == id { item.isRead = isRead }
            case .listing(let listing): if listing.holds(item) { item.isRead = true }
            }
        }
    }

    private struct State {
        var marks: [Int: Mark] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// Notes a mark; returned is what `remove` takes when it is written.
    func add(_ mark: Mark) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.marks[state.next] = mark
            return state.next
        }
    }

    func remove(_ key: Int) { state.withLock { $0.marks[key] = nil } }

    /// What `read` finds, with the marks on it that were pending before.
    ///
    /// They are taken first: one that is written in between is found and applied once more, which changes nothing.
    func applied<Failure: Error>(to read: () throws(Failure) -> [Item]) throws(Failure) -> [Item] {
        let marks = state.withLock { state in state.marks.sorted { $0.key < $1.key }.map(\.value) }
        var items = try read()
        for mark in marks {
            for index in items.indices { mark.apply(to: &items[index]) }
        }
        return items
    }
}

extension Listing {
    fileprivate func holds(_ item: Item) -> Bool { item.feed == feed && item.id <= newestItem }
}
