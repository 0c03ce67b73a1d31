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

    /// The releases of packages. npm isn't included: it has no feeds.
    static let packageIndexes: [Site] = [
        Site(
            "pypi.org",
            routes: [
                Route("/project/{name}/*", ["https://pypi.org/rss/project/{name}/releases.xml": "Releases of {name}"])
            ]),
        Site(
            "crates.io",
            routes: [
                Route("/crates/{name}/*", ["https://static.crates.io/rss/crates/{name}.xml": "Releases of {name}"])
            ]),
        Site("rubygems.org", routes: [Route("/gems/{name}/*", ["/gems/{name}/versions.atom": "Releases of {name}"])]),
        Site(
            "packagist.org",
            routes: [
                Route(
                    "/packages/{vendor}/{name}", ["/feeds/package.{vendor}/{name}.rss": "Releases of {vendor}/{name}"])
            ])
    ]

    /// YouTube's channels and playlists. A handle ("/@name") doesn't tell the channel, but its page announces the feed.
    static let youTube = Site(
        "youtube.com", "music.youtube.com", "youtu.be",
        routes: [
            Route("/channel/{id}/*", ["https://www.youtube.com/feeds/videos.xml?channel_id={id}": "Videos"]),
            Route("/user/{name}/*", ["https://www.youtube.com/feeds/videos.xml?user={name}": "Videos of {name}"]),
            Route("/playlist?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"]),
            Route("/watch?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"]),
            Route("/{video}?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"])
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

    /// Sites where people discuss.
    static let communities: [Site] = [
        Site("bsky.app", routes: [Route("/profile/{user}/*", ["/profile/{user}/rss": "{user}"])]),
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
            Route("/", ["/feeds": "Questions"]),
            Route("/questions", ["/feeds": "Questions"]),
            Route("/questions/tagged/{tag}", ["/feeds/tag/{tag}": "Questions about {tag}"]),
            Route("/questions/{#id}/*", ["/feeds/question/{id}": "Answers"]),
            Route("/users/{#id}/*", ["/feeds/user/{id}": "Activity of a user"])
        ])

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

    /// Sites that collect links and papers.
    static let newsSites: [Site] = [
        Site(
            "news.ycombinator.com",
            routes: [
                Route("/", ["/rss": "Hacker News"]),
                Route("/news", ["/rss": "Hacker News"]),
                Route("/show", ["/showrss": "Show HN"]),
                Route("/shownew", ["/showrss": "Show HN"])
            ]),
        Site(
            "lobste.rs",
            routes: [
                Route("/", ["/rss": "Lobsters"]),
                Route("/newest", ["/newest.rss": "Newest on Lobsters"]),
                Route("/t/{tags}", ["/t/{tags}.rss": "Lobsters about {tags}"])
            ]),
        Site(
            "arxiv.org",
            routes: [Route("/list/{category}/*", ["https://rss.arxiv.org/rss/{category}": "arXiv {category}"])]),
        Site(
            "{language}.wikipedia.org",
            routes: [Route("/wiki/{page}", ["/w/index.php?title={page}&action=history&feed=atom": "Changes of {page}"])]
        )
    ]
}
