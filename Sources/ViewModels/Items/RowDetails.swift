import Library
package import Signals

/// What rows of a list say of items that lists don't know: their tags, their files, how long their texts are. It is
/// looked up only where the person wants it in their rows.
@MainActor package final class RowDetails {
    private let lookup: ItemLookup<ItemDetails>
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        lookup = ItemLookup(news, mostKnown: 5000) { library, items throws(LibraryFailure) in
            try library.details(of: items)
        }
        subscriptions.add(news.changes.observe { [weak self] in self?.follow($0) })
    }

    /// How often more has become known.
    package var rounds: Property<Int> { lookup.$round }

    /// What is known of an item by now; more is asked for.
    func details(of item: ItemID) -> ItemDetails { lookup.value(of: item) ?? ItemDetails() }

    private func follow(_ change: LibraryChange) {
        switch change {
        case .marked(.tagged, let items, _), .marked(.untagged, let items, _): lookup.lookAgain { items.contains($0) }
        case .marks, .feed: lookup.lookAgain()
        default: return
        }
    }
}
