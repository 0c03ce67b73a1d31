import Library
import Signals

/// What was listed before a filter or a search, for the way back.
struct WiderList {
    let path: [Place]
    let source: ItemSource?
    let order: ItemOrder?
    let item: ItemID?
    let rowsAbove: Int?
    /// What it held, where a list that is filled anew would hold less: what was read in it since stays.
    private(set) var listing: Listing?

    @MainActor init(path: [Place], source: ItemSource?, order: ItemOrder?, of items: ItemListModel) {
        (self.path, self.source, self.order) = (path, source, order)
        (item, rowsAbove) = (items.selected?.id, items.rowsAbove)
        let isShown = source == items.source && !items.isFound
        listing = isShown ? items.listing.flatMap { $0.unreadOnly || $0.narrowing != nil ? $0 : nil } : nil
    }

    /// Takes note of what is marked meanwhile.
    mutating func note(_ mark: Mark, of changed: ItemSet, number: Int64) {
        if let listing, number > listing.markings { self.listing?.note(mark, of: changed) }
    }
}
