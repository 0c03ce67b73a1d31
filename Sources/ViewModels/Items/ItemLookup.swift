package import Configuration
package import Library
package import Signals
import System

/// Looks up values of visible items off the main queue, in one query for each painting.
@MainActor final class ItemLookup<Value: Equatable & Sendable> {
    /// A counter that grows whenever more is known.
    @Published var round = 0

    private let mostKnown: Int
    private let inquiry: Inquiry
    private var look: Look
    private var known: [ItemID: Value] = [:]
    /// Items whose values are known or being looked up.
    private var asked: Set<ItemID> = []
    private var wanted: [ItemID] = []
    private let scope = ScopedDisposable()

    typealias Look = @Sendable (Library, [ItemID]) throws(LibraryFailure) -> [ItemID: Value]

    /// `mostKnown` is more than anybody scrolls through in one list.
    init(_ news: LibraryNews, mostKnown: Int, look: @escaping Look) {
        self.mostKnown = mostKnown
        self.look = look
        inquiry = Inquiry(news)
        scope.add(inquiry.isUnderWayToFollow.observe { [weak self] isUnderWay in if !isUnderWay { self?.ask() } })
    }

    /// Returns the known value of an item, and requests a missing one.
    func value(of item: ItemID) -> Value? {
        if max(asked.count, known.count) > mostKnown { forget() }
        if asked.insert(item).inserted {
            if wanted.isEmpty { askSoon() }
            wanted.append(item)
        }
        return known[item]
    }

    /// Changes what is looked up, and forgets all known values.
    func look(by look: @escaping Look) {
        self.look = look
        forget()
        round += 1
    }

    /// Changes how values are looked up, and looks up visible items again.
    func lookAgain(by look: @escaping Look) {
        self.look = look
        lookAgain()
    }

    /// Looks up items again when they are shown. Old values stay until then, so that nothing flickers.
    func lookAgain(at isMeant: (ItemID) -> Bool = { _ in true }) {
        guard !asked.isEmpty else { return }
        asked = asked.filter { !isMeant($0) }
        round += 1
    }

    /// Forgets everything, and drops a running query.
    private func forget() {
        (known, asked, wanted) = ([:], [], [])
        inquiry.drop()
    }

    private func askSoon() {
        MainQueue.async { [weak self] in self?.ask() }
    }

    private func ask() {
        guard !wanted.isEmpty, !inquiry.isUnderWay else { return }
        let items = wanted
        wanted = []
        inquiry.ask { [look] library throws(LibraryFailure) in
            try look(library, items)
        } receive: { [weak self] found in
            if let found { self?.learn(found, of: items) }
        }
    }

    private func learn(_ values: [ItemID: Value], of items: [ItemID]) {
        let before = known
        for item in items { known[item] = values[item] }
        if known != before { round += 1 }
    }
}

/// The `highlight-article` line for each item: the first whose filter matches. Some filters need the items' texts.
@MainActor package final class ItemHighlights {
    private let lookup: ItemLookup<Int>
    /// The filters of the lines; nil for an invalid one.
    private var filters: [Filter?] = []
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        lookup = ItemLookup(news, mostKnown: 20_000) { _, _ in [:] }
        subscriptions.add(news.changes.observe { [weak self] in self?.follow($0) })
    }

    /// A counter that grows whenever more is known.
    package var rounds: Property<Int> { lookup.$round }

    func apply(_ filters: [Filter?]) {
        guard filters != self.filters else { return }
        self.filters = filters
        lookup.look { library, items in library.lines(of: ItemSet(items), among: filters) }
    }

    /// The index of the line; nil if none matches, or the result isn't known yet.
    package func line(for item: ItemID) -> Int? { filters.isEmpty ? nil : lookup.value(of: item) }

    private func follow(_ change: LibraryChange) {
        switch change {
        case .marked(_, let items, _), .pages(let items): lookup.lookAgain { items.contains($0) }
        case .marks, .restored, .feed, .subscriptions: lookup.lookAgain()
        case .newItems, .query, .queries, .rewritten, .episodes, .done: return
        }
    }
}

extension Library {
    /// The index of the first filter that matches each item. A filter that fails matches nothing.
    fileprivate func lines(of items: ItemSet, among filters: [Filter?]) -> [ItemID: Int] {
        var lines: [ItemID: Int] = [:]
        var rest = items
        for (line, filter) in filters.enumerated() {
            guard let filter, !rest.isEmpty, let found = try? self.items(of: rest, matching: filter) else { continue }
            for item in found { lines[item] = line }
            rest = rest.subtracting(found)
        }
        return lines
    }
}

extension Config {
    /// The filters of the lines with `highlight-article`, nil for an invalid one, and their problems.
    package var articleHighlights: (filters: [Filter?], problems: [ConfigProblem]) {
        filters(of: "highlight-article") { text throws(FilterProblem) in try Filter(text) }
    }

    /// The filters of the lines with `highlight-feed`, and their problems.
    package var feedHighlights: (filters: [Filter?], problems: [ConfigProblem]) {
        filters(of: "highlight-feed") { text throws(FilterProblem) in try Filter(ofFeeds: text) }
    }

    /// The problems of the lines with `define-filter`.
    package var filterProblems: [ConfigProblem] {
        filters(of: "define-filter", at: 2) { text throws(FilterProblem) in try Filter(text) }.problems
    }

    private func filters(
        of name: String, at place: Int = 1, read: (String) throws(FilterProblem) -> Filter
    ) -> (filters: [Filter?], problems: [ConfigProblem]) {
        var filters: [Filter?] = []
        var problems: [ConfigProblem] = []
        for line in lines(named: name) {
            let word = line.words[place]
            do throws(FilterProblem) {
                filters.append(try read(word.text))
            } catch {
                filters.append(nil)
                problems.append(ConfigProblem(at: word.place, "invalid filter: \(error)"))
            }
        }
        return (filters, problems)
    }
}

/// Details for rows that lists don't load: tags, attached files, length of the text. Files and lengths are looked up only if
/// the user's row format shows them.
@MainActor package final class RowDetails {
    private let lookup: ItemLookup<ItemDetails>
    private let tagLookup: ItemLookup<[String]>
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        lookup = ItemLookup(news, mostKnown: 5000) { library, items throws(LibraryFailure) in
            try library.details(of: items)
        }
        tagLookup = ItemLookup(news, mostKnown: 5000) { library, items throws(LibraryFailure) in
            var known: [ItemID: [String]] = [:]
            for (tag, tagged) in try library.tags(of: ItemSet(items)).sorted(by: { $0.key < $1.key }) {
                for item in tagged { known[item, default: []].append(tag) }
            }
            return known
        }
        subscriptions.add(news.changes.observe { [weak self] in self?.follow($0) })
    }

    /// A counter that grows whenever more details are known.
    package var rounds: Property<Int> { lookup.$round }

    package var roundsOfTags: Property<Int> { tagLookup.$round }

    /// Returns the known tags of an item in their order, and requests missing ones.
    package func tags(of item: ItemID) -> [String] { tagLookup.value(of: item) ?? [] }

    /// Returns the known details of an item, and requests missing ones.
    func details(of item: ItemID) -> ItemDetails { lookup.value(of: item) ?? ItemDetails() }

    private func follow(_ change: LibraryChange) {
        switch change {
        case .marked(.tagged, let items, _), .marked(.untagged, let items, _):
            tagLookup.lookAgain { items.contains($0) }
        case .marks, .feed:
            lookup.lookAgain()
            tagLookup.lookAgain()
        default: return
        }
    }
}
