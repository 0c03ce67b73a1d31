/// What a urls file says, for the library to follow.
package struct FollowedList: Sendable {
    private let makeSubscriptions: @Sendable () -> [Subscription]
    let queries: [SavedQuery]
    let file: FollowedFile?

    /// What the subscriptions are is not asked where the file is known.
    package init(
        _ subscriptions: @escaping @autoclosure @Sendable () -> [Subscription], queries: [SavedQuery] = [],
        of file: FollowedFile? = nil
    ) {
        makeSubscriptions = subscriptions
        self.queries = queries
        self.file = file
    }

    var subscriptions: [Subscription] { makeSubscriptions() }
}
