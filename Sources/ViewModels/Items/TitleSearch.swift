import Library

/// A search for words in the titles of a list: after the loaded rows, then from the top to the cursor. It works page by
/// page, so that it can stop when its result is no longer wanted.
struct TitleSearch: Sendable {
    enum Outcome: Sendable {
        case found(Item)
        case foundNone
        /// More rows have to be searched.
        case goesOn
    }

    private static let pageSize = 1000

    private let words: String
    private let rows: ListRows
    private let here: Item
    private var last: Item?
    private var hasBegunAnew = false

    /// Starts after the last loaded row; `here` is the cursor's row.
    init(_ words: String, behind last: Item, from here: Item, in rows: ListRows) {
        self.words = words.lowercased()
        self.rows = rows
        self.here = here
        self.last = last
    }

    /// Searches the next page.
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
    /// Whether its title contains `words`, which are in lower case.
    func hasTitle(with words: String) -> Bool { displayTitle.lowercased().contains(words) }
}
