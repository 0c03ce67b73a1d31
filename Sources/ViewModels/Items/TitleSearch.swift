package import Library
import Signals

/// A search for words in the titles of a list: after the loaded rows, then from the top to the cursor. It works page by
/// page, so that it can stop when its result is no longer wanted.
private struct TitleSearch: Sendable {
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

// Moving to certain items, even if they aren't loaded.
extension ItemListModel {
    /// Moves to the next or the previous unread item, and returns whether there is one.
    func goToUnread(by step: Int) -> Bool {
        let (rows, row) = (items, cursor.row)
        let loaded =
            step > 0
            ? rows.indices.dropFirst(row + 1).first { !rows[$0].isRead }
            : rows.indices.prefix(row).last { !rows[$0].isRead }
        if let loaded {
            move { $0.move(to: loaded) }
            return true
        }
        guard let edge = step > 0 ? rows.last : rows.first, let item = unread(nextTo: edge, forward: step > 0) else {
            return false
        }
        choose(item.id)
        return true
    }

    /// Moves to the first unread item of the list, and returns whether that is another than the cursor's.
    func goToFirstUnread() -> Bool {
        guard let item = unread(limit: 1).first, item.id != selected?.id else { return false }
        choose(item.id)
        return true
    }

    /// Moves to the last unread item of the list, and returns whether that is another than the cursor's.
    func goToLastUnread() -> Bool {
        guard let item = lastUnread, item.id != selected?.id else { return false }
        choose(item.id)
        return true
    }

    /// Moves to an item, and returns whether the list contains it.
    func goTo(_ item: Item) -> Bool {
        if let row = loaded.row(of: item.id) {
            if row != cursor.row { move { $0.move(to: row) } }
            return true
        }
        guard holds(item) else { return false }
        loadAround(item)
        return true
    }

    /// Whether the list contains an item, loaded or not.
    func holds(_ item: Item) -> Bool {
        if loaded.row(of: item.id) != nil { return true }
        guard let rows else { return false }
        return libraryNews.reporting(try rows.holds(item, in: library)) ?? false
    }

    /// The number of an item's row in the whole list, starting with 1; nil if the item isn't loaded, or the number
    /// isn't known yet.
    package func number(of item: ItemID) -> Int? {
        guard loaded.isPlaced else { return nil }
        if selected?.id == item { return loaded.offset + cursor.row + 1 }
        return loaded.row(of: item).map { loaded.offset + $0 + 1 }
    }

    /// Moves to the next item whose title contains a text, and starts over at the end. Returns whether there is one.
    /// Returns nil if items that aren't loaded have to be searched; `finish` then gets the result.
    func goToTitle(_ words: String, finish: @escaping @MainActor @Sendable (Bool) -> Void) -> Bool? {
        let (items, lowercased) = (items, words.lowercased())
        let next = cursor.row + 1
        let found =
            items.indices.dropFirst(next).first { items[$0].hasTitle(with: lowercased) }
            ?? (loaded.isWhole ? items.indices.prefix(next).first { items[$0].hasTitle(with: lowercased) } : nil)
        if let found {
            move { $0.move(to: found) }
            return true
        }
        guard !loaded.isWhole, let rows, let here = selected, let last = items.last else { return false }
        lookForTitle(TitleSearch(words, behind: last, from: here, in: rows), finish: finish)
        return nil
    }

    /// Searches page by page, so that the search can stop when its result is no longer wanted.
    private func lookForTitle(_ search: TitleSearch, finish: @escaping @MainActor @Sendable (Bool) -> Void) {
        let here = selected?.id
        jump.ask { library throws(LibraryFailure) in
            var search = search
            return (try search.next(in: library), search)
        } receive: { [weak self] answer in
            // The user may have moved elsewhere meanwhile.
            guard let self, selected?.id == here, let (outcome, rest) = answer else { return }
            switch outcome {
            case .found(let item): finish(goTo(item))
            case .foundNone: finish(false)
            case .goesOn: lookForTitle(rest, finish: finish)
            }
        }
    }
}
