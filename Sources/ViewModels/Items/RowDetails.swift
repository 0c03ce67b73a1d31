import Library
package import Signals

/// Details for rows that lists don't load: tags, attached files, length of the text. They are looked up only if the
/// user's row format shows them.
@MainActor package final class RowDetails {
    private let lookup: ItemLookup<ItemDetails>
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        lookup = ItemLookup(news, mostKnown: 5000) { library, items throws(LibraryFailure) in
            try library.details(of: items)
        }
        subscriptions.add(news.changes.observe { [weak self] in self?.follow($0) })
    }

    /// A counter that grows whenever more details are known.
    package var rounds: Property<Int> { lookup.$round }

    /// Returns the known details of an item, and requests missing ones.
    func details(of item: ItemID) -> ItemDetails { lookup.value(of: item) ?? ItemDetails() }

    private func follow(_ change: LibraryChange) {
        switch change {
        case .marked(.tagged, let items, _), .marked(.untagged, let items, _): lookup.lookAgain { items.contains($0) }
        case .marks, .feed: lookup.lookAgain()
        default: return
        }
    }
}
