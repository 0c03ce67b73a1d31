import Library

/// The selected rows of a list, whether they are loaded or not.
struct SelectedRows: Sendable {
    private let rows: ListRows
    private let first: Item
    private let last: Item

    init(from one: Item, to other: Item, of rows: ListRows) {
        self.rows = rows
        (first, last) = rows.inOrder(one, other)
    }

    var target: MarkTarget { rows.between(first, last) }

    /// The next rows after `previous`, or the first ones.
    func items(after previous: Item?, limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        let beginning = try previous == nil ? library.items([first.id]) : []
        if first.id == last.id { return beginning }
        let others = try rows.items(
            after: previous ?? first, through: last, limit: limit - beginning.count, in: library)
        return beginning + others
    }

    /// The first rows, up to a limit.
    func items(limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        try items(after: nil, limit: limit, in: library)
    }
}

extension ListRows {
    fileprivate func inOrder(_ one: Item, _ other: Item) -> (first: Item, last: Item) {
        stands(other, before: one) ? (other, one) : (one, other)
    }

    /// Whether an item's row is above another's.
    func stands(_ item: Item, before other: Item) -> Bool {
        if let first = rank(of: item.id), let second = rank(of: other.id) { return first < second }
        let (key, otherKey) = (listing.key(of: item), listing.key(of: other))
        return key != otherKey && listing.inOrder(key, otherKey).first == key
    }

    /// The rows after one, up to and including another.
    fileprivate func items(
        after previous: Item, through last: Item, limit: Int, in library: Library
    ) throws(LibraryFailure) -> [Item] {
        if let start = rank(of: previous.id), let end = rank(of: last.id) {
            guard start < end else { return [] }
            return try items(ranking: (start + 1)...end, limit: limit, in: library)
        }
        let page = try items(after: previous, limit: limit, in: library)
        return Array(page.prefix { !stands(last, before: $0) })
    }
}
