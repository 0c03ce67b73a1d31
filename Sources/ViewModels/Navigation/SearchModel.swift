import FoundationEssentials
package import Library
package import Signals
import System

/// Searches the library while the user types. Only the latest text counts.
@MainActor package final class SearchModel {
    /// A search, and where the user started it.
    private struct Look: Equatable, Sendable {
        let text: String
        let query: SearchQuery
        let isEntered: Bool
        let beginning: SearchOrigin
        /// Counts repetitions of the same search, as the index may contain more by now.
        var round = 0

        init(_ text: String, isEntered: Bool, from beginning: SearchOrigin) {
            self.text = text
            query = isEntered ? SearchQuery(entered: text) : SearchQuery(text, isFinished: false)
            self.isEntered = isEntered
            self.beginning = beginning
        }
    }

    /// The latest query.
    package private(set) var query = SearchQuery("")
    /// The search results with where the user started the search. Quick results come first, then all of them.
    let found: Signal<(Found, SearchOrigin), Never>
    /// Whether the search is still running.
    @Published private(set) var isLooking = false
    /// Whether keys wait for the first results of an entered search.
    @Published private(set) var isAwaited = false
    /// Whether nothing was found so far.
    private var hasFoundNothing = true
    /// Whether these are all results. The end of the search follows in a later turn of the main queue.
    private var isComplete = false
    /// The results from typing. They stay unless the entered text finds more.
    private var foundTyped: Found?

    nonisolated private static let mostResults = 200
    /// Results found within `patience`, before the user presses another key, are shown first. The rest follows unless
    /// the user types on.
    nonisolated private static let (patience, longestLook) = (Duration.milliseconds(35), Duration.seconds(10))

    private let look = MutableProperty<Look?>(nil)
    private let finds = Subject<(Found, SearchOrigin), Never>()
    private let snippets: ItemLookup<Snippet>
    private let scope = ScopedDisposable()

    init(_ news: LibraryNews) {
        let (library, troubles) = (news.library, news.troubles)
        found = finds.signal
        snippets = ItemLookup(news, mostKnown: 2000) { _, _ in [:] }
        let finds = look.signal.distinctUntilChanged().flatMapLatest { [weak self] look in
            guard let look else { return Signal<(Found, Look), Never>.empty }
            return library.results(
                of: look.query, limit: Self.mostResults, within: Self.longestLook, patience: Self.patience
            )
            .deliver(on: .main)
            .map { (Found(text: look.text, query: look.query, results: $0), look) }
            .on(failed: { troubles.send($0) }, ended: { MainQueue.assume { self?.end(look) } })
            .catch { _ in .empty }
        }
        scope.add(finds.observe { [weak self] in self?.receive($0, $1) })
    }

    /// A counter that grows whenever more snippets are known.
    package var rounds: Property<Int> { snippets.$round }

    /// Returns the known snippet of an item, which shows the found words, and requests a missing one.
    package func snippet(of item: ItemID) -> Snippet? { snippets.value(of: item) }

    /// Starts a search in place of the last one. An entered text is complete.
    func look(for text: String, isEntered: Bool = false, from beginning: SearchOrigin) {
        begin(Look(text, isEntered: isEntered, from: beginning))
    }

    /// Repeats the search, if it is still the current one. Keys don't wait again if it had all its results.
    func lookAgain(for text: String) {
        guard var look = look.value, look.text == text else { return }
        look.round += 1
        begin(look, isComplete: isComplete)
    }

    /// Treats the typed text as complete. Short texts search only the beginnings of titles while the user types.
    func finish(_ text: String, from beginning: SearchOrigin) {
        if query.findsTitlesAlone, !SearchQuery(entered: text).findsTitlesAlone {
            look(for: text, isEntered: true, from: beginning)
        }
        awaitFirst()
    }

    /// Makes keys wait until the search finds something or ends.
    func awaitFirst() { isAwaited = isLooking && hasFoundNothing && !isComplete }

    func stop() {
        look.value = nil
        end()
    }

    private func begin(_ look: Look, isComplete: Bool = false) {
        query = look.query
        if foundTyped?.text != look.text { foundTyped = nil }
        if isLooking, look == self.look.value { return }
        // A search that has ended may start again with the same text.
        if !isLooking { self.look.value = nil }
        (hasFoundNothing, self.isComplete, isLooking) = (true, isComplete, true)
        self.look.value = look
    }

    /// If a complete text finds nothing, searches for it as if it were being typed. This happens after a restart, for
    /// example.
    private func end(_ look: Look) {
        end()
        guard look.isEntered, hasFoundNothing, foundTyped == nil else { return }
        if SearchQuery(look.text, isFinished: false).findsTitlesAlone {
            begin(Look(look.text, isEntered: false, from: look.beginning))
        }
    }

    private func end() {
        if isLooking { isLooking = false }
        if isAwaited { isAwaited = false }
    }

    private func receive(_ found: Found, _ look: Look) {
        if !look.isEntered {
            foundTyped = found
        } else if let typed = foundTyped, found.results.matches < typed.results.matches {
            query = typed.query
            hasFoundNothing = false
            isAwaited = false
            return
        }
        hasFoundNothing = found.results.items.isEmpty
        isComplete = found.results.isComplete
        snippets.lookAgain { library, items throws(LibraryFailure) in
            try library.snippets(of: items, for: found.query)
        }
        finds.send((found, look.beginning))
        if !hasFoundNothing || isComplete, isAwaited { isAwaited = false }
    }
}

extension Library {
    fileprivate func snippets(
        of items: [ItemID], for query: SearchQuery
    ) throws(LibraryFailure) -> [ItemID: Snippet] {
        var snippets: [ItemID: Snippet] = [:]
        for item in items { snippets[item] = try snippet(of: item, for: query) }
        return snippets
    }
}

/// The results of searching the library, best match first.
package struct Found: Equatable, Sendable {
    let text: String
    let query: SearchQuery
    let results: SearchResults

    /// The list's title: “swift: 128 found”, and what is missing.
    var words: String {
        let found =
            switch (results.isComplete, results.matches) {
            case (_, 0) where query.mistake != nil: "invalid search"
            case (true, let count): "\(count) found"
            case (false, 0): "searching…"
            case (false, let count): "over \(count) found"
            }
        var parts = ["“\(text)”: \(found)"]
        if results.matches > results.items.count { parts.append("best \(results.items.count) shown") }
        if results.unindexed > 0 { parts.append("\(results.unindexed) items not indexed yet") }
        return parts.joined(separator: ", ")
    }
}

/// Where the user was when a search began: the way to the screen, and the list.
struct SearchOrigin: Equatable, Sendable {
    let path: [Screen]
    let source: ItemSource?
}

// Searching the library.
extension Navigation {
    /// Whether the list shows search results without a filter.
    package var isFoundBySearch: Bool { reader.items.isFound && reader.items.source?.filter == nil }

    /// Where a search begins that is started now. Results are shown only if these are still the same.
    var searchOrigin: SearchOrigin { SearchOrigin(path: reader.backStack.path, source: reader.items.source) }

    /// Shows what searches find, from now on.
    func followSearch() {
        scope.add(finder.found.observe { [weak self] in self?.receive($0, lookedForFrom: $1) })
        scope.add(finder.$isLooking.observe { [weak self] isLooking in if !isLooking { self?.finishFinding() } })
        session.wait(for: finder.$isAwaited) { [weak self] in self?.stopFinding() }
    }

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
        reader.items.open(source, Listing(found: ItemSet(found.map(\.id))), ranked: found)
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
