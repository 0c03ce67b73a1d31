import Configuration
import FeedParser
import Foundation
import Refresh
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `Fields of rows` {
    private let test: TestLibrary

    init() throws {
        test = try TestLibrary()
        let item = ParsedItem(
            id: "1", title: "Story", published: Date(timeIntervalSince1970: 1),
            content: String(repeating: "x", count: 2100),
            enclosures: [ParsedEnclosure(url: "https://example.org/1.mp3", type: "audio/mpeg", length: nil)])
        let parsed = ParsedFeed(format: .rss20, title: "Feed", items: [item, ParsedItem(id: "2", title: "Bare")])
        _ = try test.library.store(parsed, etag: nil, lastModified: nil, for: test.feed, at: Date())
        try test.home.write(urls: ["https://example.org/feed code"])
    }

    private func reader(_ config: String) -> ReaderModel {
        let reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment), config: Config(Array(config.utf8), path: "config"))
        reader.items.fit(20)
        return reader
    }

    private func rows(_ reader: ReaderModel) -> [String?] {
        reader.items.items.enumerated().map { index, item in
            reader.row(of: item, at: index, columns: 80, now: Date())
        }
    }

    @Test func `the fields of items match newsboat's: flags, deletion, length and file`() async throws {
        let story = try #require(
            test.library.items(of: test.feed, unreadOnly: false, limit: 9).first { $0.title == "Story" })
        for mark in [Mark.starred, .tagged("b"), .tagged("later")] { test.library.mark(.item(story.id), mark) }
        test.library.drain()
        let reader = reader("articlelist-format \"%f|%n|%d|%F|%6L|%e|%t\"\n")
        reader.perform(.open)
        _ = rows(reader)
        try await reader.rowDetails.rounds.waitUntil { $0 > 0 }
        #expect(Set(rows(reader)) == ["N!|N| |*b|  2.1K|https://example.org/1.mp3|Story", "N |N| ||      ||Bare"])
    }

    @Test func `the fields of an item follow new tags`() async throws {
        let reader = reader("articlelist-format \"%F %t\"\n")
        reader.perform(.open)
        _ = rows(reader)
        try await reader.rowDetails.rounds.waitUntil { $0 > 0 }
        reader.items.markSelected(.tagged("c"))
        try await reader.rowDetails.rounds.waitUntil { $0 > 1 }
        _ = rows(reader)
        try await reader.rowDetails.rounds.waitUntil { $0 > 2 }
        #expect(rows(reader)[reader.items.cursor.row]?.hasPrefix("c ") == true)
    }

    @Test func `the fields of feeds match newsboat's: first tag, counts and URL`() throws {
        let reader = reader("feedlist-format \"%n|%S|%T|%t|%u|%U|%c|%L\"\n")
        let entries = reader.feeds.entries
        let index = try #require(entries.firstIndex { $0.feed != nil })
        #expect(
            reader.row(of: entries[index], at: index, columns: 80)
                == "N| |code|Feed|(2/2)|2|2|https://example.org/feed")
    }

    @Test(arguments: [(0, ""), (812, "812 "), (34_816, "34.0K"), (1_100_000, "1.0M"), (.max, "8796093022208.0M")])
    func `a length is written in a few digits and a letter`(bytes: Int, text: String) {
        #expect(TextLength(bytes).description == text)
    }

    @Test func `a saved search has no number before all its items are counted`() async throws {
        let reader = reader("feedlist-format \"%u %U %t|%c|%T|%L\"\n")
        let url = "query:Stories:title =~ \"Story\""
        let (library, mayLook) = (test.library, DispatchSemaphore(value: 0))
        await withCheckedContinuation { followed in
            let stories = SavedQuery(name: "Stories", expression: "title =~ \"Story\"")
            let list = FollowedList([Subscription("https://example.org/feed", tags: ["code"])], queries: [stories])
            library.follow({ list }) {
                library.writeSoon { _ in
                    mayLook.wait()
                    return []
                }
                followed.resume()
            }
        }
        reader.feeds.reload()
        reader.feeds.queryTags = ["Stories": ["later", "code"]]
        func row() -> String? {
            let entries = reader.feeds.entries
            return entries.firstIndex { $0.name == "Stories" }.flatMap { index in
                reader.row(of: entries[index], at: index, columns: 80)
            }
        }
        #expect(row() == "(…) … Stories||later|\(url)")
        mayLook.signal()
        try await reader.feeds.$entries.waitUntil { $0.contains { $0.name == "Stories" && !$0.isBeingCounted } }
        #expect(row() == "(1/1) 1 Stories|1|later|\(url)")
    }
}
