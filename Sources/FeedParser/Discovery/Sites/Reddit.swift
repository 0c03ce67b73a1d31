extension Site {
    /// Reddit, where almost every listing is also a feed (https://www.reddit.com/wiki/rss).
    static let reddit = Site(
        "reddit.com", "old.reddit.com", "new.reddit.com", "np.reddit.com",
        routes: [
            Route("/", ["https://www.reddit.com/.rss": "Reddit"]),
            Route(
                "/r/{sub}/search?q={words}",
                ["https://www.reddit.com/r/{sub}/search.rss?q={words}&restrict_sr=on&sort=new": "Search in r/{sub}"]),
            Route("/search?q={words}", ["https://www.reddit.com/search.rss?q={words}&sort=new": "Search"]),
            Route(
                "/r/{sub}/comments/{id}/*",
                [
                    "https://www.reddit.com/r/{sub}/comments/{id}/.rss": "Comments",
                    "https://www.reddit.com/r/{sub}/.rss": "r/{sub}"
                ]),
            Route("/r/{sub}/new", ["https://www.reddit.com/r/{sub}/new/.rss": "New in r/{sub}"]),
            Route("/r/{sub}/top", ["https://www.reddit.com/r/{sub}/top/.rss": "Top of r/{sub}"]),
            Route("/r/{sub}/*", ["https://www.reddit.com/r/{sub}/.rss": "r/{sub}"]),
            Route("/user/{name}/m/{multi}", ["https://www.reddit.com/user/{name}/m/{multi}/.rss": "{multi} by {name}"]),
            Route("/user/{name}/*", ["https://www.reddit.com/user/{name}/.rss": "u/{name}"]),
            Route("/u/{name}/*", ["https://www.reddit.com/user/{name}/.rss": "u/{name}"]),
            Route("/domain/{domain}/*", ["https://www.reddit.com/domain/{domain}/.rss": "Links to {domain}"])
        ])
}
