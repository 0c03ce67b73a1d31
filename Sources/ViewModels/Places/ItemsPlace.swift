import Configuration
import Library
import Signals

/// A list of items.
@MainActor final class ItemsPlace: WorkspaceUser, Screen {
    let workspace: Workspace
    let place = Place.items
    private let navigation: Navigation

    init(_ workspace: Workspace, navigation: Navigation) {
        self.workspace = workspace
        self.navigation = navigation
    }

    private var list: ItemListModel { workspace.items }

    func move(by rows: Int) {
        // Moving up from the first row shows new items.
        if rows < 0, list.isAtTop { list.goToTop() } else { list.move(by: rows) }
    }

    func turnPage(by pages: Int) { list.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { list.turnHalfPage(by: pages) }
    func goToTop() { list.goToTop() }
    func goToEnd() { list.goToEnd() }
    func go(toRow number: Int) { list.go(toRow: number - 1) }
    func scroll(by rows: Int) { list.scroll(by: rows) }
    func scroll(toTop line: Int) { list.scroll(toTop: line) }
    var rows: Int? { list.total }
    var rowInView: Int? { list.cursor.rowInView }

    func wrap(_ rows: Int) -> Bool {
        guard list.isPlaced else { return false }
        // New items wait at this end of the list.
        if rows > 0, list.hasNewsBelow { return false }
        if rows < 0, list.news > 0, !list.hasNewsBelow { return false }
        return wrap(rows, from: list.offset + list.cursor.row, of: list.total)
    }

    /// Marks the item at the cursor read, if the user wants that.
    func markHovered() {
        guard config.isOn(.markAsReadOnHover), let item = list.selected, !item.isRead else { return }
        list.markOpened(item)
    }

    var feed: Feed? {
        list.feed.flatMap { workspace.feeds.feed($0.id) } ?? list.selected.flatMap { workspace.feeds.feed($0.feed) }
    }

    var feeds: [Feed] { list.source.map { workspace.feeds.feeds(in: $0.scope) } ?? [] }
    var item: Item? { list.selected }
    var selection: SelectedRows? { list.selectedRows }
    var article: Article? { workspace.article(of: item) }

    func open() { if let item = list.selected { navigation.open(item) } }
    func open(counted number: Int) { workspace.go(toRow: number) }

    func revert() -> Bool {
        guard list.isFound, !trail.covered.isEmpty else {
            navigation.stopFinding()
            return false
        }
        // Returns to the list in which the search was started.
        navigation.uncover()
        return true
    }

    func escape() -> Bool {
        if list.isSelecting {
            list.stopSelecting()
        } else if list.source?.narrowing != nil {
            navigation.clearFilter()
        } else {
            return false
        }
        return true
    }

    func select(_ rows: Int) { if !list.isSelecting, rows > 1 { list.select(rows) } }
    func isOfRow(_ operation: Operation) -> Bool { operation.isOfItem }
    var lostRow: (name: String, now: String?)? { list.lostName.map { ($0, list.selected?.displayTitle) } }
}
