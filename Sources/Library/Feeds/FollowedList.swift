/// The content of a urls file, for the library to follow.
package struct FollowedList: Equatable, Sendable {
    let subscriptions: [Subscription]
    let queries: [SavedQuery]
    /// The accounts on feed servers; nil to leave them as they are.
    let accounts: [AccountKey]?
    let file: FollowedFile?

    package init(
        _ subscriptions: [Subscription], queries: [SavedQuery] = [], accounts: [AccountKey]? = nil,
        of file: FollowedFile? = nil
    ) {
        self.subscriptions = subscriptions
        self.queries = queries
        self.accounts = accounts
        self.file = file
    }
}
