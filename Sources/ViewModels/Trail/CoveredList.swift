import Library

/// A list of items that a search or a filter covers, as the person left it.
struct CoveredList {
    /// How they had come there.
    let path: [Place]
    let source: ItemSource?
    let order: ItemOrder?
    let item: ItemID?
    let rowsAbove: Int?
    /// What it held, where a list that is filled anew would hold less: what was read in it since stays.
    private(set) var listing: Listing?

    @MainActor init(path: [Place], of items: ItemListModel) {
        self.path = path
        (source, order) = (items.source, items.ownOrder)
        listing = items.isFound ? nil : items.listing.flatMap { $0.unreadOnly || $0.narrowing != nil ? $0 : nil }
        (item, rowsAbove) = (items.selected?.id, items.rowsAbove)
    }

    /// All of a list of which a part was left.
    init(_ whole: CoveredList, leftAs part: CoveredList) {
        (path, item, rowsAbove) = (part.path, part.item, part.rowsAbove)
        (source, order, listing) = (whole.source, whole.order, whole.listing)
    }

    /// Whether the person had left the list, which is narrowed, for the feeds beside it.
    var isLeftForFeeds: Bool { path.last == .feeds && source?.narrowing != nil }

    /// Takes note of what is marked meanwhile.
    mutating func note(_ mark: Mark, of changed: ItemSet, number: Int64) {
        if let listing, number > listing.markings { self.listing?.note(mark, of: changed) }
    }
}
