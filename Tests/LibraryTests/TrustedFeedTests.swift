import Testing

@testable import Library

@Suite struct `Feeds of feed servers, and whom they make lede ask` {
    @Test(arguments: [
        ("http://192.168.1.9/feed", nil, "http://192.168.1.9/feed"),
        ("http://192.168.1.9/feed", "https://rss.example.org/", "https://rss.example.org/"),
        ("exec:feed", "https://rss.example.org/", "https://rss.example.org/"),
        ("exec:feed", "http://192.168.1.5/", "http://192.168.1.5/"),
        ("https://a.example/feed", "http://192.168.1.5/", "https://a.example/feed"),
        ("http://192.168.1.9/feed", "http://192.168.1.5/", "http://192.168.1.9/feed")
    ])
    func `a server's word counts as far as the server is trusted`(url: String, account: String?, trusted: String) {
        #expect(trustedFeed(url, of: account) == trusted)
    }
}
