import FoundationEssentials
package import Library
import MainQueue
package import Signals

/// Looks through the whole library while somebody types: of what is typed the latest wins.
@MainActor package final class SearchModel {
    /// What is looked for, and where the person was then.
    private struct Look: Equatable, Sendable {
        let text: String
        let isEntered: Bool
        let beginning: Whereabouts
        /// Counts how often the same was looked for, as the index may have more by now.
        var round = 0

        var query: SearchQuery { isEntered ? SearchQuery(entered: text) : SearchQuery(text, isFinished: false) }
    }

    /// What was asked for last.
    package private(set) var query = SearchQuery("")
    /// What is found, at first what comes soon and then all of it, and where the person was when they asked for it.
    let found: Signal<(Found, Whereabouts), Never>
    /// Whether more may be found.
    @Published private(set) var isLooking = false
    /// Whether keys are meant for what will be found, as the words are entered and nothing of it is there yet.
    @Published private(set) var isAwaited = false
    /// Whether nothing is found so far.
    private var hasFoundNothing = true
    /// What the words found while they were typed: it stays unless they find more as entered ones.
    private var foundTyped: Found?

    nonisolated private static let mostResults = 200
    /// What can be found until the next key is pressed is shown; the rest follows where nobody types on.
    nonisolated private static let (patience, longestLook) = (Duration.milliseconds(35), Duration.seconds(10))

    private let look = MutableProperty<Look?>(nil)
    private let finds = Subject<(Found, Whereabouts), Never>()
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
        scope.add(finds.observe { [weak self] in self?.take($0, $1) })
    }

    /// How often more has become known of where the words stand in what was found.
    package var rounds: Property<Int> { snippets.$round }

    /// Where the words stand in an item's text, as far as it is known by now; more is asked for.
    package func snippet(of item: ItemID) -> Snippet? { snippets.value(of: item) }

    /// Looks for words that are typed, or entered, in the place of those before.
    func look(for text: String, isEntered: Bool = false, from beginning: Whereabouts) {
        begin(Look(text: text, isEntered: isEntered, beginning: beginning))
    }

    /// Looks for words once more that are looked for.
    func lookAgain(for text: String) {
        guard var look = look.value, look.text == text else { return }
        look.round += 1
        begin(look)
    }

    /// Has words that were typed be entered ones: of short ones more is looked for than titles that begin so.
    func finish(_ text: String, from beginning: Whereabouts) {
        if query.findsTitlesAlone, !SearchQuery(entered: text).findsTitlesAlone {
            look(for: text, isEntered: true, from: beginning)
        }
        awaitFirst()
    }

    /// Has keys wait until something is found, or nothing is.
    func awaitFirst() { isAwaited = isLooking && hasFoundNothing }

    func stop() {
        look.value = nil
        end()
    }

    private func begin(_ look: Look) {
        query = look.query
        if foundTyped?.text != look.text { foundTyped = nil }
        if isLooking, look == self.look.value { return }
        // What is over is looked for anew.
        if !isLooking { self.look.value = nil }
        (hasFoundNothing, isLooking) = (true, true)
        self.look.value = look
    }

    /// Words that find nothing as entered ones, after a restart for example, are taken as those that were typed.
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

    private func take(_ found: Found, _ look: Look) {
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
