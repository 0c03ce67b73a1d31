import Configuration
import Dispatch
import Library
import MainQueue
import Signals

// Lists that are narrowed to what a filter is true of.
extension Navigation {
    func askForFilter() {
        guard place == .items, let source = items.source else { return }
        session.ask(
            Question(label: "Filter: ", history: "filter", takesNothing: true, completion: completion(ofFilter:)) {
                [weak self] in try self?.filter(by: $0)
            }, text: (items.isFound ? found.filter?.text : source.narrowing) ?? "")
    }

    /// Shows of this list what a filter is true of, with the cursor on an item and so many rows above that in view; without a
    /// filter, all of it again.
    func filter(by text: String, choosing item: ItemID? = nil, rowsAbove: Int? = nil) throws {
        guard !text.isEmpty else { return clearFilter() }
        let filter = try readFilter(text)
        if items.isFound { return filterFound(by: filter) }
        noteWider()
        guard let wider = wider?.source else { return }
        let source = ItemSource(
            name: "\(wider.name) · \(text)", scope: wider.scope, unreadOnly: wider.unreadOnly, narrowing: text)
        let order = wider.feed == nil ? items.order : items.currentOrder
        let unreadOnly = source.unreadOnly || items.unreadOnly
        let chosen = items.selected?.id
        look(for: source) { library throws(LibraryFailure) in
            let listing = try library.listing(source.scope, unreadOnly: unreadOnly, order: order.listed)
            return try library.listing(listing, matching: filter)
        } show: { [items] listing in
            items.open(source, listing, order: order)
            if let item { items.choose(item, rowsAbove: rowsAbove) } else { items.chooseIfListed(chosen) }
        }
    }

    /// Shows of what was found that which a filter is true of, the best first as before.
    func filterFound(by filter: Filter) {
        guard let shown = found.shown else { return }
        let source = ItemSource(
            name: "\(shown.words) · \(filter.text)", scope: .all, narrowing: "(\(shown.text)) and (\(filter.text))")
        look(for: source) { library throws(LibraryFailure) in
            try library.items(of: ItemSet(shown.results.items.map(\.id)), matching: filter)
        } show: { [weak self] matching in
            guard let self else { return }
            found.filter = filter
            let chosen = items.selected?.id
            show(shown.results.items.filter { matching.contains($0.id) }, as: source)
            items.chooseIfListed(chosen)
        }
    }

    /// Looks for what is to be listed off the main queue, and shows it unless the person has gone to another list or
    /// asked for another filter meanwhile.
    private func look<Found: Sendable>(
        for source: ItemSource, _ find: @escaping @Sendable (Library) throws(LibraryFailure) -> Found,
        show: @escaping @MainActor @Sendable (Found) -> Void
    ) {
        let asked = items.source
        let said = Status.done("Filtering … (Esc calls it off)")
        session.awaited.filter = source
        status = said
        Self.queue.async { [library, weak self] in
            let found = Result { () throws(LibraryFailure) in try find(library) }
            MainQueue.async {
                guard let self, self.session.awaited.filter == source else { return }
                defer { self.session.awaited.filter = nil }
                if self.status == said { self.status = nil }
                guard self.items.source == asked else { return }
                switch found {
                case .success(let found): show(found)
                case .failure(let failure): self.troubles.send(failure)
                }
            }
        }
    }

    func readFilter(_ text: String) throws -> Filter {
        do throws(FilterProblem) { return try Filter(text) } catch { throw PromptProblem("\(error)") }
    }

    /// Takes the filter away that was set last: of what was found, that which narrowed it.
    func clearFilter() {
        guard items.isFound, found.filter != nil, let shown = found.shown else {
            // What was found by it is what the person looks at.
            return widen(choosing: items.isFound ? nil : items.selected?.id)
        }
        stopFinding()
        let chosen = items.selected?.id
        show(shown)
        items.chooseIfListed(chosen)
    }

    /// Shows the list again that there was before it was narrowed, with the cursor on an item, or where it was then.
    func widen(keeping isKept: Bool = false, choosing item: ItemID? = nil) {
        stopFinding()
        if items.isFound, let narrowed = found.narrowed {
            if !isKept { found.narrowed = nil }
            return show(narrowed, choosing: item)
        }
        guard let wider, items.source?.narrowing != nil else { return }
        if !isKept { self.wider = nil }
        show(wider, choosing: item)
    }

    private func show(_ list: WiderList, choosing item: ItemID?) {
        if trail.path != list.path { trail.path = list.path }
        guard let source = list.source else { return items.close() }
        if source.feed.map({ feeds.feed($0) == nil }) ?? false { return leaveItems() }
        if let listing = list.listing {
            items.reopen(source, listing, order: list.order)
        } else {
            items.open(source, order: list.order)
        }
        let rowsAbove = item == nil || item == list.item ? list.rowsAbove : nil
        if let item = item ?? list.item { items.choose(item, rowsAbove: rowsAbove) }
    }

    func noteWider() {
        let narrowed = items.source?.narrowing == nil ? nil : wider
        if narrowed != nil, place == .items { return }
        // Beside the feeds all of it is shown again.
        wider = WiderList(
            path: trail.path, source: narrowed?.source ?? items.source, order: narrowed?.order ?? items.ownOrder,
            of: items)
    }

    /// A filter that asks much of a large library takes a while.
    private static let queue = DispatchQueue(label: "lede.filtering")
}
