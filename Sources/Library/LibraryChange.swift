/// A change in the library: coarse enough to be cheap, exact enough that a screen reloads only what it must.
package enum LibraryChange: Equatable, Sendable {
    /// Feeds were added, removed or reordered.
    case subscriptions
    /// A feed's title, counts or fetching state.
    case feed(FeedID)
    /// Saved searches were added, removed or reordered.
    case queries
    /// The items of a saved search, or their unread count.
    case query(QueryID)
    /// Titles, links or dates of a feed's items.
    case rewritten(FeedID)
    /// Articles of these items' web pages have come or gone.
    case pages(ItemSet)
    /// New items of a feed, up to this one.
    case newItems(FeedID, News, newest: ItemID)
    /// These items have this mark now and hadn't before, so the counts of any feed may differ. Undo reports the
    /// opposite mark. The number grows with each mark, as in `Listing.markings`.
    case marked(Mark, ItemSet, number: Int64 = 0)
    /// These deleted items are back.
    case restored(ItemSet)
    /// Another process has made or undone marks, of unknown items.
    case marks
    /// The change with this number is written, or can't be, with the outcome of a mark. All changes that it caused come
    /// before.
    case done(Int, MarkOutcome)

    /// Whether it leaves everything about feeds unchanged except their counts.
    package var isOfCounts: Bool {
        switch self {
        case .query, .marked, .restored, .marks, .rewritten, .pages, .done: true
        case .subscriptions, .feed, .queries, .newItems: false
        }
    }
}
