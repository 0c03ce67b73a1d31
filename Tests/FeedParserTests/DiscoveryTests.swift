import FeedParser
import TestSupport
import Testing

/// The URLs of the feeds of a page.
private func feeds(_ page: String, at address: String? = "https://a.example/b/") -> [String] {
    FeedDiscovery.feeds(inPage: Array(page.utf8)[...], at: address).map(\.url)
}

@Suite struct `Finding the feeds of a page` {
    @Test func `a page's announced feeds are found, those of comments last`() throws {
        let page = try Fixture.bytes("page-with-feeds.html")
        let feeds = FeedDiscovery.feeds(inPage: page[...], at: "https://lighthouse.example/blog/")
        #expect(
            feeds == [
                DiscoveredFeed(url: "https://cdn.lighthouse.example/blog/posts.xml", title: "Posts & notes"),
                DiscoveredFeed(url: "https://lighthouse.example/feed.json?a=1&b=2"),
                DiscoveredFeed(url: "https://cdn.lighthouse.example/feed/json", title: "Auf Deutsch", language: "de"),
                DiscoveredFeed(url: "https://cdn.lighthouse.example/blog/old.xml"),
                DiscoveredFeed(url: "http://lighthouse.example/tides"),
                DiscoveredFeed(
                    url: "https://cdn.lighthouse.example/blog/comments.xml", title: "Comments on the Lighthouse")
            ])
    }

    @Test(arguments: [
        "feed/", "/rss", "x.atom", "index.rdf", "rss.xml", "/blog/feed/atom", "?feed=rss2", "/feeds/posts/default",
        "/news?format=rss"
    ])
    func `plain links to feeds count if a page announces none`(href: String) {
        #expect(feeds("<a href='\(href)'>Subscribe</a>").count == 1)
        #expect(
            feeds("<link rel=alternate type=application/rss+xml href=c><a href='\(href)'>x</a>") == [
                "https://a.example/b/c"
            ])
    }

    @Test(arguments: [
        "/about", "/feedback", "rss.html", "/feed/2026/post", "mailto:rss@a.example", "ftp://a.example/rss.xml",
        "https://reader.example/add/rss?url=http://a.example/feed"
    ])
    func `other links of a page aren't feeds`(href: String) {
        #expect(feeds("<a href='\(href)'>x</a>") == [])
    }

    @Test(arguments: [
        "<link rel=alternate type=application/rss+xml href=c>",
        "<link rel='alternate' type='application/atom+xml' href='c'/>",
        "<link/rel='alternate'/type='text/rss'/href=c >",
        "<LINK REL=Alternate\nTYPE = \"application/x-rss+xml\"\nHREF = \"c\">",
        "<p <link rel=x><link rel=feed href=c>",
        "<link rel=alternate type=application/rdf+xml href=' c\n'>", "<!--><link rel=alternate type=text/xml href=c>-->"
    ])
    func `a page's feeds are found in every kind of markup`(page: String) {
        #expect(feeds(page) == ["https://a.example/b/c"])
    }

    @Test func `a page's feeds are on the web, without invisible characters`() {
        func link(_ href: String) -> String { "<link rel=feed href='\(href)'>" }
        #expect(feeds(link("c d\u{202E}\u{1}e")) == ["https://a.example/b/c%20d%E2%80%AE%01e"])
        #expect(feeds(link("feed:https://c.example/")) == ["https://c.example/"])
        #expect(feeds(link("file:///etc/passwd") + link("data:text/xml,") + link("http://?") + link("exec:ls")) == [])
        #expect(feeds(link("/relative"), at: nil) == [])
    }

    @Test func `at most a hundred feeds of a page are found`() {
        let page = (0..<1000).map { "<link rel=feed href=f\($0)>" }.joined()
        #expect(feeds(page).count == 100)
    }

    @Test(arguments: [
        "<", "<a", "<a href='", "<!--", "<script>", "<link rel=feed ", "<a href=/feed>", "<base href=x>"
    ])
    func `a page with endless markup is searched in linear time`(piece: String) {
        let page = { (count: Int) in String(repeating: piece, count: count / piece.utf8.count) }
        #expect(feeds(page(200_000)) == (piece == "<a href=/feed>" ? ["https://a.example/feed"] : []))
        #expect(growsSteadily(from: 50_000) { _ = feeds(page($0)) })
    }

    @Test func `the failure for a web page has its feeds`() throws {
        let page = Array("<html><title>Sign in</title><link rel=feed href=/feed>".utf8)
        let error = #expect(throws: ParseFailure.self) { try FeedParser.parse(page, baseURL: "https://a.example/") }
        let feeds = [DiscoveredFeed(url: "https://a.example/feed")]
        #expect(error == .notAFeed("an HTML page, titled “Sign in”", feeds: feeds))
        #expect(
            error?.description
                == "not a feed but an HTML page, titled “Sign in”; it links to the feed https://a.example/feed")
    }

    @Test func `a page's feeds also come from its URL`() {
        let page = "<link rel=alternate type=application/rss+xml href=/feeds/videos.xml?user=a>"
        #expect(
            feeds(page, at: "https://www.youtube.com/user/b") == [
                "https://www.youtube.com/feeds/videos.xml?user=a", "https://www.youtube.com/feeds/videos.xml?user=b"
            ])
    }

    @Test func `a page at a feed's URL doesn't lead to itself`() {
        #expect(feeds("<title>Sign in", at: "https://www.reddit.com/r/swift/.rss") == [])
    }

    @Test(arguments: ["channel/UC1", "channel/UC1/videos?hl=de", "@handle", "c/name"])
    func `a YouTube channel has a feed with Shorts and one without`(path: String) {
        let page = "<link rel=alternate type=application/rss+xml title=RSS href=/feeds/videos.xml?channel_id=UC1>"
        let found = FeedDiscovery.feeds(inPage: Array(page.utf8)[...], at: "https://www.youtube.com/\(path)")
        #expect(
            found.map(\.url) == [
                "https://www.youtube.com/feeds/videos.xml?channel_id=UC1",
                "https://www.youtube.com/feeds/videos.xml?playlist_id=UULF1"
            ])
        #expect(found.map(\.title) == ["Videos and Shorts", "Videos without Shorts"])
    }

    @Test func `a YouTube channel's URL is enough for its feeds`() {
        #expect(
            feeds("<p>Before you continue</p>", at: "https://m.youtube.com/channel/UC1/videos?hl=de") == [
                "https://www.youtube.com/feeds/videos.xml?channel_id=UC1",
                "https://www.youtube.com/feeds/videos.xml?playlist_id=UULF1"
            ])
    }
}

private func feeds(at address: String) -> [String] { FeedDiscovery.feeds(at: address).map(\.url) }

@Suite struct `The feeds of a site` {
    @Test(arguments: [
        ("https://www.youtube.com/channel/UCabc/about", "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc"),
        ("https://m.youtube.com/playlist?list=PL1&si=x", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL1"),
        ("https://www.youtube.com/watch?v=1&list=PL2", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL2"),
        ("https://www.youtube.com/user/someone", "https://www.youtube.com/feeds/videos.xml?user=someone"),
        ("https://old.reddit.com/r/swift+linux/", "https://www.reddit.com/r/swift+linux/.rss"),
        (
            "https://www.reddit.com/r/swift/search?q=a%20b&t=all",
            "https://www.reddit.com/r/swift/search.rss?q=a%20b&restrict_sr=on&sort=new"
        ),
        ("https://www.reddit.com/u/someone", "https://www.reddit.com/user/someone/.rss"),
        ("https://www.reddit.com/user/someone/m/news", "https://www.reddit.com/user/someone/m/news/.rss"),
        ("https://github.com/someone", "https://github.com/someone.atom"),
        ("https://github.com/someone/thing/releases/tag/1.0", "https://github.com/someone/thing/releases.atom"),
        ("https://github.com/someone/thing/tree/feature/x", "https://github.com/someone/thing/commits/feature/x.atom"),
        ("https://github.com/someone/thing.git", "https://github.com/someone/thing/releases.atom"),
        ("https://gitlab.com/group/sub/thing/-/tags", "https://gitlab.com/group/sub/thing/-/tags?format=atom"),
        ("https://gitlab.gnome.org/group/thing", "https://gitlab.gnome.org/group/thing/-/releases.atom"),
        ("https://codeberg.org/someone/thing/src/branch/main", "https://codeberg.org/someone/thing/rss/branch/main"),
        ("https://git.sr.ht/~someone/thing", "https://git.sr.ht/~someone/thing/refs/rss.xml"),
        ("https://sourceforge.net/projects/thing/files/a/b", "https://sourceforge.net/projects/thing/rss?path=/a/b"),
        ("https://unix.stackexchange.com/questions/tagged/tty", "https://unix.stackexchange.com/feeds/tag/tty"),
        ("https://stackoverflow.com/questions/123/how-to", "https://stackoverflow.com/feeds/question/123"),
        ("https://someone.substack.com/p/post", "https://someone.substack.com/feed"),
        ("https://medium.com/@someone/a-post-1", "https://medium.com/feed/@someone"),
        ("https://www.tumblr.com/someone/1/post", "https://someone.tumblr.com/rss"),
        ("https://someone.blogspot.co.uk/2026/01/post.html", "https://someone.blogspot.co.uk/feeds/posts/default"),
        ("https://someone.wordpress.com/category/a/b/", "https://someone.wordpress.com/category/a/b/feed/"),
        ("https://pypi.org/project/thing/1.0/", "https://pypi.org/rss/project/thing/releases.xml"),
        ("https://vimeo.com/someone", "https://vimeo.com/someone/videos/rss"),
        ("https://news.ycombinator.com", "https://news.ycombinator.com/rss"),
        ("https://bsky.app/profile/someone.example/post/1", "https://bsky.app/profile/someone.example/rss"),
        ("https://social.example:8443/@someone/123", "https://social.example:8443/@someone.rss"),
        ("HTTP://Social.Example/@someone", "http://social.example/@someone.rss")
    ])
    func `a known URL suggests its feeds`(page: String, feed: String) {
        #expect(feeds(at: page).first == feed)
    }

    @Test(arguments: [
        "https://example.org/", "https://www.youtube.com/@handle", "https://www.youtube.com/watch?v=1",
        "https://github.com/features/actions", "https://vimeo.com/123456", "https://www.tiktok.com/@someone",
        "https://notgithub.com/someone", "file:///home/@someone", "someone@example.org", "", "https://", "http:///@x"
    ])
    func `an unknown URL suggests no feeds`(address: String) {
        #expect(feeds(at: address) == [])
    }

    @Test func `suggested feeds have titles`() {
        #expect(
            FeedDiscovery.feeds(at: "https://github.com/someone/thing").map(\.title)
                == ["Releases of thing", "Tags of thing", "Commits to thing"])
        #expect(FeedDiscovery.feeds(at: "https://a-blog.tumblr.com/tagged/tea").map(\.title) == ["a-blog about tea"])
    }

    @Test func `a very long URL suggests no feeds`() {
        #expect(feeds(at: "https://social.example/@" + String(repeating: "a", count: 1_000_000)) == [])
    }
}
