extension Site {
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
