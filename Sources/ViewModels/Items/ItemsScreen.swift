import Configuration
import Library

/// A list of items.
@MainActor package final class ItemsScreen: ReaderPart, ScreenModel {
    unowned let reader: ReaderModel
    let screen = Screen.items

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    private var list: ItemListModel { reader.items }

    var content: any Scrollable { list }

    func step(by rows: Int) {
        // Moving up from the first row shows new items.
        if rows < 0, list.isAtTop { list.goToTop() } else { list.move(by: rows) }
    }

    func mayWrap(_ rows: Int) -> Bool {
        guard list.loaded.isPlaced else { return false }
        // New items wait at one end of the list.
        return rows > 0 ? !list.hasNewsBelow : list.news == 0 || list.hasNewsBelow
    }

    /// Moves to a visible row; returns false if there is none.
    package func choose(inRow row: Int) -> Bool {
        guard list.choose(inRow: row) else { return false }
        markHovered()
        return true
    }

    /// Marks the item at the cursor read, if the user wants that.
    func markHovered() {
        guard session.config.isOn(.markAsReadOnHover), let item = list.selected, !item.isRead else { return }
        list.markOpened(item)
    }

    var feed: Feed? {
        list.feed.flatMap { reader.feeds.feed($0.id) } ?? list.selected.flatMap { reader.feeds.feed($0.feed) }
    }

    var feeds: [Feed] { list.source.map { reader.feeds.feeds(in: $0.scope) } ?? [] }
    var item: Item? { list.selected }
    var selection: SelectedRows? { list.selectedRows }
    var article: Article? { reader.article(of: item) }

    func open() { if let item = list.selected { reader.navigation.open(item) } }
    func open(counted number: Int) { reader.go(toRow: number) }

    func revert() -> Bool {
        guard list.isFound, !reader.backStack.covered.isEmpty else {
            reader.navigation.stopFinding()
            return false
        }
        // Returns to the list in which the search was started.
        reader.navigation.uncover()
        return true
    }

    func escape() -> Bool {
        if list.isSelecting {
            list.stopSelecting()
        } else if list.source?.narrowing != nil {
            reader.navigation.clearFilter()
        } else {
            return false
        }
        return true
    }

    func select(_ rows: Int) { if !list.isSelecting, rows > 1 { list.select(rows) } }
    func isOfRow(_ operation: Operation) -> Bool { operation.isOfItem }
    var lostRow: (name: String, now: String?)? { list.lostName.map { ($0, list.selected?.displayTitle) } }
}
