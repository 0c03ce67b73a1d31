import FoundationEssentials
import Library
import Signals

/// What was found of words, and how that was narrowed.
struct FoundLists {
    /// What is shown, or was last.
    var shown: SearchModel.Found?
    /// The filter that narrows it.
    var filter: Filter?
    /// The list that it was looked for from, where a filter narrows that.
    var narrowed: WiderList?
    /// What was found before, by searches that were begun in what those before them had found.
    var earlier: [SearchModel.Found] = []

    static let mostEarlier = 50
}

/// Where the person was when they began to search.
struct SearchBeginning {
    var path: [Place] = []
    var source: ItemSource?
    /// What had been found, where they were in that.
    var found: SearchModel.Found?
    /// What that was narrowed by.
    var filter: Filter?
    /// What that list was narrowed from.
    var wider: WiderList?
    var item: ItemID?
    var rowsAbove: Int?
}

// What is found of words in the whole library.
extension Navigation {
    /// Whether the list is what a search has found, and no filter narrows that.
    var isFoundBySearch: Bool { items.isFound && found.filter == nil }

    /// Asks for words, which are looked for while they are typed.
    func searchLibrary() {
        guard place == .feeds || place == .items else { return }
        // Else the way back would lead to the list of a feed that the cursor has left.
        showChosenBeside()
        let isInFound = place == .items && items.isFound
        if !isInFound { (found.earlier, found.narrowed) = ([], nil) }
        if !isInFound, place == .items, let source = items.source, source.narrowing != nil {
            found.narrowed = WiderList(path: trail.path, source: source, order: items.ownOrder, of: items)
        }
        searchedFrom = SearchBeginning(
            path: trail.path, source: items.source, found: isInFound ? found.shown : nil,
            filter: isInFound ? found.filter : nil, wider: wider, item: items.selected?.id, rowsAbove: items.rowsAbove)
        noteWider()
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

    func lookForItems(_ text: String, isEntered: Bool = false) {
        if text.allSatisfy(\.isWhitespace) { return takeBackFound(keeping: true) }
        finder.look(for: text, isEntered: isEntered) { [weak self] found in
            guard let self else { return }
            if let found { take(found) }
            if !finder.hasFoundNothingYet { session.awaited.search = false }
        }
    }

    /// Looks again for what is being typed, which the index may have now.
    func noteIndexed() {
        if let prompt = session.prompt, session.isSearching { lookForItems(prompt.text) }
    }

    /// Says of what is being typed what can't become right any more.
    func remarkOnSearch(_ text: String) {
        session.prompt?.remark = SearchQuery(text, isFinished: false).mistake?.sentence
    }

    /// Keeps what was found, and what had been before it.
    func keepFound(of text: String) throws {
        if let mistake = SearchQuery(text).mistake { throw PromptProblem(mistake.sentence) }
        if finder.query.findsTitlesAlone, !SearchQuery(entered: text).findsTitlesAlone {
            lookForItems(text, isEntered: true)
        }
        session.awaited.search = finder.hasFoundNothingYet
        guard let before = searchedFrom.found, before.text != text else { return }
        found.earlier = (found.earlier + [before]).suffix(FoundLists.mostEarlier)
        searchedFrom.found = nil
    }

    /// Goes back to what was found before what is shown.
    func showEarlierFound() {
        guard place == .items, items.isFound, let earlier = found.earlier.popLast() else {
            return status = .problem("Nothing was found before this (a search begun in what is found leaves it)")
        }
        showAgain(earlier)
    }

    /// Shows what was found of some words, and looks for them once more.
    private func showAgain(_ found: SearchModel.Found) {
        show(found)
        lookForItems(found.text, isEntered: true)
    }

    /// Looks for words once more that were looked for before lede was left.
    func findAgain(_ words: String, filter: String?, choosing item: ItemID?, rowsAbove: Int?) {
        searchedFrom = SearchBeginning(path: trail.path, source: items.source)
        session.awaited.search = true
        finder.look(for: words, isEntered: true) { [weak self] found in
            guard let self else { return }
            let isFirst = !items.isFound
            if let found { take(found) }
            session.awaited.search = false
            guard isFirst, items.isFound else { return }
            if let item, items.item(item) != nil { items.choose(item, rowsAbove: rowsAbove) }
            if let filter = filter.flatMap({ try? self.readFilter($0) }) { filterFound(by: filter) }
        }
    }

    /// Shows what was found, unless the person has gone to another list meanwhile.
    func take(_ found: SearchModel.Found) {
        let isTyped = session.isSearching && session.prompt?.text == found.text
        guard isTyped || items.isFound || isWhereSearchBegan else { return }
        // Some of it may be shown already, and the person may have gone on in it.
        let isMore = items.isFound && self.found.shown?.text == found.text
        if isMore { showMore(found) } else { show(found) }
        if place == .feeds, isTyped || !isMore && trail.path == searchedFrom.path { trail.path.append(.items) }
    }

    /// Shows all that was found in the place of a part of it: the person stays where they are in that, with what they selected.
    private func showMore(_ found: SearchModel.Found) {
        let (chosen, rowsAbove, filter) = (items.selected?.id, items.rowsAbove, self.found.filter)
        let start = items.selectionStart
        show(found)
        items.reread()
        items.chooseIfListed(chosen, rowsAbove: rowsAbove)
        if let start { items.goOnSelecting(from: start) }
        if let filter { filterFound(by: filter) }
    }

    private var isWhereSearchBegan: Bool {
        trail.path == searchedFrom.path && items.source == searchedFrom.source
    }

    func show(_ found: SearchModel.Found) {
        self.found.shown = found
        self.found.filter = nil
        show(found.results.items, as: ItemSource(name: found.words, scope: .all, narrowing: found.text))
    }

    /// Lists items that were found, the best first.
    func show(_ found: [Item], as source: ItemSource) {
        do {
            let set = ItemSet(found.map(\.id))
            items.open(source, try library.listing(.all).narrowed(to: set, count: set.count), ranked: found)
        } catch {
            troubles.send(error)
        }
    }

    /// Shows the list again that there was before anything was found. One that was narrowed before stays as it is until
    /// something is.
    func takeBackFound(keeping isKept: Bool = false) {
        stopFinding()
        if isWhereSearchBegan {
            if !isKept { wider = searchedFrom.wider }
            return
        }
        guard let found = searchedFrom.found else { return widen(keeping: isKept) }
        if let filter = searchedFrom.filter {
            show(found)
            filterFound(by: filter)
        } else {
            showAgain(found)
        }
        items.chooseIfListed(searchedFrom.item, rowsAbove: searchedFrom.rowsAbove)
    }

    /// Gives up what is looked for, since the person has left the list that it would be shown in.
    func stopFinding() {
        finder.stop()
        session.awaited.filter = nil
        session.awaited.search = false
    }
}

extension SearchMistake {
    /// For the reader, where it is said by itself.
    fileprivate var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }
}

extension SearchModel.Found {
    /// “swift: 128 found”, and what is missing of them.
    var words: String {
        let found =
            switch (results.isComplete, results.matches) {
            case (true, let count): "\(count) found"
            case (false, 0): "looking …"
            case (false, let count): "more than \(count) found"
            }
        var parts = ["“\(text)”: \(found)"]
        if results.matches > results.items.count { parts.append("the best \(results.items.count)") }
        if results.unindexed > 0 { parts.append("\(results.unindexed) items can't be found yet") }
        return parts.joined(separator: ", ")
    }
}
