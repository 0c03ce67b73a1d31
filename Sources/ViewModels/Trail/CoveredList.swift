import Library

/// A list of items that is covered by a search or a filter, as the user left it.
struct CoveredList {
    /// How the user had come to the list.
    let path: [Place]
    let source: ItemSource?
    let order: ItemOrder?
    let item: ItemID?
    let rowsAbove: Int?
    /// The list's content, if filling the list again would drop items that were read in it since.
    private(set) var listing: Listing?

    @MainActor init(path: [Place], of items: ItemListModel) {
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
    var isLeftForFeeds: Bool { path.last == .feeds && source?.narrowing != nil }

    /// Notes marks that were made meanwhile.
    mutating func record(_ mark: Mark, of changed: ItemSet, number: Int64) {
        if let listing, number > listing.markings { self.listing?.record(mark, of: changed) }
    }
}
