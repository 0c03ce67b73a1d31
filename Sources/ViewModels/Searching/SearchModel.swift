import Dispatch
import FoundationEssentials
package import Library
package import Signals

/// Looks through the whole library while somebody types: each letter ends the search for those before it.
@MainActor package final class SearchModel {
    /// What was found of some words, the best first.
    struct Found: Sendable {
        let text: String
        let results: SearchResults
    }

    /// What was asked for last.
    package private(set) var query = SearchQuery("")
    /// Where the words stand in the texts of what was found, as far as that was looked up.
    package let snippets = MutableProperty<[ItemID: Snippet]>([:])

    private static let mostResults = 200
    /// What can be found until the next key is pressed is shown; the rest follows where nobody types on.
    private static let (firstLook, longestLook) = (Duration.milliseconds(40), Duration.seconds(10))
    private static let snippetsAtOnce = 25
    private let reading = DispatchQueue(label: "lede.snippets")

    private let library: Library
    private let troubles: Subject<LibraryFailure, Never>
    private var task: Task<Void, Never>?
    /// Whether nothing is found so far, and something may still be.
    private(set) var hasFoundNothingYet = false

    init(library: Library, troubles: Subject<LibraryFailure, Never>) {
        self.library = library
        self.troubles = troubles
    }

    /// Shows what is found by `take`, at first what comes soon and then all of it; nil where nothing could be looked for.
    func look(for text: String, take: @escaping @MainActor (Found?) -> Void) {
        task?.cancel()
        hasFoundNothingYet = true
        let query = SearchQuery(text, isFinished: false)
        self.query = query
        task = Task { [weak self, library, troubles] in
            do throws(LibraryFailure) {
                var results = try await library.search(query, limit: Self.mostResults, within: Self.firstLook)
                if Task.isCancelled { return }
                self?.hasFoundNothingYet = results.items.isEmpty && !results.isComplete
                take(Found(text: text, results: results))
                if !results.isComplete {
                    let time = Self.longestLook
                    results = try await library.search(query, limit: Self.mostResults, within: time)
                    if Task.isCancelled { return }
                    self?.hasFoundNothingYet = false
                    take(Found(text: text, results: results))
                }
                try await self?.readSnippets(of: results.items.map(\.id), for: query)
            } catch {
                if Task.isCancelled { return }
                self?.hasFoundNothingYet = false
                troubles.send(error)
                take(nil)
            }
        }
    }

    func stop() {
        task?.cancel()
        hasFoundNothingYet = false
    }

    private func readSnippets(of items: [ItemID], for query: SearchQuery) async throws(LibraryFailure) {
        // What is there of an item already is shown until it is known better.
        let listed = Set(items)
        snippets.value = snippets.value.filter { listed.contains($0.key) }
        for start in stride(from: 0, to: items.count, by: Self.snippetsAtOnce) {
            let part = Array(items[start..<min(start + Self.snippetsAtOnce, items.count)])
            let found = await withCheckedContinuation { continuation in
                reading.async { [library] in
                    continuation.resume(returning: library.snippets(of: part, for: query))
                }
            }
            if Task.isCancelled { return }
            snippets.value.merge(try found.get()) { $1 }
        }
    }
}

extension Library {
    fileprivate func snippets(
        of items: [ItemID], for query: SearchQuery
    ) -> Result<[(ItemID, Snippet)], LibraryFailure> {
        Result { () throws(LibraryFailure) in
            try items.map { item throws(LibraryFailure) in (item, try snippet(of: item, for: query)) }
        }
    }
}
