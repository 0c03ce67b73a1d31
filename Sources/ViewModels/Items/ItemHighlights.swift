package import Library
package import Signals

/// The `highlight-article` line for each item: the first whose filter matches. Some filters need the items' texts.
@MainActor package final class ItemHighlights {
    private let lookup: ItemLookup<Int>
    /// The filters of the lines; nil for an invalid one.
    private var filters: [Filter?] = []
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        lookup = ItemLookup(news, mostKnown: 20_000) { _, _ in [:] }
        subscriptions.add(news.changes.observe { [weak self] in self?.follow($0) })
    }

    /// A counter that grows whenever more is known.
    package var rounds: Property<Int> { lookup.$round }

    func apply(_ filters: [Filter?]) {
        guard filters != self.filters else { return }
        self.filters = filters
        lookup.look { library, items in library.lines(of: ItemSet(items), among: filters) }
    }

    /// The index of the line; nil if none matches, or the result isn't known yet.
    package func line(for item: ItemID) -> Int? { filters.isEmpty ? nil : lookup.value(of: item) }

    private func follow(_ change: LibraryChange) {
        switch change {
        case .marked(_, let items, _), .pages(let items): lookup.lookAgain { items.contains($0) }
        case .marks, .restored, .feed, .subscriptions: lookup.lookAgain()
        case .newItems, .query, .queries, .rewritten, .done: return
        }
    }
}

extension Library {
    /// The index of the first filter that matches each item. A filter that fails matches nothing.
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
