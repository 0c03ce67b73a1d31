import Testing

@testable import Refresh

@Suite struct FeedSourceTests {
    @Test(arguments: [
        ("https://example.org/feed", FeedSource.document(.web("https://example.org/feed"))),
        ("file:///home/me/a feed.xml", .document(.file(path: "/home/me/a feed.xml"))),
        ("exec:curl -s https://example.org | fix", .command("curl -s https://example.org | fix")),
        ("exec:", .command("")),
        ("filter:fix -x:https://example.org/a:b", .filter("fix -x", of: .web("https://example.org/a:b"))),
        ("filter:fix:file:///feed.xml", .filter("fix", of: .file(path: "/feed.xml"))),
        // The first colon ends the command, as in newsboat, even if the command contains one.
        ("filter:fix http://proxy:https://example.org/", .filter("fix http", of: .web("//proxy:https://example.org/"))),
        ("filter:fix", .document(.web("filter:fix"))),
        ("EXEC:fix", .document(.web("EXEC:fix")))
    ])
    func `a feed's URL tells where its document comes from`(address: String, source: FeedSource) {
        #expect(FeedSource(address) == source)
    }

    @Test func `only a feed from a server has a web address`() {
        let addresses = ["https://a.org/", "filter:fix:https://a.org/", "exec:fix", "file:///a", "filter:fix:file:///a"]
        #expect(addresses.map { FeedSource($0).webAddress } == ["https://a.org/", "https://a.org/", nil, nil, nil])
    }
}
