import Library
import Signals

// What the person does to the items. The screen is right at once; the library follows.
extension ItemListModel {
    func mark(_ item: Item, _ mark: Mark) {
        loaded.show(mark, of: [item.id])
        libraryNews.mark(.item(item.id), mark)
    }

    /// Marks what is selected, or the row that the cursor is on.
    func markSelected(_ mark: Mark, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let target = markTarget else { return }
        let newest = listing?.newestItem
        // Of what is not loaded the list does not see that it goes.
        let unseen = mark == .deleted && isSelecting ? countedSelection - loadedSelectionCount : 0
        libraryNews.mark(target, mark, tell: finish)
        if mark == .deleted { stopSelecting() } else { endSelecting() }
        rereadOwnDeed()
        if unseen > 0, listing?.newestItem == newest { loaded.add(-unseen) }
    }

    /// Marks an item read because it was opened.
    func noteOpened(_ item: Item) {
        loaded.show(.read, of: [item.id])
        library.noteOpened(item.id)
    }

    /// Marks what the list holds read, and no news.
    func markAllRead(finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        markAll(.read, finish: finish)
    }

    /// Marks what the list holds, and no news; `finish` is told what that changed.
    func markAll(_ mark: Mark, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let listing else { return }
        libraryNews.mark(.listing(listing), mark, tell: finish)
        rereadOwnDeed()
    }

    /// Shows what the person has done: a row that goes by that is not lost.
    private func rereadOwnDeed() {
        reread()
        forgetLostRow()
    }

    /// Marks what stands above the cursor read.
    func markAboveRead(finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let rows, let selected else { return }
        libraryNews.mark(rows.above(selected), .read, tell: finish)
        reread()
    }
}
