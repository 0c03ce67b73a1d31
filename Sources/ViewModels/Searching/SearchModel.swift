import Dispatch
import FoundationEssentials
package import Library
package import Signals

/// Looks through the whole library while somebody types: each letter ends the search for those before it.
@MainActor package final class SearchModel {
    /// What was found of some words, the best first.
    struct Found: Sendable {
        let text: String
        let query: SearchQuery
        let results: SearchResults
    }

    /// What was asked for last.
    package private(set) var query = SearchQuery("")

    private static let mostResults = 200
    /// What can be found until the next key is pressed is shown; the rest follows where nobody types on.
    private static let (patience, longestLook) = (Duration.milliseconds(35), Duration.seconds(10))
    private static let queue = QueueScheduler(label: "lede.snippets")

    private let library: Library
    private let troubles: Subject<LibraryFailure, Never>
    private let snippets: ItemLookup<Snippet>
    private var task: Task<Void, Never>?
    /// Counts the looks: what an earlier one still finds is of no use.
    private var generation = 0
    /// Whether nothing is found so far, and something may still be.
    private(set) var hasFoundNothingYet = false

    init(library: Library, troubles: Subject<LibraryFailure, Never>) {
        self.library = library
        self.troubles = troubles
        snippets = ItemLookup(on: Self.queue, mostKnown: 2000, troubles: troubles) { _ in [:] }
    }

    /// How often more has become known of where the words stand in what was found.
    package var round: MutableProperty<Int> { snippets.round }

    /// Where the words stand in an item's text, as far as it is known by now; more is asked for.
    package func snippet(of item: ItemID) -> Snippet? { snippets.value(of: item) }

    /// Shows what is found by `take`, at first what comes soon and then all of it; nil where nothing could be looked for.
    func look(for text: String, isEntered: Bool, take: @escaping @MainActor (Found?) -> Void) {
        stop()
        hasFoundNothingYet = true
        let query = isEntered ? SearchQuery(entered: text) : SearchQuery(text, isFinished: false)
        self.query = query
        let generation = generation
        let tell: @MainActor @Sendable (SearchResults, Bool) -> Void = { [weak self, library] results, isLast in
            guard let self, generation == self.generation else { return }
            hasFoundNothingYet = results.items.isEmpty && !isLast
            snippets.lookAgain(by: { items throws(LibraryFailure) in try library.snippets(of: items, for: query) })
            take(Found(text: text, query: query, results: results))
        }
        task = Task { [weak self, library, troubles] in
            do throws(LibraryFailure) {
                let results = try await library.search(
                    query, limit: Self.mostResults, within: Self.longestLook, patience: Self.patience
                ) { early in
                    DispatchQueue.main.async { MainActor.assumeIsolated { tell(early, false) } }
                }
                tell(results, true)
            } catch {
                guard let self, generation == self.generation else { return }
                hasFoundNothingYet = false
                troubles.send(error)
                take(nil)
            }
        }
    }

    func stop() {
        task?.cancel()
        generation += 1
        hasFoundNothingYet = false
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
