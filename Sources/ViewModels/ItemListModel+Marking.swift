import Dispatch
import Library
import Signals

// What the person does to the items. The screen is right at once; the library follows.
extension ItemListModel {
    func mark(_ item: Item, _ mark: Mark) {
        loaded.show(mark, of: [item.id])
        library.mark(.item(item.id), mark)
    }

    /// Marks what is selected, or the row that the cursor is on.
    func markSelected(_ mark: Mark, finish: @escaping @MainActor @Sendable (Int) -> Void = { _ in }) {
        guard let target = markTarget else { return }
        library.mark(target, mark) { changed in
            DispatchQueue.main.async { MainActor.assumeIsolated { finish(changed) } }
        }
        stopSelecting()
        reread()
    }

    /// Marks an item read because it was opened.
    func noteOpened(_ item: Item) {
        loaded.show(.read, of: [item.id])
        library.noteOpened(item.id)
    }

    /// Marks what the list holds read, and no news.
    func markAllRead() { markAll(.read) }

    /// Marks what the list holds, and no news.
    func markAll(_ mark: Mark) {
        guard let listing else { return }
        library.mark(.listing(listing), mark)
        reread()
    }

    /// Marks what stands above the cursor read.
    func markAboveRead() {
        guard let rows, let selected else { return }
        library.mark(rows.above(selected), .read)
        reread()
    }
}
