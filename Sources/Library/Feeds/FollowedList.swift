/// The content of a urls file, for the library to follow.
package struct FollowedList: Equatable, Sendable {
    let subscriptions: [Subscription]
    let queries: [SavedQuery]
    let file: FollowedFile?

    package init(_ subscriptions: [Subscription], queries: [SavedQuery] = [], of file: FollowedFile? = nil) {
        self.subscriptions = subscriptions
        self.queries = queries
        self.file = file
    }
}
