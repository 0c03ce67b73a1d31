extension Site {
    /// Hosts of many people's blogs.
    static let blogHosts: [Site] = [
        Site("{blog}.substack.com", routes: [Route("/*", ["/feed": "{blog}"])]),
        Site(
            "medium.com",
            reserved: ["about", "explore-topics", "feed", "jobs-at-medium", "m", "me", "membership", "search", "tag"],
            routes: [
                Route("/@{user}/*", ["/feed/@{user}": "{user}"]),
                Route("/{publication}/tagged/{tag}", ["/feed/{publication}/tagged/{tag}": "{publication} about {tag}"]),
                Route("/{publication}/*", ["/feed/{publication}": "{publication}"])
            ]),
        Site("{blog}.medium.com", routes: [Route("/*", ["/feed": "{blog}"])]),
        Site(
            "tumblr.com",
            reserved: ["about", "dashboard", "docs", "explore", "login", "policy", "register", "search", "tagged"],
            routes: [
                Route("/blog/view/{blog}/*", ["https://{blog}.tumblr.com/rss": "{blog}"]),
                Route("/{blog}/*", ["https://{blog}.tumblr.com/rss": "{blog}"])
            ]),
        Site(
            "{blog}.tumblr.com",
            routes: [
                Route("/tagged/{tag}", ["/tagged/{tag}/rss": "{blog} about {tag}"]),
                Route("/*", ["/rss": "{blog}"])
            ]),
        Site(
            "{blog}.wordpress.com",
            routes: [
                Route("/category/{category*}", ["/category/{category}/feed/": "{blog} about {category}"]),
                Route("/tag/{tag}", ["/tag/{tag}/feed/": "{blog} about {tag}"]),
                Route("/author/{author}", ["/author/{author}/feed/": "{blog} by {author}"]),
                Route("/*", ["/feed/": "{blog}", "/comments/feed/": "Comments on {blog}"])
            ]),
        Site(
            "{blog}.blogspot.*",
            routes: [
                Route("/search/label/{label}", ["/feeds/posts/default/-/{label}": "{blog} about {label}"]),
                Route("/*", ["/feeds/posts/default": "{blog}", "/feeds/comments/default": "Comments on {blog}"])
            ]),
        Site("{user}.livejournal.com", routes: [Route("/*", ["/data/rss": "{user}"])]),
        Site("{user}.dreamwidth.org", routes: [Route("/*", ["/data/rss": "{user}"])]),
        Site("{user}.micro.blog", routes: [Route("/*", ["/feed.xml": "{user}"])]),
        Site("{user}.bearblog.dev", routes: [Route("/*", ["/feed/": "{user}"])]),
        Site("write.as", routes: [Route("/{user}/*", ["/{user}/feed/": "{user}"])]),
        Site(
            "dev.to",
            routes: [Route("/t/{tag}", ["/feed/tag/{tag}": "{tag}"]), Route("/{user}/*", ["/feed/{user}": "{user}"])])
    ]
}
