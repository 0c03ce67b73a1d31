extension Site {
    /// Forgejo and Gitea, its ancestor.
    static let forgejo = Site(
        "codeberg.org", "gitea.com", "code.forgejo.org", "forgejo.*", "gitea.*",
        reserved: ["-", "admin", "api", "assets", "explore", "org", "repo", "user"],
        routes: [
            Route("/{owner}", ["/{owner}.rss": "Activity of {owner}"]),
            Route("/{owner}/{repo}/releases/*", ["/{owner}/{repo}/releases.rss": "Releases of {repo}"]),
            Route("/{owner}/{repo}/tags", ["/{owner}/{repo}/tags.rss": "Tags of {repo}"]),
            Route(
                "/{owner}/{repo}/src/branch/{branch*}", ["/{owner}/{repo}/rss/branch/{branch}": "Commits to {repo}"]),
            Route(
                "/{owner}/{repo}/commits/branch/{branch*}",
                ["/{owner}/{repo}/rss/branch/{branch}": "Commits to {repo}"]),
            Route(
                "/{owner}/{repo}/*",
                [
                    "/{owner}/{repo}/releases.rss": "Releases of {repo}",
                    "/{owner}/{repo}/tags.rss": "Tags of {repo}",
                    "/{owner}/{repo}.rss": "Activity of {repo}"
                ])
        ])

    static let sourceHut = Site(
        "git.sr.ht",
        routes: [
            Route("/~{user}/{repo}/refs/*", ["/~{user}/{repo}/refs/rss.xml": "Releases of {repo}"]),
            Route("/~{user}/{repo}/log/{branch}", ["/~{user}/{repo}/log/{branch}/rss.xml": "Commits to {repo}"]),
            Route(
                "/~{user}/{repo}/*",
                [
                    "/~{user}/{repo}/refs/rss.xml": "Releases of {repo}",
                    "/~{user}/{repo}/log/rss.xml": "Commits to {repo}"
                ])
        ])

    static let sourceForge = Site(
        "sourceforge.net",
        routes: [
            Route("/projects/{project}/files/{path*}", ["/projects/{project}/rss?path=/{path}": "Files of {project}"]),
            Route("/projects/{project}/*", ["/projects/{project}/rss?path=/": "Files of {project}"]),
            Route("/p/{project}/*", ["/projects/{project}/rss?path=/": "Files of {project}"])
        ])
}
