import Library
import Signals

// The user's changes. The screen shows them at once, and the library writes them later.
extension ItemListModel {
    func mark(_ item: Item, _ mark: Mark) {
        loaded.show(mark, of: [item.id])
        libraryNews.mark(.item(item.id), mark)
    }

    func delete(_ item: Item) {
        libraryNews.mark(.item(item.id), .deleted)
        rereadOwnChange()
    }

    /// Marks the selected rows, or the row at the cursor.
    func markSelected(_ mark: Mark, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let target = markTarget else { return }
        let newest = listing?.newestItem
        // The list can't see deleted rows that aren't loaded, so they are counted here.
        let unseen = mark == .deleted && isSelecting ? countedSelection - loadedSelectionCount : 0
        libraryNews.mark(target, mark, tell: finish)
        if mark == .deleted { stopSelecting() } else { endSelecting() }
        rereadOwnChange()
        if unseen > 0, listing?.newestItem == newest { loaded.add(-unseen) }
    }

    /// Marks an item read because it was opened.
    func markOpened(_ item: Item) {
        loaded.show(.read, of: [item.id])
        library.markOpened(item.id)
    }

    /// Marks everything in the list read, except new items.
    func markAllRead(finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        markAll(.read, finish: finish)
    }

    /// Marks everything in the list, except new items. Passes the outcome to `finish`.
    func markAll(_ mark: Mark, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let listing else { return }
        libraryNews.mark(.listing(listing), mark, tell: finish)
        rereadOwnChange()
    }

    /// Shows the user's change. Rows that disappear because of it don't count as lost.
    private func rereadOwnChange() {
        reread()
        forgetLostRow()
    }

    /// Marks the items above the cursor read.
    func markAboveRead(finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let rows, let selected else { return }
        libraryNews.mark(rows.above(selected), .read, tell: finish)
        reread()
    }
}
