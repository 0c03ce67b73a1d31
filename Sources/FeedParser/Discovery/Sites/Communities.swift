extension Site {
    /// Where people talk in one place.
    static let communities: [Site] = [
        Site("bsky.app", routes: [Route("/profile/{user}/*", ["/profile/{user}/rss": "{user}"])]),
        // These write names as Mastodon does, and have no feeds.
        Site(
            "bsky.social", "flipboard.com", "instagram.com", "substack.com", "threads.com", "threads.net", "tiktok.com",
            "x.com", routes: [])
    ]
}
