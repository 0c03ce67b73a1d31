package import Configuration
package import Library

extension UrlsList {
    /// The feeds as the library takes them.
    package var subscriptions: [Subscription] {
        feeds.map { feed in
            Subscription(
                feed.url, ownTitle: feed.title, tags: feed.allTags, folder: feed.group?.path, isHidden: feed.isHidden)
        }
    }
}
