package import Library
package import Signals

/// Which line `highlight-article` of the config file means which item: the first whose filter is true of it, for which texts
/// may have to be read.
@MainActor package final class ItemHighlights {
    private let lookup: ItemLookup<Int>
    /// Of each line; nil where it makes no sense.
    private var filters: [Filter?] = []
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        lookup = ItemLookup(news, mostKnown: 20_000) { _, _ in [:] }
        subscriptions.add(news.changes.observe { [weak self] in self?.follow($0) })
    }

    /// How often more has become known.
    package var rounds: Property<Int> { lookup.$round }

    func take(_ filters: [Filter?]) {
        guard filters != self.filters else { return }
        self.filters = filters
        lookup.look { library, items in library.lines(of: ItemSet(items), among: filters) }
    }

    /// The place of the line among all of them; nil where none means the item, or it is not known yet.
    package func line(for item: ItemID) -> Int? { filters.isEmpty ? nil : lookup.value(of: item) }

    private func follow(_ change: LibraryChange) {
        switch change {
        case .marked(_, let items, _): lookup.lookAgain { items.contains($0) }
        case .marks, .restored, .feed, .subscriptions: lookup.lookAgain()
        case .newItems, .query, .queries, .rewritten, .done: return
        }
    }
}

extension Library {
    /// The first of the filters that is true of each of the items. One that can't be tried now is true of none.
    fileprivate func lines(of items: ItemSet, among filters: [Filter?]) -> [ItemID: Int] {
        var lines: [ItemID: Int] = [:]
        var rest = items
        for (line, filter) in filters.enumerated() {
            guard let filter, !rest.isEmpty, let found = try? self.items(of: rest, matching: filter) else { continue }
            for item in found { lines[item] = line }
            rest = rest.subtracting(found)
        }
        return lines
    }
}
