extension Site {
    /// Videos and games.
    static let videoHosts: [Site] = [
        Site(
            "vimeo.com",
            reserved: [
                "blog", "categories", "create", "features", "help", "log_in", "ondemand", "search", "upload", "watch"
            ],
            routes: [
                // A video.
                Route("/{#film}/*"),
                Route("/channels/{channel}/*", ["/channels/{channel}/videos/rss": "{channel}"]),
                Route("/groups/{group}/*", ["/groups/{group}/videos/rss": "{group}"]),
                Route("/{user}/*", ["/{user}/videos/rss": "{user}"])
            ]),
        Site("odysee.com", routes: [Route("/@{channel}/*", ["https://odysee.com/$/rss/@{channel}": "{channel}"])]),
        Site(
            "letterboxd.com",
            reserved: [
                "activity", "about", "actor", "director", "film", "films", "journal", "list", "lists", "members",
                "search"
            ],
            routes: [Route("/{user}/*", ["/{user}/rss/": "{user}"])]),
        Site(
            "store.steampowered.com",
            routes: [
                Route("/app/{#id}/*", ["/feeds/news/app/{id}/": "News"]),
                Route("/news/app/{#id}/*", ["/feeds/news/app/{id}/": "News"])
            ]),
        Site("{user}.itch.io", routes: [Route("/{game}/*", ["/{game}/devlog.rss": "{game}"])])
    ]
}
