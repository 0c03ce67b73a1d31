import SQLite

extension Database {
    /// Finds the copies that new items of a feed are of others, in the transaction that has stored them.
    func fold(_ newItems: [ItemID], in feed: FeedID) throws {}

    /// Lets go of items that are about to be deleted: what was hidden as their copy is shown.
    func unfold(_ items: [ItemID]) throws {}
}
