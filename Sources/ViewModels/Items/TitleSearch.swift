import Library

/// The rows of a list, in which an item is looked for by words of its title: those behind what is loaded, and then those
/// from the top to where the person is. It goes a page at a time, so that it ends soon where nobody waits for it any more.
struct TitleSearch: Sendable {
    enum Outcome: Sendable {
        case found(Item)
        case foundNone
        /// The rows that follow were not looked at yet.
        case goesOn
    }

    private static let pageSize = 1000

    private let words: String
    private let rows: ListRows
    private let here: Item
    private var last: Item?
    private var hasBegunAnew = false

    /// Looks for words behind the last row that is loaded, where the person is in one above it.
    init(_ words: String, behind last: Item, from here: Item, in rows: ListRows) {
        self.words = words.lowercased()
        self.rows = rows
        self.here = here
        self.last = last
    }

    /// Looks through the next page.
    mutating func next(in library: Library) throws(LibraryFailure) -> Outcome {
        var page = try rows.items(after: last, limit: Self.pageSize, in: library)[...]
        if page.isEmpty {
            if hasBegunAnew { return .foundNone }
            (last, hasBegunAnew) = (nil, true)
            return .goesOn
        }
        let end = hasBegunAnew ? page.firstIndex { $0.id == here.id } : nil
        if let end { page = page[...end] }
        if let found = page.first(where: { $0.hasTitle(with: words) }) { return .found(found) }
        last = page.last
        return end == nil ? .goesOn : .foundNone
    }
}

extension Item {
    /// Whether its title has words in it that are in small letters.
    func hasTitle(with words: String) -> Bool { displayTitle.lowercased().contains(words) }
}
