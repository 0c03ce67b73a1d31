extension Vocabulary {
    /// A feed's pictures, as Feedly reads and Mastodon writes them.
    static let webFeeds = Vocabulary(
        uris: ["http://webfeeds.org/rss/1.0"],
        prefix: "webfeeds",
        feed: [
            "icon": .text { element, feed in feed.image.offer(element.link, as: .fallback) },
            "logo": .text { element, feed in feed.image.offer(element.link, as: .fallback) }
        ])
}
