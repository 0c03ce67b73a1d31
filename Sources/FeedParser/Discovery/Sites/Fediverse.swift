extension Site {
    /// Servers on their own hosts, recognised by their special paths.
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
                // A single post, and the parts of the user's page.
                Route("/@{user}/*", ["/@{user}.rss": "{user}"])
            ])
    ]
}
