extension Site {
    /// GitHub's users and repositories (https://docs.github.com/en/rest/activity/feeds, and the links of its pages).
    static let gitHub = Site(
        "github.com",
        reserved: [
            "about", "apps", "codespaces", "collections", "contact", "customer-stories", "enterprise", "events",
            "explore", "features", "issues", "join", "login", "marketplace", "new", "notifications", "pricing", "pulls",
            "readme", "search", "security", "sessions", "settings", "signup", "site", "sponsors", "stars", "team",
            "topics", "trending"
        ],
        routes: [
            Route("/{owner}", ["/{owner}.atom": "Activity of {owner}"]),
            Route("/orgs/{owner}/*", ["/{owner}.atom": "Activity of {owner}"]),
            Route("/{owner}/{repo}/releases/*", ["/{owner}/{repo}/releases.atom": "Releases of {repo}"]),
            Route("/{owner}/{repo}/tags", ["/{owner}/{repo}/tags.atom": "Tags of {repo}"]),
            Route("/{owner}/{repo}/commits", ["/{owner}/{repo}/commits.atom": "Commits to {repo}"]),
            Route(
                "/{owner}/{repo}/commits/{branch*}", ["/{owner}/{repo}/commits/{branch}.atom": "Commits to {repo}"]),
            Route("/{owner}/{repo}/tree/{branch*}", ["/{owner}/{repo}/commits/{branch}.atom": "Commits to {repo}"]),
            Route("/{owner}/{repo}/blob/{path*}", ["/{owner}/{repo}/commits/{path}.atom": "Commits to {path}"]),
            Route("/{owner}/{repo}/wiki/*", ["/{owner}/{repo}/wiki.atom": "Wiki of {repo}"]),
            Route(
                "/{owner}/{repo}/discussions/categories/{category}",
                ["/{owner}/{repo}/discussions/categories/{category}.atom": "Discussions of {repo}: {category}"]),
            Route("/{owner}/{repo}/discussions/*", ["/{owner}/{repo}/discussions.atom": "Discussions of {repo}"]),
            Route("/{owner}/{repo}.git", Self.gitHubRepository),
            Route("/{owner}/{repo}/*", Self.gitHubRepository)
        ])

    static let gists = Site("gist.github.com", routes: [Route("/{user}/*", ["/{user}.atom": "Gists of {user}"])])

    private static let gitHubRepository: KeyValuePairs<String, String> = [
        "/{owner}/{repo}/releases.atom": "Releases of {repo}",
        "/{owner}/{repo}/tags.atom": "Tags of {repo}",
        "/{owner}/{repo}/commits.atom": "Commits to {repo}"
    ]
}
