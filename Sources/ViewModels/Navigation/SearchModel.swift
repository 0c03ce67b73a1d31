import Dispatch
import FoundationEssentials
package import Library
import MainQueue
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
    private let looking = SerialDisposable()
    /// Whether nothing is found so far, and something may still be.
    private(set) var hasFoundNothingYet = false

    init(library: Library, troubles: Subject<LibraryFailure, Never>) {
        self.library = library
        self.troubles = troubles
        snippets = ItemLookup(on: Self.queue, mostKnown: 2000, troubles: troubles) { _ in [:] }
    }

    /// How often more has become known of where the words stand in what was found.
    package var rounds: Property<Int> { snippets.$round }

    /// Where the words stand in an item's text, as far as it is known by now; more is asked for.
    package func snippet(of item: ItemID) -> Snippet? { snippets.value(of: item) }

    /// Shows what is found by `take`, at first what comes soon and then all of it; at the end nil says that no more comes.
    func look(for text: String, isEntered: Bool, take: @escaping @MainActor (Found?) -> Void) {
        let query = isEntered ? SearchQuery(entered: text) : SearchQuery(text, isFinished: false)
        self.query = query
        hasFoundNothingYet = true
        let results = library.results(
            of: query, limit: Self.mostResults, within: Self.longestLook, patience: Self.patience)
        looking.hold(
            results.deliver(on: .main).subscribe { [weak self, library, troubles] event in
                MainQueue.assume {
                    guard let self else { return }
                    self.hasFoundNothingYet = false
                    switch event {
                    case .next(let results):
                        self.hasFoundNothingYet = results.items.isEmpty
                        self.snippets.lookAgain(by: { items throws(LibraryFailure) in
                            try library.snippets(of: items, for: query)
                        })
                        take(Found(text: text, query: query, results: results))
                    case .failed(let failure):
                        troubles.send(failure)
                        take(nil)
                    case .completed: take(nil)
                    }
                }
            })
    }

    func stop() {
        looking.release()
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
