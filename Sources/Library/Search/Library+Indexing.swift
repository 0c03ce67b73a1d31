package import Signals

extension Library {
    /// Keeps the search index up to date in the background, while this library is open.
    package func keepSearchIndexed() { searchIndexer.begin() }

    /// Reports on a background queue that everything is indexed, each time that there was something to do.
    package var searchIndexed: Signal<Void, Never> { searchIndexer.caughtUp }

    /// Indexes for at most this long, on the caller's thread.
    package func indexForSearch(for duration: Duration) throws(LibraryFailure) {
        do { _ = try searchIndexer.run(for: duration) } catch { throw failure(error) }
    }

    /// Indexes on the caller's thread until a search can index the rest in an instant, and tells now and then how many
    /// items are left. Another process that indexes goes on alone.
    package func indexForSearch(tell: (_ left: Int) -> Void) throws(LibraryFailure) {
        do {
            var left = try unindexedItems()
            while left > Self.indexedInAnInstant {
                tell(left)
                guard try searchIndexer.run(for: .milliseconds(200)) else { break }
                left = try unindexedItems()
            }
        } catch { throw failure(error) }
    }

    /// They take 60 ms at most.
    private static let indexedInAnInstant = 500

    /// Discards the search index, so that it is rebuilt: in parts, since a large one takes a while.
    package func discardSearchIndex() throws(LibraryFailure) {
        for (volume, _) in try read({ try $0.searchVolumes() }) {
            try write { database in (try database.discard(volume), []) }
        }
        searchIndexer.wake()
    }

    /// The approximate number of items that a search can't find yet.
    package func unindexedItems() throws(LibraryFailure) -> Int { try read { try $0.unindexedItems() } }
}

extension LibraryChange {
    /// Whether the search index may lack texts. A changed item comes as a change of its feed.
    var bringsTexts: Bool {
        switch self {
        case .feed, .newItems: true
        default: false
        }
    }
}
