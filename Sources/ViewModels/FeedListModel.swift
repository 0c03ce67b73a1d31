import Dispatch
package import Library
package import Signals

/// The list of feeds, kept up to date while a refresh runs.
@MainActor package final class FeedListModel {
    /// Those that are not hidden.
    package let feeds = MutableProperty<[Feed]>([])
    package private(set) var all: [Feed] = []
    package let cursor = MutableProperty(ListCursor())

    /// Counts that change a thousand times a second are read no more often than a person can see.
    private static let shortestPause = Duration.milliseconds(100)
    /// Where they are read meanwhile: a thousand feeds take longer than a key should wait.
    private let reading = DispatchQueue(label: "lede.feed-list")
    /// How often the feeds were read; what is read meanwhile is newer than what was begun before.
    private var edition = 0
    private var isReading = false
    private var isOutdated = false

    private let library: Library
    private let troubles: Subject<LibraryFailure, Never>
    private let subscriptions = ScopedDisposable()

    init(library: Library, troubles: Subject<LibraryFailure, Never>) {
        self.library = library
        self.troubles = troubles
        let changes = library.changes.throttle(for: Self.shortestPause, on: .main)
        subscriptions.add(changes.onMain { [weak self] _ in self?.reloadSoon() })
        reload()
    }

    package var selected: Feed? {
        let row = cursor.value.row
        return feeds.value.indices.contains(row) ? feeds.value[row] : nil
    }

    // Counted when the feeds are read, and not with every painting.
    package private(set) var unread = 0
    package private(set) var failed: [Feed] = []

    /// Reads the feeds again; the cursor stays on its feed, wherever that has gone.
    func reload() {
        do { show(try library.feeds()) } catch { troubles.send(error) }
    }

    /// The same, a moment later.
    private func reloadSoon() {
        isOutdated = isReading
        if isReading { return }
        isReading = true
        reading.async { [weak self, library, edition] in
            let feeds = Result { () throws(LibraryFailure) in try library.feeds() }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(feeds, begunAt: edition) }
            }
        }
    }

    private func take(_ feeds: Result<[Feed], LibraryFailure>, begunAt edition: Int) {
        isReading = false
        switch feeds {
        case .success(let feeds): if edition == self.edition { show(feeds) }
        case .failure(let error): troubles.send(error)
        }
        if isOutdated { reloadSoon() }
    }

    private func show(_ feeds: [Feed]) {
        edition += 1
        let chosen = selected?.id
        all = feeds
        unread = all.reduce(0) { $0 + $1.unread }
        failed = all.filter { $0.lastError != nil }
        self.feeds.value = all.filter { !$0.isHidden }
        var cursor = cursor.value
        cursor.count = self.feeds.value.count
        if let row = self.feeds.value.firstIndex(where: { $0.id == chosen }) { cursor.move(to: row) }
        self.cursor.value = cursor
    }

    func choose(_ feed: FeedID) {
        if let row = feeds.value.firstIndex(where: { $0.id == feed }) { cursor.value.move(to: row) }
    }
}
