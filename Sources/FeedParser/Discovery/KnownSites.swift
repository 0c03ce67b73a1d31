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
            SiteRoute("/{owner}", ["/{owner}.atom": "Activity of {owner}"]),
            SiteRoute("/orgs/{owner}/*", ["/{owner}.atom": "Activity of {owner}"]),
            SiteRoute("/{owner}/{repo}/releases/*", ["/{owner}/{repo}/releases.atom": "Releases of {repo}"]),
            SiteRoute("/{owner}/{repo}/tags", ["/{owner}/{repo}/tags.atom": "Tags of {repo}"]),
            SiteRoute("/{owner}/{repo}/commits", ["/{owner}/{repo}/commits.atom": "Commits to {repo}"]),
            SiteRoute(
                "/{owner}/{repo}/commits/{branch*}", ["/{owner}/{repo}/commits/{branch}.atom": "Commits to {repo}"]),
            SiteRoute("/{owner}/{repo}/tree/{branch*}", ["/{owner}/{repo}/commits/{branch}.atom": "Commits to {repo}"]),
            SiteRoute("/{owner}/{repo}/blob/{path*}", ["/{owner}/{repo}/commits/{path}.atom": "Commits to {path}"]),
            SiteRoute("/{owner}/{repo}/wiki/*", ["/{owner}/{repo}/wiki.atom": "Wiki of {repo}"]),
            SiteRoute(
                "/{owner}/{repo}/discussions/categories/{category}",
                ["/{owner}/{repo}/discussions/categories/{category}.atom": "Discussions of {repo}: {category}"]),
            SiteRoute("/{owner}/{repo}/discussions/*", ["/{owner}/{repo}/discussions.atom": "Discussions of {repo}"]),
            SiteRoute("/{owner}/{repo}.git", Self.gitHubRepository),
            SiteRoute("/{owner}/{repo}/*", Self.gitHubRepository)
        ])

    static let gists = Site("gist.github.com", routes: [SiteRoute("/{user}/*", ["/{user}.atom": "Gists of {user}"])])

    private static let gitHubRepository: KeyValuePairs<String, String> = [
        "/{owner}/{repo}/releases.atom": "Releases of {repo}",
        "/{owner}/{repo}/tags.atom": "Tags of {repo}",
        "/{owner}/{repo}/commits.atom": "Commits to {repo}"
    ]

    /// GitLab, its own site and others, with projects several groups deep.
    static let gitLab = Site(
        "gitlab.com", "gitlab.*", "invent.kde.org", "salsa.debian.org", "code.videolan.org",
        reserved: ["-", "admin", "api", "dashboard", "explore", "groups", "help", "projects", "search", "users"],
        routes: [
            SiteRoute("/{project*}/-/releases/*", ["/{project}/-/releases.atom": "Releases of {project}"]),
            SiteRoute("/{project*}/-/tags/*", ["/{project}/-/tags?format=atom": "Tags of {project}"]),
            SiteRoute(
                "/{project*}/-/commits/{branch*}", ["/{project}/-/commits/{branch}?format=atom": "Commits to {project}"]
            ),
            SiteRoute(
                "/{project*}/-/tree/{branch}/*", ["/{project}/-/commits/{branch}?format=atom": "Commits to {project}"]),
            SiteRoute("/{project*}/-/issues/*", ["/{project}/-/issues.atom": "Issues of {project}"]),
            SiteRoute("/{project*}/-/*", Self.gitLabProject),
            SiteRoute("/{user}", ["/{user}.atom": "Activity of {user}"]),
            SiteRoute("/{project*}", Self.gitLabProject)
        ])

    private static let gitLabProject: KeyValuePairs<String, String> = [
        "/{project}/-/releases.atom": "Releases of {project}",
        "/{project}/-/tags?format=atom": "Tags of {project}",
        "/{project}.atom": "Activity of {project}"
    ]

    /// Forgejo and Gitea, its ancestor.
    static let forgejo = Site(
        "codeberg.org", "gitea.com", "code.forgejo.org", "forgejo.*", "gitea.*",
        reserved: ["-", "admin", "api", "assets", "explore", "org", "repo", "user"],
        routes: [
            SiteRoute("/{owner}", ["/{owner}.rss": "Activity of {owner}"]),
            SiteRoute("/{owner}/{repo}/releases/*", ["/{owner}/{repo}/releases.rss": "Releases of {repo}"]),
            SiteRoute("/{owner}/{repo}/tags", ["/{owner}/{repo}/tags.rss": "Tags of {repo}"]),
            SiteRoute(
                "/{owner}/{repo}/src/branch/{branch*}", ["/{owner}/{repo}/rss/branch/{branch}": "Commits to {repo}"]),
            SiteRoute(
                "/{owner}/{repo}/commits/branch/{branch*}",
                ["/{owner}/{repo}/rss/branch/{branch}": "Commits to {repo}"]),
            SiteRoute(
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
            SiteRoute("/~{user}/{repo}/refs/*", ["/~{user}/{repo}/refs/rss.xml": "Releases of {repo}"]),
            SiteRoute("/~{user}/{repo}/log/{branch}", ["/~{user}/{repo}/log/{branch}/rss.xml": "Commits to {repo}"]),
            SiteRoute(
                "/~{user}/{repo}/*",
                [
                    "/~{user}/{repo}/refs/rss.xml": "Releases of {repo}",
                    "/~{user}/{repo}/log/rss.xml": "Commits to {repo}"
                ])
        ])

    static let sourceForge = Site(
        "sourceforge.net",
        routes: [
            SiteRoute(
                "/projects/{project}/files/{path*}", ["/projects/{project}/rss?path=/{path}": "Files of {project}"]),
            SiteRoute("/projects/{project}/*", ["/projects/{project}/rss?path=/": "Files of {project}"]),
            SiteRoute("/p/{project}/*", ["/projects/{project}/rss?path=/": "Files of {project}"])
        ])

    /// The releases of packages. npm isn't included: it has no feeds.
    static let packageIndexes: [Site] = [
        Site(
            "pypi.org",
            routes: [
                SiteRoute(
                    "/project/{name}/*", ["https://pypi.org/rss/project/{name}/releases.xml": "Releases of {name}"])
            ]),
        Site(
            "crates.io",
            routes: [
                SiteRoute("/crates/{name}/*", ["https://static.crates.io/rss/crates/{name}.xml": "Releases of {name}"])
            ]),
        Site(
            "rubygems.org", routes: [SiteRoute("/gems/{name}/*", ["/gems/{name}/versions.atom": "Releases of {name}"])]),
        Site(
            "packagist.org",
            routes: [
                SiteRoute(
                    "/packages/{vendor}/{name}", ["/feeds/package.{vendor}/{name}.rss": "Releases of {vendor}/{name}"])
            ])
    ]

    /// YouTube's channels and playlists. A handle ("/@name") doesn't tell the channel, but its page announces the feed.
    static let youTube = Site(
        "youtube.com", "music.youtube.com", "youtu.be",
        routes: [
            SiteRoute("/channel/{id}/*", ["https://www.youtube.com/feeds/videos.xml?channel_id={id}": "Videos"]),
            SiteRoute("/user/{name}/*", ["https://www.youtube.com/feeds/videos.xml?user={name}": "Videos of {name}"]),
            SiteRoute("/playlist?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"]),
            SiteRoute("/watch?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"]),
            SiteRoute("/{video}?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"])
        ])

    /// Videos and games.
    static let videoHosts: [Site] = [
        Site(
            "vimeo.com",
            reserved: [
                "blog", "categories", "create", "features", "help", "log_in", "ondemand", "search", "upload", "watch"
            ],
            routes: [
                // A video.
                SiteRoute("/{#film}/*"),
                SiteRoute("/channels/{channel}/*", ["/channels/{channel}/videos/rss": "{channel}"]),
                SiteRoute("/groups/{group}/*", ["/groups/{group}/videos/rss": "{group}"]),
                SiteRoute("/{user}/*", ["/{user}/videos/rss": "{user}"])
            ]),
        Site("odysee.com", routes: [SiteRoute("/@{channel}/*", ["https://odysee.com/$/rss/@{channel}": "{channel}"])]),
        Site(
            "letterboxd.com",
            reserved: [
                "activity", "about", "actor", "director", "film", "films", "journal", "list", "lists", "members",
                "search"
            ],
            routes: [SiteRoute("/{user}/*", ["/{user}/rss/": "{user}"])]),
        Site(
            "store.steampowered.com",
            routes: [
                SiteRoute("/app/{#id}/*", ["/feeds/news/app/{id}/": "News"]),
                SiteRoute("/news/app/{#id}/*", ["/feeds/news/app/{id}/": "News"])
            ]),
        Site("{user}.itch.io", routes: [SiteRoute("/{game}/*", ["/{game}/devlog.rss": "{game}"])])
    ]

    /// Reddit, where almost every listing is also a feed (https://www.reddit.com/wiki/rss).
    static let reddit = Site(
        "reddit.com", "old.reddit.com", "new.reddit.com", "np.reddit.com",
        routes: [
            SiteRoute("/", ["https://www.reddit.com/.rss": "Reddit"]),
            SiteRoute(
                "/r/{sub}/search?q={words}",
                ["https://www.reddit.com/r/{sub}/search.rss?q={words}&restrict_sr=on&sort=new": "Search in r/{sub}"]),
            SiteRoute("/search?q={words}", ["https://www.reddit.com/search.rss?q={words}&sort=new": "Search"]),
            SiteRoute(
                "/r/{sub}/comments/{id}/*",
                [
                    "https://www.reddit.com/r/{sub}/comments/{id}/.rss": "Comments",
                    "https://www.reddit.com/r/{sub}/.rss": "r/{sub}"
                ]),
            SiteRoute("/r/{sub}/new", ["https://www.reddit.com/r/{sub}/new/.rss": "New in r/{sub}"]),
            SiteRoute("/r/{sub}/top", ["https://www.reddit.com/r/{sub}/top/.rss": "Top of r/{sub}"]),
            SiteRoute("/r/{sub}/*", ["https://www.reddit.com/r/{sub}/.rss": "r/{sub}"]),
            SiteRoute(
                "/user/{name}/m/{multi}", ["https://www.reddit.com/user/{name}/m/{multi}/.rss": "{multi} by {name}"]),
            SiteRoute("/user/{name}/*", ["https://www.reddit.com/user/{name}/.rss": "u/{name}"]),
            SiteRoute("/u/{name}/*", ["https://www.reddit.com/user/{name}/.rss": "u/{name}"]),
            SiteRoute("/domain/{domain}/*", ["https://www.reddit.com/domain/{domain}/.rss": "Links to {domain}"])
        ])

    /// Sites where people discuss.
    static let communities: [Site] = [
        Site("bsky.app", routes: [SiteRoute("/profile/{user}/*", ["/profile/{user}/rss": "{user}"])]),
        // Their names look like Mastodon's, but they have no feeds.
        Site(
            "bsky.social", "flipboard.com", "instagram.com", "substack.com", "threads.com", "threads.net", "tiktok.com",
            "x.com", routes: [])
    ]

    /// Stack Exchange's sites for questions.
    static let stackExchange = Site(
        "stackoverflow.com", "{language}.stackoverflow.com", "{topic}.stackexchange.com", "serverfault.com",
        "superuser.com", "askubuntu.com", "mathoverflow.net", "stackapps.com",
        routes: [
            SiteRoute("/", ["/feeds": "Questions"]),
            SiteRoute("/questions", ["/feeds": "Questions"]),
            SiteRoute("/questions/tagged/{tag}", ["/feeds/tag/{tag}": "Questions about {tag}"]),
            SiteRoute("/questions/{#id}/*", ["/feeds/question/{id}": "Answers"]),
            SiteRoute("/users/{#id}/*", ["/feeds/user/{id}": "Activity of a user"])
        ])

    /// Servers on their own hosts, recognised by their special paths.
    static let fediverse: [Site] = [
        Site(
            "lemmy.*",
            routes: [
                SiteRoute("/c/{name}/*", ["/feeds/c/{name}.xml?sort=New": "{name}"]),
                SiteRoute("/u/{name}/*", ["/feeds/u/{name}.xml?sort=New": "{name}"])
            ]),
        Site(
            "*",
            routes: [
                SiteRoute("/@{user}/tagged/{tag}", ["/@{user}/tagged/{tag}.rss": "{user} about {tag}"]),
                // A single post, and the parts of the user's page.
                SiteRoute("/@{user}/*", ["/@{user}.rss": "{user}"])
            ])
    ]

    /// Hosts of many people's blogs.
    static let blogHosts: [Site] = [
        Site("{blog}.substack.com", routes: [SiteRoute("/*", ["/feed": "{blog}"])]),
        Site(
            "medium.com",
            reserved: ["about", "explore-topics", "feed", "jobs-at-medium", "m", "me", "membership", "search", "tag"],
            routes: [
                SiteRoute("/@{user}/*", ["/feed/@{user}": "{user}"]),
                SiteRoute(
                    "/{publication}/tagged/{tag}", ["/feed/{publication}/tagged/{tag}": "{publication} about {tag}"]),
                SiteRoute("/{publication}/*", ["/feed/{publication}": "{publication}"])
            ]),
        Site("{blog}.medium.com", routes: [SiteRoute("/*", ["/feed": "{blog}"])]),
        Site(
            "tumblr.com",
            reserved: ["about", "dashboard", "docs", "explore", "login", "policy", "register", "search", "tagged"],
            routes: [
                SiteRoute("/blog/view/{blog}/*", ["https://{blog}.tumblr.com/rss": "{blog}"]),
                SiteRoute("/{blog}/*", ["https://{blog}.tumblr.com/rss": "{blog}"])
            ]),
        Site(
            "{blog}.tumblr.com",
            routes: [
                SiteRoute("/tagged/{tag}", ["/tagged/{tag}/rss": "{blog} about {tag}"]),
                SiteRoute("/*", ["/rss": "{blog}"])
            ]),
        Site(
            "{blog}.wordpress.com",
            routes: [
                SiteRoute("/category/{category*}", ["/category/{category}/feed/": "{blog} about {category}"]),
                SiteRoute("/tag/{tag}", ["/tag/{tag}/feed/": "{blog} about {tag}"]),
                SiteRoute("/author/{author}", ["/author/{author}/feed/": "{blog} by {author}"]),
                SiteRoute("/*", ["/feed/": "{blog}", "/comments/feed/": "Comments on {blog}"])
            ]),
        Site(
            "{blog}.blogspot.*",
            routes: [
                SiteRoute("/search/label/{label}", ["/feeds/posts/default/-/{label}": "{blog} about {label}"]),
                SiteRoute("/*", ["/feeds/posts/default": "{blog}", "/feeds/comments/default": "Comments on {blog}"])
            ]),
        Site("{user}.livejournal.com", routes: [SiteRoute("/*", ["/data/rss": "{user}"])]),
        Site("{user}.dreamwidth.org", routes: [SiteRoute("/*", ["/data/rss": "{user}"])]),
        Site("{user}.micro.blog", routes: [SiteRoute("/*", ["/feed.xml": "{user}"])]),
        Site("{user}.bearblog.dev", routes: [SiteRoute("/*", ["/feed/": "{user}"])]),
        Site("write.as", routes: [SiteRoute("/{user}/*", ["/{user}/feed/": "{user}"])]),
        Site(
            "dev.to",
            routes: [
                SiteRoute("/t/{tag}", ["/feed/tag/{tag}": "{tag}"]), SiteRoute("/{user}/*", ["/feed/{user}": "{user}"])
            ])
    ]

    /// Sites that collect links and papers.
    static let newsSites: [Site] = [
        Site(
            "news.ycombinator.com",
            routes: [
                SiteRoute("/", ["/rss": "Hacker News"]),
                SiteRoute("/news", ["/rss": "Hacker News"]),
                SiteRoute("/show", ["/showrss": "Show HN"]),
                SiteRoute("/shownew", ["/showrss": "Show HN"])
            ]),
        Site(
            "lobste.rs",
            routes: [
                SiteRoute("/", ["/rss": "Lobsters"]),
                SiteRoute("/newest", ["/newest.rss": "Newest on Lobsters"]),
                SiteRoute("/t/{tags}", ["/t/{tags}.rss": "Lobsters about {tags}"])
            ]),
        Site(
            "arxiv.org",
            routes: [SiteRoute("/list/{category}/*", ["https://rss.arxiv.org/rss/{category}": "arXiv {category}"])]),
        Site(
            "{language}.wikipedia.org",
            routes: [
                SiteRoute("/wiki/{page}", ["/w/index.php?title={page}&action=history&feed=atom": "Changes of {page}"])
            ]
        )
    ]
}
