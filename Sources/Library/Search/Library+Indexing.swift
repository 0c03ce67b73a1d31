package import Signals

extension Library {
    /// Keeps the search index up with what is stored, in the background and for as long as this library is open.
    package func keepSearchIndexed() { searchIndexer.begin() }

    /// Tells that everything is indexed, each time that there was something to do, on a queue in the background.
    package var searchIndexed: Signal<Void, Never> { searchIndexer.caughtUp }

    /// Brings the search index further, for so long at most, on the caller's thread.
    package func indexForSearch(for duration: Duration) throws(LibraryFailure) {
        do { try searchIndexer.run(for: duration) } catch { throw failure(error) }
    }

    /// Forgets the search index, so that it is written anew: a part at a time, as a large one takes a while.
    package func discardSearchIndex() throws(LibraryFailure) {
        for (volume, _) in try read({ try $0.searchVolumes() }) {
            try write { database in (try database.discard(volume), []) }
        }
        searchIndexer.wake()
    }

    /// About how many items a search can't find yet.
    package func unindexedItems() throws(LibraryFailure) -> Int { try read { try $0.unindexedItems() } }
}

extension LibraryChange {
    /// Whether there may be texts that the search index lacks. A changed item is told as a change of its feed.
    var bringsTexts: Bool {
        switch self {
        case .feed, .newItems: true
        default: false
        }
    }
}
