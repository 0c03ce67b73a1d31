package import Library
package import Signals

/// The list of feeds, kept up to date while a refresh runs.
@MainActor package final class FeedListModel {
    /// Those that are not hidden.
    package let feeds = MutableProperty<[Feed]>([])
    package private(set) var all: [Feed] = []
    package let cursor = MutableProperty(ListCursor())

    /// Counts that change a thousand times a second are read no more often than a person can see.
    private static let shortestPause = Duration.milliseconds(50)

    private let library: Library
    private let troubles: Subject<LibraryFailure, Never>
    private let subscriptions = ScopedDisposable()

    init(library: Library, troubles: Subject<LibraryFailure, Never>) {
        self.library = library
        self.troubles = troubles
        let changes = library.changes.throttle(for: Self.shortestPause, on: .main)
        subscriptions.add(changes.onMain { [weak self] _ in self?.reload() })
        reload()
    }

    package var selected: Feed? {
        let row = cursor.value.row
        return feeds.value.indices.contains(row) ? feeds.value[row] : nil
    }

    package var unread: Int { all.reduce(0) { $0 + $1.unread } }

    package var failed: [Feed] { all.filter { $0.lastError != nil } }

    /// Reads the feeds again; the cursor stays on its feed, wherever that has gone.
    func reload() {
        let chosen = selected?.id
        do { all = try library.feeds() } catch { return troubles.send(error) }
        feeds.value = all.filter { !$0.isHidden }
        var cursor = cursor.value
        cursor.count = feeds.value.count
        if let row = feeds.value.firstIndex(where: { $0.id == chosen }) { cursor.move(to: row) }
        self.cursor.value = cursor
    }

    func choose(_ feed: FeedID) {
        if let row = feeds.value.firstIndex(where: { $0.id == feed }) { cursor.value.move(to: row) }
    }
}
