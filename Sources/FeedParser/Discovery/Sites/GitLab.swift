extension Site {
    /// GitLab, its own site and others, with projects several groups deep.
    static let gitLab = Site(
        "gitlab.com", "gitlab.*", "invent.kde.org", "salsa.debian.org", "code.videolan.org",
        reserved: ["-", "admin", "api", "dashboard", "explore", "groups", "help", "projects", "search", "users"],
        routes: [
            Route("/{project*}/-/releases/*", ["/{project}/-/releases.atom": "Releases of {project}"]),
            Route("/{project*}/-/tags/*", ["/{project}/-/tags?format=atom": "Tags of {project}"]),
            Route(
                "/{project*}/-/commits/{branch*}", ["/{project}/-/commits/{branch}?format=atom": "Commits to {project}"]
            ),
            Route(
                "/{project*}/-/tree/{branch}/*", ["/{project}/-/commits/{branch}?format=atom": "Commits to {project}"]),
            Route("/{project*}/-/issues/*", ["/{project}/-/issues.atom": "Issues of {project}"]),
            Route("/{project*}/-/*", Self.gitLabProject),
            Route("/{user}", ["/{user}.atom": "Activity of {user}"]),
            Route("/{project*}", Self.gitLabProject)
        ])

    private static let gitLabProject: KeyValuePairs<String, String> = [
        "/{project}/-/releases.atom": "Releases of {project}",
        "/{project}/-/tags?format=atom": "Tags of {project}",
        "/{project}.atom": "Activity of {project}"
    ]
}
