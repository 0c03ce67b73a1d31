import Configuration
import Library
import Signals

// Filtering lists of items.
extension Navigation {
    func askForFilter() {
        guard place == .items, let source = items.source else { return }
        session.ask(
            Question(label: "Filter: ", history: "filter", takesNothing: true, completion: completion(ofFilter:)) {
                [weak self] in try self?.filter(by: $0)
            }, text: (source.found == nil ? source.narrowing : source.filter?.text) ?? "")
    }

    /// Filters this list; an empty text shows all items again. Puts the cursor on `item`, with `rowsAbove` visible rows
    /// above it.
    func filter(by text: String, choosing item: ItemID? = nil, rowsAbove: Int? = nil) throws {
        guard !text.isEmpty else { return clearFilter() }
        let filter = try readFilter(text)
        if let found = items.source?.found { return filterFound(found, by: filter) }
        // A new filter replaces the old one.
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
            // `path` is from before the filtering: at a start, an article may have been opened on top of the list
            // since.
            if !isNarrowed { trail.cover(items, cameBy: path) }
            items.open(source, listing, order: order)
            if let item { items.choose(item, rowsAbove: rowsAbove) } else { items.chooseIfListed(chosen) }
        }
    }

    /// Filters search results, and keeps their order.
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

    /// Finds items off the main queue. Shows them unless the user has gone to another list or applied another filter
    /// meanwhile.
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

    /// Removes the latest filter; for search results, only the one that was applied to them.
    func clearFilter() {
        guard let source = items.source, let found = source.found, source.filter != nil else {
            // Keeps the cursor's item, except when leaving search results.
            return uncover(choosing: items.isFound ? nil : items.selected?.id)
        }
        stopFinding()
        let chosen = items.selected?.id
        show(found)
        items.chooseIfListed(chosen)
    }

    /// Shows the list again that a filter or a search has covered. Puts the cursor on `item`, or where it was.
    func uncover(choosing item: ItemID? = nil) {
        stopFinding()
        guard items.source?.narrowing != nil else { return }
        if let list = items.isFound ? trail.uncoverFound() : trail.uncover() { show(list, choosing: item) }
    }

    /// Shows a covered list as the user left it. Puts the cursor on `item`, or where it was.
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

    /// Shows earlier search results, and searches again for new ones.
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
