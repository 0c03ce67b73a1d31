import Configuration
import Library
import Signals

// Lists that are narrowed to what a filter is true of.
extension Navigation {
    func askForFilter() {
        guard place == .items, let source = items.source else { return }
        session.ask(
            Question(label: "Filter: ", history: "filter", takesNothing: true, completion: completion(ofFilter:)) {
                [weak self] in try self?.filter(by: $0)
            }, text: (source.found == nil ? source.narrowing : source.filter?.text) ?? "")
    }

    /// Shows of this list what a filter is true of, with the cursor on an item and so many rows above that in view; without a
    /// filter, all of it again.
    func filter(by text: String, choosing item: ItemID? = nil, rowsAbove: Int? = nil) throws {
        guard !text.isEmpty else { return clearFilter() }
        let filter = try readFilter(text)
        if let found = items.source?.found { return filterFound(found, by: filter) }
        // One filter takes the place of another.
        let isNarrowed = items.source?.narrowing != nil
        guard let whole = isNarrowed ? trail.coveredSource : items.source else { return }
        let source = ItemSource(
            name: "\(whole.name) · \(text)", scope: whole.scope, unreadOnly: whole.unreadOnly, narrowing: text)
        let order = whole.feed == nil ? items.order : items.currentOrder
        let unreadOnly = source.unreadOnly || items.unreadOnly
        let chosen = items.selected?.id
        look { library throws(LibraryFailure) in
            let listing = try library.listing(source.scope, unreadOnly: unreadOnly, order: order.listed)
            return try library.listing(listing, matching: filter)
        } show: { [trail, items, path = trail.path] listing in
            // At a start an article may have come on top of it by now.
            if !isNarrowed { trail.cover(items, cameBy: path) }
            items.open(source, listing, order: order)
            if let item { items.choose(item, rowsAbove: rowsAbove) } else { items.chooseIfListed(chosen) }
        }
    }

    /// Shows of what was found that which a filter is true of, the best first as before.
    func filterFound(_ found: Found, by filter: Filter) {
        look(for: filter) { library throws(LibraryFailure) in
            try library.items(of: ItemSet(found.results.items.map(\.id)), matching: filter)
        } show: { [weak self] matching in
            guard let self else { return }
            let chosen = items.selected?.id
            show(found.results.items.filter { matching.contains($0.id) }, as: ItemSource(found, by: filter))
            items.chooseIfListed(chosen)
        }
    }

    /// Looks for what is to be listed off the main queue, and shows it unless the person has gone to another list or
    /// asked for another filter meanwhile.
    private func look<Listed: Sendable>(
        for filterOfFound: Filter? = nil, _ find: @escaping @Sendable (Library) throws(LibraryFailure) -> Listed,
        show: @escaping @MainActor @Sendable (Listed) -> Void
    ) {
        let asked = items.source
        let said = Status.done("Filtering… (Esc to cancel)")
        status = said
        filterToBe = filterOfFound
        filtering.ask(find) { [weak self] listed in
            guard let self else { return }
            filterToBe = nil
            if status == said { status = nil }
            if let listed, items.source == asked { show(listed) }
        }
    }

    func readFilter(_ text: String) throws -> Filter {
        do throws(FilterProblem) { return try Filter(text) } catch { throw PromptProblem("\(error)") }
    }

    /// Takes the filter away that was set last: of what was found, that which narrowed it.
    func clearFilter() {
        guard let source = items.source, let found = source.found, source.filter != nil else {
            // What was found by it is what the person looks at.
            return uncover(choosing: items.isFound ? nil : items.selected?.id)
        }
        stopFinding()
        let chosen = items.selected?.id
        show(found)
        items.chooseIfListed(chosen)
    }

    /// Shows the list again that a filter or searches have covered, with the cursor on an item, or where it was then.
    func uncover(choosing item: ItemID? = nil) {
        stopFinding()
        guard items.source?.narrowing != nil else { return }
        if let list = items.isFound ? trail.uncoverFound() : trail.uncover() { show(list, choosing: item) }
    }

    /// Shows a list as it was left, with the cursor on an item, or where it was then.
    func show(_ list: CoveredList, choosing item: ItemID? = nil) {
        if trail.path != list.path { trail.path = list.path }
        guard let source = list.source else { return items.close() }
        if let feed = source.feed, feeds.feed(feed) == nil { return leaveItems() }
        if source.found != nil {
            findAgain(source)
            items.chooseIfListed(item ?? list.item, rowsAbove: list.rowsAbove)
            return
        }
        if let listing = list.listing {
            items.reopen(source, listing, order: list.order)
        } else {
            items.open(source, order: list.order)
        }
        let rowsAbove = item == nil || item == list.item ? list.rowsAbove : nil
        if let item = item ?? list.item { items.choose(item, rowsAbove: rowsAbove) }
    }

    /// Shows what was found, which may be more by now.
    private func findAgain(_ source: ItemSource) {
        guard let found = source.found else { return }
        show(found)
        if let filter = source.filter {
            filterFound(found, by: filter)
        } else {
            finder.look(for: found.text, isEntered: true, from: whereabouts)
        }
    }
}
