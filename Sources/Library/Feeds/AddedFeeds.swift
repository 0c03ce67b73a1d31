/// The urls file after feeds were added to it.
package struct AddedFeeds: Equatable, Sendable {
    /// All feeds and saved searches in it.
    let subscriptions: [Subscription]
    let file: FollowedFile?
    /// The URLs of the added feeds.
    let urls: [String]
    /// Their lines in the file, for undo.
    let said: [String]

    package init(_ subscriptions: [Subscription], of file: FollowedFile?, adding urls: [String], saying said: [String])
    {
        self.subscriptions = subscriptions
        self.file = file
        self.urls = urls
        self.said = said
    }
}
