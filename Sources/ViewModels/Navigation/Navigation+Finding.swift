import Library
import Signals

// Searching the library.
extension Navigation {
    /// Whether the list shows search results without a filter.
    var isFoundBySearch: Bool { items.isFound && items.source?.filter == nil }

    /// The current place and list. Results are shown only if these are still the same.
    var whereabouts: Whereabouts { Whereabouts(path: trail.path, source: items.source) }

    /// Asks for words, and searches while the user types.
    func searchLibrary() {
        guard place == .feeds || place == .items else { return }
        // Otherwise going back would show the list of a feed that the cursor has already left.
        showChosenBeside()
        findingAgain.release()
        trail.cover(items)
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
        guard text.allSatisfy(\.isWhitespace) else { return finder.look(for: text, from: whereabouts) }
        stopLooking()
        if !trail.isCovering(items), let list = trail.below { show(list) }
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
        finder.finish(text, from: whereabouts)
        // Searching for the same words again must not add another step back.
        if trail.earlierFound?.text == text { trail.forgetLastCovered() }
    }

    /// Goes back to the previous search results.
    func showEarlierFound() {
        guard place == .items, items.isFound, trail.earlierFound != nil, let earlier = trail.uncover() else {
            return status = .refused("No previous search results")
        }
        stopLooking()
        show(earlier)
    }

    /// Repeats a search from before lede was restarted.
    func findAgain(_ words: String, filter: String?, choosing item: ItemID?, rowsAbove: Int?) {
        findingAgain.hold(
            finder.found.filter { !$0.0.results.items.isEmpty }.take(1).observe { [weak self] _ in
                guard let self, let found = items.source?.found else { return }
                if let item, items.item(item) != nil { items.choose(item, rowsAbove: rowsAbove) }
                if let filter = filter.flatMap({ try? self.readFilter($0) }) { filterFound(found, by: filter) }
            })
        finder.look(for: words, isEntered: true, from: whereabouts)
        finder.awaitFirst()
    }

    /// Shows search results, unless the user has gone to another list meanwhile.
    func receive(_ found: Found, lookedForFrom beginning: Whereabouts) {
        let isTyped = session.isSearching && session.prompt?.text == found.text
        guard isTyped || items.isFound || beginning == whereabouts else { return }
        let isFromFeeds = isTyped || beginning.path == trail.path
        // The list may show some of these results already, and the user may have moved in it.
        let isMore = items.isFound && items.source?.found?.text == found.text
        if isMore { showMore(found) } else { show(found) }
        if place == .feeds, isTyped || !isMore && isFromFeeds { trail.path.append(.items) }
    }

    /// Replaces partial results by more complete ones. The cursor and the selection stay.
    private func showMore(_ found: Found) {
        let (chosen, rowsAbove) = (items.selected?.id, items.rowsAbove)
        let filter = items.source?.filter ?? filterToBe
        let start = items.selectionStart
        show(found)
        items.reread()
        items.chooseIfListed(chosen, rowsAbove: rowsAbove)
        if let start { items.goOnSelecting(from: start) }
        if let filter { filterFound(found, by: filter) }
    }

    func show(_ found: Found) { show(found.results.items, as: ItemSource(found)) }

    /// Shows found items, best match first.
    func show(_ found: [Item], as source: ItemSource) {
        do {
            let set = ItemSet(found.map(\.id))
            items.open(source, try library.listing(.all).narrowed(to: set, count: set.count), ranked: found)
        } catch {
            troubles.send(error)
        }
    }

    /// Shows the list again in which the user began the search.
    private func goBackFromSearch() {
        let hasFoundNothing = trail.isCovering(items)
        stopFinding()
        if !hasFoundNothing, let list = trail.uncover() { show(list) }
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
        if !session.isSearching, trail.isCovering(items) { trail.forgetLastCovered() }
    }
}

/// The current place with the way to it, and the current list.
struct Whereabouts: Equatable, Sendable {
    let path: [Place]
    let source: ItemSource?
}
