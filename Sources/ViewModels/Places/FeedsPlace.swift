import FoundationEssentials
import Library
import Signals

/// The list of feeds.
@MainActor final class FeedsPlace: WorkspaceUser, Screen {
    let workspace: Workspace
    let place = Place.feeds
    private let navigation: Navigation

    init(_ workspace: Workspace, navigation: Navigation) {
        self.workspace = workspace
        self.navigation = navigation
    }

    private var list: FeedListModel { workspace.feeds }

    func move(by rows: Int) { list.cursor.move(by: rows) }
    func turnPage(by pages: Int) { list.cursor.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { list.cursor.turnHalfPage(by: pages) }
    func goToTop() { list.cursor.move(to: 0) }
    func goToEnd() { list.cursor.move(to: .max) }
    func go(toRow number: Int) { list.cursor.move(to: number - 1) }
    func scroll(by rows: Int) { list.cursor.scroll(by: rows) }
    func scroll(toTop line: Int) { list.cursor.scroll(toTop: line) }
    func wrap(_ rows: Int) -> Bool { wrap(rows, from: list.cursor.row, of: list.cursor.count) }
    var rows: Int? { list.entries.count }
    var rowInView: Int? { list.cursor.rowInView }

    var feed: Feed? { list.selected }
    var feeds: [Feed] { list.selectedEntry.map { list.feeds(in: $0.source(at: Date()).scope) } ?? [] }

    func open() { if let entry = list.selectedEntry { navigation.open(entry) } }
    func open(counted number: Int) { workspace.go(toRow: number) }

    func revert() -> Bool {
        if list.narrowing != nil {
            list.narrow(to: "")
        } else if list.tag != nil {
            list.clearTag()
        } else {
            return false
        }
        return true
    }

    func escape() -> Bool {
        guard list.narrowing != nil else { return false }
        list.narrow(to: "")
        return true
    }

    /// Another process may have changed the feeds meanwhile.
    func comeBack() { list.reload() }

    var lostRow: (name: String, now: String?)? { list.lostName.map { ($0, list.selectedEntry?.displayName) } }
}
