import Library
package import Signals

/// The way that the person came: the places one behind the other, of which the last is where they are, and the lists of items
/// below the one that is shown. A search or a filter covers a list; going back uncovers it.
@MainActor package final class Trail {
    @Published package internal(set) var path: [Place]
    private(set) var covered: [CoveredList] = []

    /// Whoever searches so often in what searches have found goes back to no more.
    private static let mostFound = 50

    init(_ beginning: Place) { _path = Published(wrappedValue: [beginning]) }

    package var place: Place { path.last ?? .feeds }

    func go(to place: Place) {
        if place != self.place { path.append(place) }
    }

    /// The place that a list of links was opened from, or that where the person is.
    var placeBelowLinks: Place { path.last { $0 != .links } ?? .feeds }

    /// Takes note of the list that is about to be covered, and to which the person had come by a path.
    func cover(_ items: ItemListModel, cameBy path: [Place]? = nil) {
        // One that is covered by nothing may have been left elsewhere since.
        if isCovering(items) { covered.removeLast() }
        covered.append(CoveredList(path: path ?? self.path, of: items))
        let found = covered.indices.filter { covered[$0].source?.found != nil }
        if found.count > Self.mostFound { covered.remove(at: found[0]) }
    }

    /// What the list shows that was covered last.
    var coveredSource: ItemSource? { covered.last?.source }

    /// What was found, where the search was begun in it whose finds are shown.
    var earlierFound: Found? { covered.last?.isLeftForFeeds == false ? coveredSource?.found : nil }

    /// What is listed, before it was narrowed.
    func wholeSource(of items: ItemListModel) -> ItemSource? {
        items.source?.narrowing == nil ? items.source : covered.first?.source
    }

    /// Whether the list that was covered last is the one that is shown: nothing was found yet.
    func isCovering(_ items: ItemListModel) -> Bool {
        covered.last.map { $0.path == path && $0.source == items.source } ?? false
    }

    /// The list that going back leads to: that which was covered last. Whoever had left a narrowed list for the feeds comes back
    /// to all of it.
    var below: CoveredList? {
        guard let list = covered.last, list.isLeftForFeeds, let whole = covered.first, covered.count > 1 else {
            return covered.last
        }
        return CoveredList(whole, leftAs: list)
    }

    /// Goes back to that list.
    func uncover() -> CoveredList? {
        let list = below
        if covered.last?.isLeftForFeeds == true { forgetCovered() } else { forgetLastCovered() }
        return list
    }

    /// Goes back to the list below all that searches have found, one in what the other had found.
    func uncoverFound() -> CoveredList? {
        if let last = covered.lastIndex(where: \.isLeftForFeeds), covered[last].source?.found != nil {
            covered.removeSubrange((last + 1)...)
            return uncover()
        }
        covered.removeAll { $0.source?.found != nil }
        return uncover()
    }

    /// Forgets the list that was covered last, since it is shown, or leads nowhere.
    func forgetLastCovered() { _ = covered.popLast() }

    /// Forgets all, since another list is shown now.
    func forgetCovered() { covered = [] }

    /// Takes note in what is covered of what is marked meanwhile.
    func note(_ mark: Mark, of changed: ItemSet, number: Int64) {
        for index in covered.indices { covered[index].note(mark, of: changed, number: number) }
    }
}
