import Configuration
import Dispatch
import FoundationEssentials
import Library
import Signals

/// What was listed before a filter or a search, for the way back.
struct WiderList {
    let path: [Place]
    let source: ItemSource?
    let order: Listing.Order?
    let item: ItemID?
}

// Lists that are narrowed: to what a filter is true of, or to what is found of words in the whole library.
extension ReaderModel {
    /// Asks for words, which are looked for while they are typed.
    func searchLibrary() {
        guard place == .feeds || place == .items else { return }
        noteWider()
        searchedFrom = (path.value, items.source.value)
        ask(.findItems)
    }

    func lookForItems(_ text: String) {
        if text.allSatisfy(\.isWhitespace) { return takeBackFound(keeping: true) }
        finder.look(for: text) { [weak self] found in self?.take(found) }
    }

    /// Looks again for what is being typed, which the index may have now.
    func noteIndexed() {
        if let prompt = prompt.value, prompt.purpose == .findItems { lookForItems(prompt.text) }
    }

    /// Shows what was found, unless the person has gone to another list meanwhile.
    func take(_ found: SearchModel.Found) {
        let isTyped = prompt.value?.purpose == .findItems && prompt.value?.text == found.text
        guard isTyped || items.isRanked || isWhereSearchBegan else { return }
        // Some of it may be shown already, and the person may have gone on in it.
        let isMore = items.isRanked && items.source.value?.narrowing == found.text
        let chosen = isMore ? items.selected?.id : nil
        show(found)
        if isMore { items.reread() }
        if let chosen, items.item(chosen) != nil { items.choose(chosen) }
        if place == .feeds, isTyped || !isMore && path.value == searchedFrom.path { path.value.append(.items) }
    }

    private var isWhereSearchBegan: Bool {
        path.value == searchedFrom.path && items.source.value == searchedFrom.source
    }

    private func show(_ found: SearchModel.Found) {
        do {
            let listing = try library.listing(.all)
            let set = ItemSet(found.results.items.map(\.id))
            let source = ItemSource(name: found.words, scope: .all, narrowing: found.text)
            items.open(source, listing.narrowed(to: set, count: set.count), ranked: found.results.items)
        } catch {
            troubles.send(error)
        }
    }

    /// Shows the list again that there was before anything was found. One that was narrowed before stays as it is until
    /// something is.
    func takeBackFound(keeping isKept: Bool = false) {
        stopFinding()
        if !isWhereSearchBegan { widen(keeping: isKept) }
    }

    /// Gives up what is looked for, since the person has left the list that it would be shown in.
    func stopFinding() {
        finder.stop()
        awaitedFilter = nil
    }

    func askForFilter() {
        guard place == .items, let source = items.source.value else { return }
        if items.isRanked { return status.value = .problem(Self.foundIsNotFiltered) }
        ask(.filter, text: source.narrowing ?? "")
    }

    /// Shows of this list what a filter is true of; without one, all of it again.
    func filter(by text: String) throws {
        guard !text.isEmpty else { return widen() }
        let filter = try readFilter(text)
        noteWider()
        guard !items.isRanked, let wider = wider?.source else { throw PromptProblem(Self.foundIsNotFiltered) }
        let source = ItemSource(
            name: "\(wider.name) · \(text)", scope: wider.scope, unreadOnly: wider.unreadOnly, narrowing: text)
        let (order, unreadOnly) = (wider.feed == nil ? items.order : items.currentOrder, items.unreadOnly)
        let asked = items.source.value
        awaitedFilter = source
        status.value = .done("Filtering …")
        filtering.async { [library, weak self] in
            let found = Result { () throws(LibraryFailure) in
                let unreadOnly = source.unreadOnly || unreadOnly
                let listing = try library.listing(source.scope, unreadOnly: unreadOnly, order: order)
                return try library.listing(listing, matching: filter)
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(found, of: source, askedOn: asked) } }
        }
    }

    private static let foundIsNotFiltered =
        "What is found is narrowed by its own words: / takes is:unread or tag:x, too"

    /// Shows what a filter is true of, unless the person has gone to another list or asked for another filter meanwhile.
    private func take(_ found: Result<Listing, LibraryFailure>, of source: ItemSource, askedOn asked: ItemSource?) {
        guard awaitedFilter == source, place == .items, items.source.value == asked else { return }
        awaitedFilter = nil
        status.value = nil
        switch found {
        case .success(let listing): items.open(source, listing)
        case .failure(let failure): troubles.send(failure)
        }
    }

    private func readFilter(_ text: String) throws -> Filter {
        do throws(FilterProblem) { return try Filter(text) } catch { throw PromptProblem("\(error)") }
    }

    /// Shows the list again that there was before it was narrowed, and its item where it is kept.
    func widen(keeping isKept: Bool = false) {
        stopFinding()
        guard let wider, items.source.value?.narrowing != nil else { return }
        if !isKept { self.wider = nil }
        if path.value != wider.path { path.value = wider.path }
        guard let source = wider.source else { return items.close() }
        items.open(source, order: wider.order)
        if let item = wider.item { items.choose(item) }
    }

    private func noteWider() {
        if wider != nil, items.source.value?.narrowing != nil { return }
        wider = WiderList(
            path: path.value, source: items.source.value, order: items.ownOrder, item: items.selected?.id)
    }
}

// Filters with names, and lists that are made of them.
extension ReaderModel {
    private var namedFilters: [(name: String, text: String)] {
        config.value.lines(named: "define-filter").map { line in
            let words = line.operands.map(\.text)
            return (words.first ?? "", words.dropFirst().first ?? "")
        }
    }

    func chooseFilter() {
        guard place == .items else { return }
        if items.isRanked { return status.value = .problem(Self.foundIsNotFiltered) }
        let filters = namedFilters
        if filters.isEmpty {
            return status.value = .problem(
                "No filter has a name yet: write “define-filter NAME FILTER” in the config file")
        }
        choose(
            Choice(
                .filter, title: "Filter by:", filters.map { Choice.Option($0.name, detail: $0.text, value: $0.text) }))
    }

    /// Asks what a list is to be called that keeps holding what this one shows.
    func saveNarrowing() {
        guard let source = items.source.value, let text = source.narrowing else {
            return status.value = .problem("Only what is searched for or filtered can be saved as a list (/ or f)")
        }
        do {
            let filter = try readFilter(expression(of: source.scope).map { "\($0) and (\(text))" } ?? text)
            ask(.newQuery(filter.text), text: "")
        } catch {
            status.value = .problem("\(error)")
        }
    }

    /// What is true of all items of a list, in the words of filters; nil where that is anything.
    private func expression(of scope: Listing.Scope) -> String? {
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }
        switch scope {
        case .all: return nil
        case .feed(let id): return feeds.feed(id).map { "rssurl = \(quoted($0.url))" }
        case .tag(let tag): return "tags # \(quoted(tag))"
        case .taggedItems(let tag): return "flags # \(quoted(tag))"
        case .starred: return "is:starred"
        case .since: return "after:today"
        case .query(let id): return feeds.queries.first { $0.id == id }.map { "(\($0.expression))" }
        }
    }

    func completion(ofFilter text: String) -> Completion {
        let begun = text.split(omittingEmptySubsequences: false) { " (!".contains($0) }.last ?? ""
        return Completion(of: begun, among: Self.filterWords, end: "")
    }

    private static let filterWords = [
        "is:unread", "is:read", "is:starred", "tag:", "feed:", "after:", "before:", "title:", "author:", "unread = ",
        "title =~ ", "author =~ ", "content =~ ", "link =~ ", "age < ", "tags # ", "flags # ", "feedtitle =~ "
    ]
}

extension SearchModel.Found {
    /// “swift: 128 found”, and what is missing of them.
    fileprivate var words: String {
        var parts = ["“\(text)”: \(results.matches) found"]
        if !results.isComplete { parts.append("and older ones") }
        if results.unindexed > 0 { parts.append("\(results.unindexed) items can't be found yet") }
        return parts.joined(separator: ", ")
    }
}
