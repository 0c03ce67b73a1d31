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
        do { show(Reading(try library.feeds())) } catch { troubles.send(error) }
    }

    /// The same, a moment later.
    private func reloadSoon() {
        isOutdated = isReading
        if isReading { return }
        isReading = true
        reading.async { [weak self, library, edition] in
            let feeds = Result { () throws(LibraryFailure) in Reading(try library.feeds()) }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(feeds, begunAt: edition) }
            }
        }
    }

    private func take(_ feeds: Result<Reading, LibraryFailure>, begunAt edition: Int) {
        isReading = false
        switch feeds {
        case .success(let feeds): if edition == self.edition { show(feeds) }
        case .failure(let error): troubles.send(error)
        }
        if isOutdated { reloadSoon() }
    }

    private func show(_ reading: Reading) {
        edition += 1
        let chosen = selected?.id
        (all, failed, unread) = (reading.all, reading.failed, reading.unread)
        feeds.value = reading.shown
        var cursor = cursor.value
        cursor.count = feeds.value.count
        if let row = feeds.value.firstIndex(where: { $0.id == chosen }) { cursor.move(to: row) }
        self.cursor.value = cursor
    }

    func choose(_ feed: FeedID) {
        if let row = feeds.value.firstIndex(where: { $0.id == feed }) { cursor.value.move(to: row) }
    }
}

/// All feeds as they were at one moment, and what is to be known of them together.
private struct Reading: Sendable {
    let all: [Feed]
    let shown: [Feed]
    let failed: [Feed]
    let unread: Int

    init(_ feeds: [Feed]) {
        all = feeds
        shown = feeds.filter { !$0.isHidden }
        failed = feeds.filter { $0.lastError != nil }
        unread = feeds.reduce(0) { $0 + $1.unread }
    }
}
