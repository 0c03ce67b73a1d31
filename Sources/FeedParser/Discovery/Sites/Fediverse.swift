extension Site {
    /// Servers on hosts of their own, known by the paths that only they have.
    static let fediverse: [Site] = [
        Site(
            "lemmy.*",
            routes: [
                Route("/c/{name}/*", ["/feeds/c/{name}.xml?sort=New": "{name}"]),
                Route("/u/{name}/*", ["/feeds/u/{name}.xml?sort=New": "{name}"])
            ]),
        Site(
            "*",
            routes: [
                Route("/@{user}/tagged/{tag}", ["/@{user}/tagged/{tag}.rss": "{user} about {tag}"]),
                // A single post, and what the user's page shows apart.
                Route("/@{user}/*", ["/@{user}.rss": "{user}"])
            ])
    ]
}
