import FoundationEssentials
package import Library
package import Signals
import System

/// Searches the library while the user types. Only the latest text counts.
@MainActor package final class SearchModel {
    /// A search, and where the user started it.
    private struct Look: Equatable, Sendable {
        let text: String
        let isEntered: Bool
        let beginning: SearchOrigin
        /// Counts repetitions of the same search, as the index may contain more by now.
        var round = 0

        var query: SearchQuery { isEntered ? SearchQuery(entered: text) : SearchQuery(text, isFinished: false) }
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
        begin(Look(text: text, isEntered: isEntered, beginning: beginning))
    }

    /// Repeats the search, if it is still the current one.
    func lookAgain(for text: String) {
        guard var look = look.value, look.text == text else { return }
        look.round += 1
        begin(look)
    }

    /// Treats the typed text as complete. Short texts search only the beginnings of titles while the user types.
    func finish(_ text: String, from beginning: SearchOrigin) {
        if query.findsTitlesAlone, !SearchQuery(entered: text).findsTitlesAlone {
            look(for: text, isEntered: true, from: beginning)
        }
        awaitFirst()
    }

    /// Makes keys wait until the search finds something or ends.
    func awaitFirst() { isAwaited = isLooking && hasFoundNothing }

    func stop() {
        look.value = nil
        end()
    }

    private func begin(_ look: Look) {
        query = look.query
        if foundTyped?.text != look.text { foundTyped = nil }
        if isLooking, look == self.look.value { return }
        // A search that has ended may start again with the same text.
        if !isLooking { self.look.value = nil }
        (hasFoundNothing, isLooking) = (true, true)
        self.look.value = look
    }

    /// If a complete text finds nothing, searches for it as if it were being typed. This happens after a restart, for
    /// example.
    private func end(_ look: Look) {
        end()
        guard look.isEntered, hasFoundNothing, foundTyped == nil else { return }
        if SearchQuery(look.text, isFinished: false).findsTitlesAlone {
            begin(Look(text: look.text, isEntered: false, beginning: look.beginning))
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
        snippets.lookAgain { library, items throws(LibraryFailure) in
            try library.snippets(of: items, for: found.query)
        }
        finds.send((found, look.beginning))
        if !hasFoundNothing, isAwaited { isAwaited = false }
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
