import Dispatch
package import Library
package import Signals

/// Which line `highlight-article` of the config file means which item: the first whose filter is true of it.
///
/// A filter may have to read texts, so it is tried off the main queue, for the items that are shown.
@MainActor package final class ItemHighlights {
    /// How often more has become known.
    package let round = MutableProperty(0)

    private let library: Library
    /// Of each line; nil where it makes no sense.
    private var filters: [Filter?] = []
    private var lines: [ItemID: Int] = [:]
    /// Items of which it is known which line means them, or is being found out.
    private var asked: Set<ItemID> = []
    private var wanted: [ItemID] = []
    /// Counts the sets of filters: answers that an older one gave are of no use.
    private var generation = 0
    private let subscriptions = ScopedDisposable()
    private static let queue = QueueScheduler(label: "lede.highlights")
    /// More than anybody has looked at since the list was filled.
    private static let mostKnown = 20_000

    init(library: Library) {
        self.library = library
        subscriptions.add(library.changes.onMain { [weak self] in self?.follow($0) })
    }

    func take(_ filters: [Filter?]) {
        guard filters != self.filters else { return }
        self.filters = filters
        forget()
    }

    /// The place of the line among all of them; nil where none means the item, or it is not known yet.
    package func line(for item: ItemID) -> Int? {
        if filters.isEmpty { return nil }
        if asked.count > Self.mostKnown { forget() }
        if asked.insert(item).inserted {
            if wanted.isEmpty { askSoon() }
            wanted.append(item)
        }
        return lines[item]
    }

    private func forget() {
        generation += 1
        (lines, asked, wanted) = ([:], [], [])
        round.value += 1
    }

    /// What was known stays until it is known anew, so that nothing flickers.
    private func follow(_ change: LibraryChange) {
        guard !filters.isEmpty else { return }
        switch change {
        case .marked(_, let items): asked = asked.filter { !items.contains($0) }
        case .marks, .restored, .feed, .subscriptions: asked = []
        case .newItems, .query, .queries: return
        }
        round.value += 1
    }

    /// Asks for all that one painting wants at once.
    private func askSoon() {
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.ask() } }
    }

    private func ask() {
        let items = ItemSet(wanted)
        wanted = []
        let generation = generation
        Signal<[ItemID: Int], Never>.deferred { [library, filters] in .just(library.lines(of: items, among: filters)) }
            .subscribe(on: Self.queue)
            .onMain { [weak self] in self?.learn($0, of: items, in: generation) }
    }

    private func learn(_ lines: [ItemID: Int], of items: ItemSet, in generation: Int) {
        guard generation == self.generation else { return }
        let before = self.lines
        for item in before.keys where items.contains(item) { self.lines[item] = nil }
        self.lines.merge(lines) { $1 }
        if self.lines != before { round.value += 1 }
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
