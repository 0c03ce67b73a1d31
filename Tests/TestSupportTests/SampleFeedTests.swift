import Foundation
import FoundationXML
import Testing

@testable import TestSupport

@Suite struct `A sample feed` {
    private let feed = SampleFeed(
        title: "News & <more>",
        items: [
            .init(
                title: "Hello", body: "<p>a &amp; \"b\"</p>", link: "https://example.org/?a=1&b=2",
                date: Date(timeIntervalSince1970: 1_000_000_000)),
            .init(title: "A & B")
        ])

    @Test func `the RSS of a sample feed is well-formed and complete`() throws {
        let document = try XMLDocument(xmlString: feed.rss)
        #expect(try document.texts("/rss/channel/title") == ["News & <more>"])
        #expect(try document.texts("//item/title") == ["Hello", "A & B"])
        #expect(try document.texts("//item/link") == ["https://example.org/?a=1&b=2"])
        #expect(try document.texts("//item/description") == ["<p>a &amp; \"b\"</p>", ""])
        #expect(try document.texts("//item/pubDate") == ["Sun, 09 Sep 2001 01:46:40 GMT"])
        #expect(try Set(document.texts("//item/guid")).count == 2)
    }

    @Test func `the Atom of a sample feed is well-formed and complete`() throws {
        let document = try XMLDocument(xmlString: feed.atom)
        #expect(try document.texts("/*/*[local-name()='title']") == ["News & <more>"])
        #expect(try document.texts("//*[local-name()='entry']/*[local-name()='title']") == ["Hello", "A & B"])
        #expect(try document.texts("//*[local-name()='entry']/*/@href") == ["https://example.org/?a=1&b=2"])
        #expect(try document.texts("//*[local-name()='content']") == ["<p>a &amp; \"b\"</p>", ""])
        #expect(
            try document.texts("//*[local-name()='updated']") == ["2001-09-09T01:46:40Z", "2001-09-09T01:46:40Z"])
    }

    @Test func `a feed given as a document is served`() throws {
        let served = try ServedFeeds(["https://example.org/feed  tag", feed.rss, feed.atom])
        let server = try #require(served.server)
        #expect(served.urls == ["https://example.org/feed  tag", server.url("/0"), server.url("/1")])
        let client = try Client(server)
        client.get("/1")
        #expect(client.read(until: "</feed>\n").hasSuffix(feed.atom))
    }

    @Test func `a feed given as a URL needs no server`() throws {
        #expect(try ServedFeeds(["https://example.org/feed"]).server == nil)
    }
}

extension XMLDocument {
    fileprivate func texts(_ path: String) throws -> [String] {
        try nodes(forXPath: path).map { $0.stringValue ?? "" }
    }
}
