import Configuration
import Library
import Signals
import System

// Filtering lists of items.
extension Navigation {
    func askForFilter() {
        guard reader.screen == .items, let source = reader.items.source else { return }
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
        if let found = reader.items.source?.found { return filterFound(found, by: filter) }
        // A new filter replaces the old one.
        let isNarrowed = reader.items.source?.narrowing != nil
        guard let whole = isNarrowed ? reader.backStack.coveredSource : reader.items.source else { return }
        let source = ItemSource(
            name: "\(whole.name) · \(text)", scope: whole.scope, unreadOnly: whole.unreadOnly, narrowing: text)
        let order = whole.feed == nil ? reader.items.order : reader.items.currentOrder
        let unreadOnly = source.unreadOnly || reader.items.unreadOnly
        let chosen = reader.items.selected?.id
        look { library throws(LibraryFailure) in
            let listing = try library.listing(source.scope, unreadOnly: unreadOnly, order: order.listed)
            return try library.listing(listing, matching: filter)
        } show: { [backStack = reader.backStack, items = reader.items, path = reader.backStack.path] listing in
            // `path` is from before the filtering: at a start, an article may have been opened on top of the list
            // since.
            if !isNarrowed { backStack.cover(items, cameBy: path) }
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
            let chosen = reader.items.selected?.id
            show(found.results.items.filter { matching.contains($0.id) }, as: ItemSource(found, by: filter))
            reader.items.chooseIfListed(chosen)
        }
    }

    /// Finds items off the main queue. Shows them unless the user has gone to another list or applied another filter
    /// meanwhile.
    private func look<Listed: Sendable>(
        for filterOfFound: Filter? = nil, _ find: @escaping @Sendable (Library) throws(LibraryFailure) -> Listed,
        show: @escaping @MainActor @Sendable (Listed) -> Void
    ) {
        let asked = reader.items.source
        let said = Status.done("Filtering… (Esc to cancel)")
        session.status = said
        filterToBe = filterOfFound
        filtering.ask(find) { [weak self] listed in
            guard let self else { return }
            filterToBe = nil
            if session.status == said { session.status = nil }
            if let listed, reader.items.source == asked { show(listed) }
        }
    }

    func readFilter(_ text: String) throws -> Filter {
        do throws(FilterProblem) { return try Filter(text) } catch { throw PromptProblem("\(error)") }
    }

    /// Removes the latest filter; for search results, only the one that was applied to them.
    func clearFilter() {
        guard let source = reader.items.source, let found = source.found, source.filter != nil else {
            // Keeps the cursor's item, except when leaving search results.
            return uncover(choosing: reader.items.isFound ? nil : reader.items.selected?.id)
        }
        stopFinding()
        let chosen = reader.items.selected?.id
        show(found)
        reader.items.chooseIfListed(chosen)
    }

    /// Shows the list again that a filter or a search has covered. Puts the cursor on `item`, or where it was.
    func uncover(choosing item: ItemID? = nil) {
        stopFinding()
        guard reader.items.source?.narrowing != nil else { return }
        if let list = reader.items.isFound ? reader.backStack.uncoverFound() : reader.backStack.uncover() {
            show(list, choosing: item)
        }
    }

    /// Shows a covered list as the user left it. Puts the cursor on `item`, or where it was.
    func show(_ list: CoveredList, choosing item: ItemID? = nil) {
        if reader.backStack.path != list.path { reader.backStack.path = list.path }
        guard let source = list.source else { return reader.items.close() }
        if let feed = source.feed, reader.feeds.feed(feed) == nil { return leaveItems() }
        if source.found != nil {
            findAgain(source)
            reader.items.chooseIfListed(item ?? list.item, rowsAbove: list.rowsAbove)
            return
        }
        if let listing = list.listing {
            reader.items.reopen(source, listing, order: list.order)
        } else {
            reader.items.open(source, order: list.order)
        }
        let rowsAbove = item == nil || item == list.item ? list.rowsAbove : nil
        if let item = item ?? list.item { reader.items.choose(item, rowsAbove: rowsAbove) }
    }

    /// Shows earlier search results, and searches again for new ones.
    private func findAgain(_ source: ItemSource) {
        guard let found = source.found else { return }
        show(found)
        if let filter = source.filter {
            filterFound(found, by: filter)
        } else {
            finder.look(for: found.text, isEntered: true, from: searchOrigin)
        }
    }
}

// Named filters, and the filter expression of the current list.
extension Navigation {
    private var namedFilters: [(name: String, text: String)] {
        session.config.lines(named: "define-filter").map { line in
            let words = line.operands.map(\.text)
            return (words.first ?? "", words.dropFirst().first ?? "")
        }
    }

    func chooseFilter() {
        guard reader.screen == .items || reader.screen == .feeds else { return }
        let named = namedFilters
        if named.isEmpty {
            return session.status = .refused(
                "No named filters yet: add “define-filter NAME FILTER” to the config file")
        }
        // Filters with attributes of items match no feeds.
        let filters = reader.screen == .feeds ? named.filter { (try? Filter(ofFeeds: $0.text)) != nil } : named
        if filters.isEmpty {
            return session.status = .refused(
                "Your named filters match items, not feeds: open a feed and press \(session.key(.chooseFilter))")
        }
        let options = filters.map { Choice.Option($0.name, detail: $0.text, value: $0.text) }
        session.choose(Choice(title: "Filter by:", options)) { [weak self] option in
            do { try self?.narrow(to: option.value) } catch { self?.session.status = .refused(error) }
        }
    }

    /// Filters the current list.
    func narrow(to text: String) throws {
        if reader.screen == .feeds { try keepNarrowing(to: text) } else { try filter(by: text) }
    }

    /// Filters the current list by a named filter.
    func narrow(toNamed name: String) throws {
        guard let filter = namedFilters.first(where: { $0.name == name }) else {
            let hint = NearestName.hint(for: name, among: namedFilters.map(\.name))
            throw PromptProblem("No filter named “\(name)” in the config file\(hint)")
        }
        // A filter with attributes of items is invalid here, and leaves the list as it is.
        if reader.screen == .feeds { try checkFilter(ofFeeds: filter.text) }
        try narrow(to: filter.text)
    }

    /// The filter expression of the items in this list, for a saved search; nil if the list isn't filtered.
    func filterOfList() throws -> Filter? {
        guard let source = reader.items.source, let text = narrowing else { return nil }
        return try readFilter(expression(of: source.scope).map { "\($0) and (\(text))" } ?? text)
    }

    /// The current filter or search, as a filter expression.
    private var narrowing: String? {
        guard let source = reader.items.source, let found = source.found else { return reader.items.source?.narrowing }
        let words = found.query.filterText
        return source.filter.map { words.isEmpty ? $0.text : "\(words) and (\($0.text))" } ?? words
    }

    /// A filter expression for all items of a list; nil if the list contains everything.
    private func expression(of scope: Listing.Scope) -> String? {
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }
        switch scope {
        case .all: return nil
        case .feed(let id): return reader.feeds.feed(id).map { "rssurl = \(quoted($0.url))" }
        case .tag(let tag): return "tags # \(quoted(tag))"
        case .taggedItems(let tag): return "flags # \(quoted(tag))"
        case .state(let state): return "is:\(state.countedName)"
        case .since: return "after:today"
        case .query(let id): return reader.feeds.reading.queries.first { $0.id == id }.map { "(\($0.expression))" }
        }
    }

    func completion(ofFilter text: String) -> PromptCompletion {
        let begun = text.split(omittingEmptySubsequences: false) { " (!".contains($0) }.last ?? ""
        return PromptCompletion(of: begun, among: Self.filterWords, end: "")
    }

    private static let filterWords = [
        "is:unread", "is:read", "is:starred", "tag:", "feed:", "after:", "before:", "title:", "author:", "unread = ",
        "title =~ ", "author =~ ", "content =~ ", "link =~ ", "age < ", "tags # ", "flags # ", "feedtitle =~ "
    ]
}

// Filters the list of feeds while the user types.
extension Navigation {
    func askForFeeds() {
        let before = reader.feeds.narrowing?.text ?? ""
        let (entry, rowsAbove) = (reader.feeds.selectedEntry?.id, reader.feeds.cursor.rowsAbove)
        let goBack = { @MainActor [weak self] in
            guard let self else { return }
            reader.feeds.narrow(to: before)
            if let entry { reader.feeds.choose(entry) }
            reader.feeds.cursor.rowsAbove = rowsAbove
        }
        session.ask(
            Question(
                label: "Filter feeds: ", history: "feeds", findsRows: true, takesNothing: true,
                completion: completion(ofFeeds:), follow: { [weak self] in self?.reader.feeds.narrow(to: $0) },
                leave: goBack
            ) { [weak self] in try self?.keepNarrowing(to: $0) }, text: before)
    }

    /// Keeps the filtered list, or says why it is empty.
    func keepNarrowing(to text: String) throws {
        reader.feeds.narrow(to: text)
        guard let narrowing = reader.feeds.narrowing else { return }
        guard reader.feeds.entries.isEmpty else {
            let count = Set(reader.feeds.entries.compactMap(\.feed?.id)).count
            return session.status = .done("\(count.counted("feed")) (\(session.key(.escape)) to show all)")
        }
        if narrowing.isMeantAsExpression { try checkFilter(ofFeeds: text) }
        throw PromptProblem("No feeds match")
    }

    /// Throws the problem of a text that isn't a filter of feeds.
    func checkFilter(ofFeeds text: String) throws {
        do throws(FilterProblem) { _ = try Filter(ofFeeds: text) } catch { throw PromptProblem("\(error)") }
    }

    func completion(ofFeeds text: String) -> PromptCompletion {
        let begun = text.split(omittingEmptySubsequences: false) { " (!".contains($0) }.last ?? ""
        let words = [
            "is:unread", "feed:", "feedtitle =~ ", "rssurl =~ ", "tags # ", "unread_count > ", "total_count > "
        ]
        let tags = Set(reader.feeds.all.flatMap(\.tags)).filter { !$0.contains(" ") }.map { "tag:\($0)" }
        return PromptCompletion(of: begun, among: words + ["latest_article_age < "] + tags, end: "")
    }
}
