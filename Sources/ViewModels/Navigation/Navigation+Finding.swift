import Library
import Signals

// What is found of words in the whole library.
extension Navigation {
    /// Whether the list is what a search has found, and no filter narrows that.
    var isFoundBySearch: Bool { items.isFound && items.source?.filter == nil }

    /// Where the person is, for what is to be shown only where they still are then.
    var whereabouts: Whereabouts { Whereabouts(path: trail.path, source: items.source) }

    /// Asks for words, which are looked for while they are typed.
    func searchLibrary() {
        guard place == .feeds || place == .items else { return }
        // Else the way back would lead to the list of a feed that the cursor has left.
        showChosenBeside()
        findingAgain.release()
        trail.cover(items)
        session.ask(
            Question(
                label: "/", history: "search", findsRows: true, isSearch: true, takesNothing: true,
                completion: completion(ofFilter:), follow: { [weak self] in self?.noteTyped($0) },
                leave: { [weak self] in self?.takeBackFound() }
            ) { [weak self] text in
                if text.isEmpty { self?.takeBackFound() } else { try self?.keepFound(of: text) }
            })
    }

    private func noteTyped(_ text: String) {
        remarkOnSearch(text)
        lookForItems(text)
    }

    /// Looks for what is typed; where nothing is, shows what stands below that.
    private func lookForItems(_ text: String) {
        guard text.allSatisfy(\.isWhitespace) else { return finder.look(for: text, from: whereabouts) }
        stopLooking()
        if !trail.isCovering(items), let list = trail.below { show(list) }
    }

    /// Looks again for what is being typed, which the index may have now.
    func noteIndexed() {
        if let prompt = session.prompt, session.isSearching { finder.lookAgain(for: prompt.text) }
    }

    /// Says of what is being typed what can't become right any more.
    private func remarkOnSearch(_ text: String) {
        session.prompt?.remark = SearchQuery(text, isFinished: false).mistake?.sentence
    }

    /// Keeps what was found, on top of what had been before it.
    private func keepFound(of text: String) throws {
        if let mistake = SearchQuery(text).mistake { throw PromptProblem(mistake.sentence) }
        finder.finish(text, from: whereabouts)
        // The same words lead back to themselves.
        if trail.earlierFound?.text == text { trail.forgetLastCovered() }
    }

    /// Goes back to what was found before what is shown.
    func showEarlierFound() {
        guard place == .items, items.isFound, trail.earlierFound != nil, let earlier = trail.uncover() else {
            return status = .refused("No previous search results")
        }
        stopLooking()
        show(earlier)
    }

    /// Looks for words once more that were looked for before lede was left.
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

    /// Shows what was found, unless the person has gone to another list meanwhile.
    func take(_ found: Found, lookedForFrom beginning: Whereabouts) {
        let isTyped = session.isSearching && session.prompt?.text == found.text
        guard isTyped || items.isFound || beginning == whereabouts else { return }
        let isFromFeeds = isTyped || beginning.path == trail.path
        // Some of it may be shown already, and the person may have gone on in it.
        let isMore = items.isFound && items.source?.found?.text == found.text
        if isMore { showMore(found) } else { show(found) }
        if place == .feeds, isTyped || !isMore && isFromFeeds { trail.path.append(.items) }
    }

    /// Shows all that was found in the place of a part of it: the person stays where they are in that, with what they selected.
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

    /// Lists items that were found, the best first.
    func show(_ found: [Item], as source: ItemSource) {
        do {
            let set = ItemSet(found.map(\.id))
            items.open(source, try library.listing(.all).narrowed(to: set, count: set.count), ranked: found)
        } catch {
            troubles.send(error)
        }
    }

    /// Shows the list again from which the person began to search.
    private func takeBackFound() {
        let hasFoundNothing = trail.isCovering(items)
        stopFinding()
        if !hasFoundNothing, let list = trail.uncover() { show(list) }
    }

    /// Gives up what is looked for, since the person has left the list that it would be shown in.
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

    func noteAllIsFound() {
        findingAgain.release()
        forgetIdleCover()
    }

    /// A search that is over and has found nothing covers nothing.
    private func forgetIdleCover() {
        if !session.isSearching, trail.isCovering(items) { trail.forgetLastCovered() }
    }
}

/// Where the person is, and what is listed there.
struct Whereabouts: Equatable, Sendable {
    let path: [Place]
    let source: ItemSource?
}

extension SearchMistake {
    /// For the reader, where it is said by itself.
    fileprivate var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }
}
