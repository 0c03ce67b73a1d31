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
    private func filterFound(_ found: Found, by filter: Filter) {
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

    private func readFilter(_ text: String) throws -> Filter {
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
        case .query(let id): return reader.feeds.queries.first { $0.id == id }.map { "(\($0.expression))" }
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

// Searching the library.
extension Navigation {
    /// Whether the list shows search results without a filter.
    package var isFoundBySearch: Bool { reader.items.isFound && reader.items.source?.filter == nil }

    /// Where a search begins that is started now. Results are shown only if these are still the same.
    var searchOrigin: SearchOrigin { SearchOrigin(path: reader.backStack.path, source: reader.items.source) }

    /// Asks for words, and searches while the user types.
    func searchLibrary() {
        guard reader.screen == .feeds || reader.screen == .items else { return }
        // Otherwise going back would show the list of a feed that the cursor has already left.
        showChosenBeside()
        findingAgain.release()
        reader.backStack.cover(reader.items)
        session.ask(
            Question(
                label: "/", history: "search", findsRows: true, isSearch: true, takesNothing: true,
                completion: completion(ofFilter:), follow: { [weak self] in self?.searchTyped($0) },
                leave: { [weak self] in self?.goBackFromSearch() }
            ) { [weak self] text in
                if text.isEmpty { self?.goBackFromSearch() } else { try self?.keepFound(of: text) }
            })
    }

    private func searchTyped(_ text: String) {
        remarkOnSearch(text)
        lookForItems(text)
    }

    /// Searches for the typed text; for an empty one, shows the list below again.
    private func lookForItems(_ text: String) {
        guard text.allSatisfy(\.isWhitespace) else { return finder.look(for: text, from: searchOrigin) }
        stopLooking()
        if !reader.backStack.isCovering(reader.items), let list = reader.backStack.below { show(list) }
    }

    /// Repeats the current search after more items were indexed.
    func searchAgain() {
        if let prompt = session.prompt, session.isSearching { finder.lookAgain(for: prompt.text) }
    }

    /// Shows mistakes in the typed text that typing on can't correct.
    private func remarkOnSearch(_ text: String) {
        session.prompt?.remark = SearchQuery(text, isFinished: false).mistake?.description.asSentence
    }

    /// Keeps the results on top of the list below.
    private func keepFound(of text: String) throws {
        if let mistake = SearchQuery(text).mistake { throw PromptProblem(mistake.description) }
        finder.finish(text, from: searchOrigin)
        // Searching for the same words again must not add another step back.
        if reader.backStack.earlierFound?.text == text { reader.backStack.forgetLastCovered() }
    }

    /// Goes back to the previous search results.
    func showEarlierFound() {
        guard reader.screen == .items, reader.items.isFound, reader.backStack.earlierFound != nil,
            let earlier = reader.backStack.uncover()
        else {
            return session.status = .refused("No previous search results")
        }
        stopLooking()
        show(earlier)
    }

    /// Repeats a search from before lede was restarted.
    func findAgain(_ words: String, filter: String?, choosing item: ItemID?, rowsAbove: Int?) {
        findingAgain.hold(
            finder.found.filter { !$0.0.results.items.isEmpty }.take(1).observe { [weak self] _ in
                guard let self, let found = reader.items.source?.found else { return }
                if let item, reader.items.item(item) != nil { reader.items.choose(item, rowsAbove: rowsAbove) }
                if let filter = filter.flatMap({ try? self.readFilter($0) }) { filterFound(found, by: filter) }
            })
        finder.look(for: words, isEntered: true, from: searchOrigin)
        finder.awaitFirst()
    }

    /// Shows search results, unless the user has gone to another list meanwhile.
    func receive(_ found: Found, lookedForFrom beginning: SearchOrigin) {
        let isTyped = session.isSearching && session.prompt?.text == found.text
        guard isTyped || reader.items.isFound || beginning == searchOrigin else { return }
        let isFromFeeds = isTyped || beginning.path == reader.backStack.path
        // The list may show some of these results already, and the user may have moved in it.
        let isMore = reader.items.isFound && reader.items.source?.found?.text == found.text
        if isMore { showMore(found) } else { show(found) }
        if reader.screen == .feeds, isTyped || !isMore && isFromFeeds { reader.backStack.path.append(.items) }
    }

    /// Replaces partial results by more complete ones. The cursor and the selection stay.
    private func showMore(_ found: Found) {
        let (chosen, rowsAbove) = (reader.items.selected?.id, reader.items.rowsAbove)
        let filter = reader.items.source?.filter ?? filterToBe
        let start = reader.items.selectionStart
        show(found)
        reader.items.reread()
        reader.items.chooseIfListed(chosen, rowsAbove: rowsAbove)
        if let start { reader.items.goOnSelecting(from: start) }
        if let filter { filterFound(found, by: filter) }
    }

    func show(_ found: Found) { show(found.results.items, as: ItemSource(found)) }

    /// Shows found items, best match first.
    func show(_ found: [Item], as source: ItemSource) {
        do {
            let set = ItemSet(found.map(\.id))
            reader.items.open(
                source, try session.library.listing(.all).narrowed(to: set, count: set.count), ranked: found)
        } catch {
            session.troubles.send(error)
        }
    }

    /// Shows the list again in which the user began the search.
    private func goBackFromSearch() {
        let hasFoundNothing = reader.backStack.isCovering(reader.items)
        stopFinding()
        if !hasFoundNothing, let list = reader.backStack.uncover() { show(list) }
    }

    /// Stops searching and filtering, because the user has left the list.
    func stopFinding() {
        stopLooking()
        forgetIdleCover()
    }

    private func stopLooking() {
        findingAgain.release()
        finder.stop()
        filtering.drop()
        filterToBe = nil
    }

    func finishFinding() {
        findingAgain.release()
        forgetIdleCover()
    }

    /// Forgets the covered list if the search has ended without showing results.
    private func forgetIdleCover() {
        if !session.isSearching, reader.backStack.isCovering(reader.items) { reader.backStack.forgetLastCovered() }
    }
}

/// Where the user was when a search began: the way to the screen, and the list.
struct SearchOrigin: Equatable, Sendable {
    let path: [Screen]
    let source: ItemSource?
}
