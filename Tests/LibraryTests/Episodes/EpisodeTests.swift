import FeedParser
import Foundation
import TestSupport
import Testing

@testable import Library

@Suite struct `The queue of episodes` {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
        try shelf.store(
            ["a", "b", "c"].map { (name: String) in
                ParsedItem(
                    id: name, title: name,
                    enclosures: [
                        ParsedEnclosure(url: "https://example.org/\(name).jpg", type: "image/jpeg"),
                        ParsedEnclosure(url: "https://example.org/\(name).mp3?token=1", length: 1000)
                    ])
            })
    }

    private func item(_ title: String) throws -> ItemID {
        try #require(try shelf.items().first { $0.title == title }).id
    }

    private func queue(_ titles: String...) throws {
        for title in titles { shelf.library.mark(.item(try item(title)), .queued) }
        shelf.library.drain()
    }

    private var titles: [String] { get throws { try shelf.library.episodes().map(\.item.title) } }

    @Test func `items queue in the order in which they were queued, with their first audio or video file`() throws {
        try queue("c", "a", "b")
        #expect(try titles == ["c", "a", "b"])
        let first = try shelf.library.episodes()[0]
        #expect(first.url == "https://example.org/c.mp3?token=1" && first.announcedBytes == 1000)
        #expect(try shelf.library.counts(of: .state(.queued)).items == 3)
    }

    @Test func `undo brings an episode back to its place, and queueing it again to the end`() throws {
        try queue("a", "b", "c")
        shelf.library.mark(.item(try item("a")), .unqueued)
        shelf.library.drain()
        #expect(try titles == ["b", "c"])
        shelf.library.undo { _ in }
        shelf.library.drain()
        #expect(try titles == ["a", "b", "c"])
        shelf.library.mark(.item(try item("a")), .unqueued)
        try queue("a")
        #expect(try titles == ["b", "c", "a"])
    }

    @Test func `a speed is that of all episodes of the feed`() throws {
        #expect(try shelf.library.episode(of: item("b"))?.speed == nil)
        shelf.library.storeSpeed(1.25, ofFeedOf: try item("a"))
        shelf.library.drain()
        #expect(try shelf.library.episode(of: item("b"))?.speed == 1.25)
    }

    @Test func `an episode moves by places, at most to an end of the queue`() throws {
        try queue("a", "b", "c")
        for (steps, order) in [(1, ["b", "a", "c"]), (9, ["b", "c", "a"]), (-2, ["a", "b", "c"]), (-1, ["a", "b", "c"])]
        {
            shelf.library.moveEpisode(try item("a"), by: steps)
            shelf.library.drain()
            #expect(try titles == order)
        }
    }

    @Test func `a position is kept for items in the queue and others, and a heard episode begins anew`() throws {
        try queue("a")
        for title in ["a", "b"] {
            shelf.library.storePosition(90_000, duration: 3_600_000, of: try item(title))
            shelf.library.drain()
            let episode = try #require(try shelf.library.episode(of: item(title)))
            #expect(episode.position == 90_000 && episode.duration == 3_600_000)
        }
        shelf.library.finishEpisode(try item("a"))
        shelf.library.drain()
        let heard = try #require(try shelf.library.episodes().first)
        #expect(heard.item.isHeard && heard.item.isRead && heard.position == 0)
    }

    @Test func `queued and heard are words of filters, and a rule can queue`() throws {
        shelf.library.follow(rules: [try Rule("new title =~ \"^talk\" do enqueue", place: "config:1")])
        try shelf.store(ParsedItem("talk"), ParsedItem("text"))
        #expect(try titles == ["talk"])
        for filter in ["is:queued", "queued = \"yes\""] {
            #expect(try shelf.library.count(matching: Filter(filter)) == 1)
        }
        #expect(try shelf.library.count(matching: Filter("heard = \"yes\"")) == 0)
    }

    @Test(arguments: [(nil, false, ["file"]), ("title = \"x\"", false, []), (nil, true, ["page", "file"])])
    func `new items of a feed queue by themselves, and without a file only if their pages play`(
        filter: String?, pagesPlay: Bool, queued: [String]
    ) throws {
        shelf.library.follow(rules: [
            try Rule(enqueueing: filter, of: Shelf.url(1), pagesPlay: pagesPlay, place: "urls:1")
        ])
        try shelf.store(
            ParsedItem(
                id: "file", title: "file",
                enclosures: [ParsedEnclosure(url: "https://example.org/1.mp3", type: "audio/mpeg")]),
            ParsedItem(id: "page", title: "page", link: "https://example.org/watch"), ParsedItem("text"))
        #expect(try titles.sorted() == queued.sorted())
    }

    @Test func `a file is playable by its type, or by the end of its name where that says nothing`() {
        let files: [(String, String?, Bool)] = [
            ("https://example.org/a", "audio/mpeg", true), ("https://example.org/a.MP4#t=1", nil, true),
            ("https://example.org/a.mp3", "application/octet-stream", true),
            ("https://example.org/a.mp3", "text/html", false), ("https://example.org/a.pdf", nil, false),
            ("https://example.org/mp3", "", false)
        ]
        for (url, type, isPlayable) in files {
            #expect(Article.Enclosure(url: url, type: type).isPlayable == isPlayable, "\(url) \(type ?? "")")
        }
    }
}
