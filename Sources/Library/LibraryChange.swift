/// News of what has changed: coarse enough to be cheap, exact enough that a screen reloads only what it must.
package enum LibraryChange: Equatable, Sendable {
    /// Feeds were added, removed or put in another order.
    case subscriptions
    /// A feed's title, counts or state of fetching.
    case feed(FeedID)
    /// New items came into a feed, up to this one.
    case newItems(FeedID, count: Int, newest: ItemID)
    /// These items were marked, starred, tagged or deleted, or that was undone, and counts of any feed are others; nil
    /// where another process did it, so that nobody knows which.
    case marks(ItemSet?)
}
