extension Site {
    /// Sites where people discuss.
    static let communities: [Site] = [
        Site("bsky.app", routes: [Route("/profile/{user}/*", ["/profile/{user}/rss": "{user}"])]),
        // Their names look like Mastodon's, but they have no feeds.
        Site(
            "bsky.social", "flipboard.com", "instagram.com", "substack.com", "threads.com", "threads.net", "tiktok.com",
            "x.com", routes: [])
    ]
}
