/// The urls file after feeds were added to it.
package struct AddedFeeds: Equatable, Sendable {
    /// All that it names.
    let subscriptions: [Subscription]
    let file: FollowedFile?
    /// The addresses of those that were added.
    let urls: [String]
    /// What the file says of them, for an undo.
    let said: [String]

    package init(_ subscriptions: [Subscription], of file: FollowedFile?, adding urls: [String], saying said: [String])
    {
        self.subscriptions = subscriptions
        self.file = file
        self.urls = urls
        self.said = said
    }
}
