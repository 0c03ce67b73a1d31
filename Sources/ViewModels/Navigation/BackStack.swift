import Library
package import Signals

/// The way back: the path of screens up to the current one, and the lists of items that searches and filters have covered.
@MainActor package final class BackStack {
    @Published package internal(set) var path: [Screen]
    private(set) var covered: [CoveredList] = []

    /// How many search results inside other search results are kept for going back.
    private static let mostFound = 50

    init(_ beginning: Screen) { _path = Published(wrappedValue: [beginning]) }

    package var screen: Screen { path.last ?? .feeds }

    func go(to screen: Screen) {
        if screen != self.screen { path.append(screen) }
    }

    /// The screen from which the list of links was opened, or the current screen.
    var screenBelowLinks: Screen { path.last { $0 != .links } ?? .feeds }

    /// Notes that the current list will be covered. `path` is how the user had come to it.
    func cover(_ items: ItemListModel, cameBy path: [Screen]? = nil) {
        // The cursor may have moved since the list was noted, if nothing has covered it yet.
        if isCovering(items) { covered.removeLast() }
        covered.append(CoveredList(path: path ?? self.path, of: items))
        let found = covered.indices.filter { covered[$0].source?.found != nil }
        if found.count > Self.mostFound { covered.remove(at: found[0]) }
    }

    /// The source of the list that was covered last.
    var coveredSource: ItemSource? { covered.last?.source }

    /// The previous search results, if the current search was started in them.
    var earlierFound: Found? { covered.last?.isLeftForFeeds == false ? coveredSource?.found : nil }

    /// The source of the list without filters and searches.
    func wholeSource(of items: ItemListModel) -> ItemSource? {
        items.source?.narrowing == nil ? items.source : covered.first?.source
    }

    /// Whether the list covered last is still shown, because nothing was found yet.
    func isCovering(_ items: ItemListModel) -> Bool {
        covered.last.map { $0.path == path && $0.source == items.source } ?? false
    }

    /// The list that going back shows: the one covered last, or the complete list if the user had left a filtered one
    /// for the feeds.
    var below: CoveredList? {
        guard let list = covered.last, list.isLeftForFeeds, let whole = covered.first, covered.count > 1 else {
            return covered.last
        }
        return CoveredList(whole, leftAs: list)
    }

    /// Returns the list that going back shows, and removes it here.
    func uncover() -> CoveredList? {
        let list = below
        if covered.last?.isLeftForFeeds == true { forgetCovered() } else { forgetLastCovered() }
        return list
    }

    /// Goes back to the list below all search results.
    func uncoverFound() -> CoveredList? {
        if let last = covered.lastIndex(where: \.isLeftForFeeds), covered[last].source?.found != nil {
            covered.removeSubrange((last + 1)...)
            return uncover()
        }
        covered.removeAll { $0.source?.found != nil }
        return uncover()
    }

    /// Forgets the list covered last, because it is shown or no longer useful.
    func forgetLastCovered() { _ = covered.popLast() }

    /// Forgets all covered lists, because another list is shown now.
    func forgetCovered() { covered = [] }

    /// Notes marks for the covered lists.
    func record(_ mark: Mark, of changed: ItemSet, number: Int64) {
        for index in covered.indices { covered[index].record(mark, of: changed, number: number) }
    }
}

/// A list of items that is covered by a search or a filter, as the user left it.
struct CoveredList {
    /// How the user had come to the list.
    let path: [Screen]
    let source: ItemSource?
    let order: ItemOrder?
    let item: ItemID?
    let rowsAbove: Int?
    /// The list's content, if filling the list again would drop items that were read in it since.
    private(set) var listing: Listing?

    @MainActor init(path: [Screen], of items: ItemListModel) {
        self.path = path
        (source, order) = (items.source, items.ownOrder)
        listing = items.isFound ? nil : items.listing.flatMap { $0.unreadOnly || $0.narrowing != nil ? $0 : nil }
        (item, rowsAbove) = (items.selected?.id, items.rowsAbove)
    }

    /// A complete list, with the position of its filtered part.
    init(_ whole: CoveredList, leftAs part: CoveredList) {
        (path, item, rowsAbove) = (part.path, part.item, part.rowsAbove)
        (source, order, listing) = (whole.source, whole.order, whole.listing)
    }

    /// Whether the list is filtered, and the user had left it for the feeds beside it.
    fileprivate var isLeftForFeeds: Bool { path.last == .feeds && source?.narrowing != nil }

    /// Notes marks that were made meanwhile.
    mutating func record(_ mark: Mark, of changed: ItemSet, number: Int64) {
        if let listing, number > listing.markings { self.listing?.record(mark, of: changed) }
    }
}
