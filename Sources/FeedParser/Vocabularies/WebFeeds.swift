extension Vocabulary {
    /// What Feedly reads and Mastodon writes: the pictures of a feed.
    static let webFeeds = Vocabulary(
        uris: ["http://webfeeds.org/rss/1.0"],
        prefix: "webfeeds",
        feed: [
            "icon": .text { element, feed in feed.image.offer(element.link, as: .fallback) },
            "logo": .text { element, feed in feed.image.offer(element.link, as: .fallback) }
        ])
}
