import Configuration
import FeedParser
import Foundation
import Refresh
import TestSupport
import Testing
import Typesetting

@testable import Library
@testable import ViewModels

/// A feed with a video that has two files, a page of a video site, and a text.
@MainActor @Suite struct `Queueing items and their files` {
    private let home: Home
    private let library: Library
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        try home.write(urls: ["https://example.org/feed"])
        try library.subscribe(to: ["https://example.org/feed"])
        let content = """
            <p><a href="https://example.org/notes">Notes</a>,
            <a href="https://example.org/b.mp4#t=90">the birds</a>.</p>
            """
        let items = [
            ParsedItem(
                title: "Two files", link: "https://example.org/1", content: content,
                enclosures: [
                    .init(url: "https://example.org/slides.pdf", type: "application/pdf"),
                    .init(url: "https://example.org/a.mp3", type: "audio/mpeg"),
                    .init(url: "https://example.org/b.mp4", type: "video/mp4")
                ]),
            ParsedItem(title: "Page", link: "https://m.youtube.com/watch?v=1"),
            ParsedItem(title: "Text", link: "https://example.org/3")
        ]
        _ = try library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: library.feeds()[0].id,
            at: Date())
        reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        reader.items.fit(20)
        reader.article.text.fit(width: 80, height: 20)
        reader.perform(.open)
    }

    private func choose(_ title: String) throws {
        let items = try library.items(of: library.feeds()[0].id, unreadOnly: false, limit: 9)
        reader.items.choose(try #require(items.first { $0.title == title }).id)
    }

    private func queue() throws -> [String?] {
        library.settle()
        return try library.episodes().map(\.address)
    }

    @Test func `in the list of links, e queues the file at the cursor, from a time in it, too`() throws {
        try choose("Two files")
        reader.perform(.showLinks)
        let links = reader.screens.links.list
        func enqueue(_ text: String) throws {
            links.choose(try #require(links.links.first { $0.text == text }).number)
            reader.perform(.enqueue)
        }
        for other in ["Notes", "slides.pdf"] {
            try enqueue(other)
            #expect(reader.session.status == .refused("This link isn't an audio or video file of the item"))
        }
        #expect(try queue().isEmpty)
        try enqueue("the birds")
        #expect(try queue() == ["https://example.org/b.mp4"])
        try enqueue("a.mp3")
        #expect(try queue() == ["https://example.org/a.mp3"])
    }

    @Test func `the setting downloader says whose pages are queued without a file`() throws {
        func queues(_ title: String) throws -> Bool {
            try choose(title)
            reader.perform(.enqueue)
            return reader.session.status != .refused("This item has no audio or video file")
        }
        #expect(try queues("Page") && !queues("Text"))
        #expect(try queue() == ["https://m.youtube.com/watch?v=1"])
        reader.actions.settings.set(.downloader, to: "example.org")
        #expect(try queues("Text") && !queues("Page"))
        reader.actions.settings.set(.downloader, to: "")
        #expect(try !queues("Text") && !queues("Page"))
    }

    @Test func `programs get the URL of an item's audio or video file beside its link`() throws {
        try choose("Two files")
        #expect(reader.actions.programInput.shownFields.value(for: "e") == "https://example.org/a.mp3")
        #expect(reader.actions.programInput.shownFields.variables["LEDE_ENCLOSURE_URL"] == "https://example.org/a.mp3")
        #expect(reader.actions.programInput.shownFields.value(for: "u") == "https://example.org/1")
        let input = reader.actions.programInput
        #expect(input.has(["e", "u"], for: "mpv"))
        try choose("Text")
        #expect(input.shownFields.variables["LEDE_ENCLOSURE_URL"] == "")
        #expect(input.has(["u"], for: "mpv") && !input.has(["e"], for: "mpv"))
        #expect(reader.session.status == .refused("No audio or video file to give to mpv"))
    }

    @Test func `of several selected items, a program for files gets only those with a file`() throws {
        for operation in [Operation.home, .select, .end] { reader.perform(operation) }
        let fields = reader.actions.programInput.takeFieldsOfEach(with: ["e"])
        #expect(fields?.map { $0.value(for: "e") } == ["https://example.org/a.mp3"])
    }
}
