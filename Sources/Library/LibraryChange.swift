/// News of what has changed: coarse enough to be cheap, exact enough that a screen reloads only what it must.
package enum LibraryChange: Equatable, Sendable {
    /// Feeds were added, removed or put in another order.
    case subscriptions
    /// A feed's title, counts or state of fetching.
    case feed(FeedID)
    /// Queries were added, removed or put in another order.
    case queries
    /// What a query holds, or how much of it is unread.
    case query(QueryID)
    /// Items of a feed may say something else now: their titles, links or dates.
    case rewritten(FeedID)
    /// New items came into a feed, up to this one.
    case newItems(FeedID, News, newest: ItemID)
    /// These items have this mark now that they had not before, and counts of any feed may be others. Undoing tells of
    /// the opposite mark. The number grows from one to the next, as `Listing.markings` does.
    case marked(Mark, ItemSet, number: Int64 = 0)
    /// These items were deleted and are back.
    case restored(ItemSet)
    /// Another process has made or undone marks, and nobody knows of which items.
    case marks
    /// What was asked for by this number is written, or can't be; what a mark changed. All that changed by it is told before.
    case done(Int, MarkOutcome)

    /// Whether it can have made nothing of feeds others but what they have, and how much of that is unread.
    package var isOfCounts: Bool {
        switch self {
        case .query, .marked, .restored, .marks, .rewritten, .done: true
        case .subscriptions, .feed, .queries, .newItems: false
        }
    }
}
