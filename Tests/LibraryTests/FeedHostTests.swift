import Library
import Testing

@Suite struct FeedHostTests {
    @Test(arguments: [
        ("https://example.org/feed", "example.org"), ("HTTP://Example.ORG", "example.org"),
        ("https://example.org:443/", "example.org"), ("http://example.org:443/", "example.org:443"),
        ("http://me:pass@example.org:8080?q", "example.org:8080"), ("http://a@b@example.org#x", "example.org"),
        ("http://[::1]:80/feed", "[::1]"), ("http://example.org\\@evil.example/", "example.org"),
        ("filter:sed s/a/b/:https://example.org/feed", "example.org")
    ])
    func `a feed's host is that of its URL`(url: String, host: String) {
        #expect(FeedHost(of: url)?.name == host)
    }

    @Test(arguments: [
        "", "file:///feed.xml", "exec:feeds --all", "filter:cat", "filter:cat:", "https://", "http://@/", "x"
    ])
    func `a feed that no server provides has no host`(url: String) {
        #expect(FeedHost(of: url) == nil)
    }
}
