import FeedParser
import Testing

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
