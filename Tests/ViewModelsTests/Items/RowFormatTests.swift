import Configuration
import FeedParser
import Foundation
import Refresh
import Signals
import TestSupport
import Testing
import Typesetting

@testable import Library
@testable import ViewModels

@Suite struct `The format of rows` {
    private func row(_ format: String, columns: Int = 20) -> String {
        RowFormat(format).row(columns: columns) { name in
            switch name {
            case "i": "7"
            case "t": "Title"
            case "T": "The feed"
            case "w": "日本語"
            default: ""
            }
        }
    }

    @Test(arguments: [
        ("%i %t", "7 Title"), ("%4i|%-4i|%=3i|", "   7|7   | 7 |"), ("%3t", "Ti…"), ("100%% %t", "100% Title"),
        ("%5w|", "日本…|"), ("", ""), ("%", ""), ("%5", ""), ("%q", ""),
        ("%99999999999999999999i", String(repeating: " ", count: 998) + "7")
    ])
    func `a row format gives fields their widths`(format: String, text: String) {
        #expect(row(format) == text)
    }

    @Test func `fields without a width get the default one`() {
        let format = RowFormat("%D|%-D|%3D|%t|%?D?%D&?", widths: ["D": 6])
        #expect(format.row(columns: 80) { $0 == "D" ? "2h" : "x" } == "    2h|2h    | 2h|x|    2h")
    }

    @Test(arguments: [
        ("%t%>.%i", "Title..............7"), ("%t%> %i", "Title              7"), ("%t%>日%i", "Title              7"),
        ("%>-", "--------------------"), ("%30t%> %i", String(repeating: " ", count: 25) + "Title7"), ("%>", "")
    ])
    func `a row format fills a row to its end`(format: String, text: String) {
        #expect(row(format) == text)
    }

    @Test(arguments: [
        ("%4i %?T?|%-10T|  &?%t", "   7 |The feed  |  Title"), ("%?x?[%x]&none? %t", "none Title"),
        ("%?x?[%x]? %t", " Title"), ("%?t?yes", "yes"), ("%?", ""), ("%?t", ""), ("%?t?%?T?a&b?", "T?a&b?")
    ])
    func `a row format chooses by whether a field is empty`(format: String, text: String) {
        #expect(row(format) == text)
    }
}

@MainActor @Suite struct `Fields of rows` {
    private let test: TestLibrary

    init() throws {
        test = try TestLibrary()
        let item = ParsedItem(
            id: "1", title: "Story", published: Date(timeIntervalSince1970: 1),
            content: String(repeating: "x", count: 2100),
            enclosures: [ParsedEnclosure(url: "https://user:pw@example.org/1.mp3", type: "audio/mpeg", length: nil)])
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
        try await reader.rowDetails.roundsOfTags.waitUntil { $0 > 0 }
        #expect(Set(rows(reader)) == ["N!|N| |*b|  2.1K|https://example.org/1.mp3|Story", "N |N| ||      ||Bare"])
    }

    @Test func `the fields of an item follow new tags`() async throws {
        for item in try test.library.items(of: test.feed, unreadOnly: false, limit: 9) {
            test.library.mark(.item(item.id), .tagged("b"))
        }
        test.library.drain()
        let reader = reader("articlelist-format \"%F %t\"\n")
        reader.perform(.open)
        _ = rows(reader)
        let rounds = reader.rowDetails.roundsOfTags
        try await rounds.waitUntil { $0 > 0 }
        reader.items.markSelected(.tagged("c"))
        try await rounds.waitUntil { $0 > 1 }
        _ = rows(reader)
        try await rounds.waitUntil { $0 > 2 }
        #expect(rows(reader)[reader.items.cursor.row]?.hasPrefix("bc ") == true)
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

@Suite struct `An age` {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(
        arguments: [
            (0.0, "now"), (59, "now"), (60, "1m"), (3599, "59m"), (3600, "1h"), (86399, "23h"), (86400, "1d"),
            (13 * 86400, "13d"), (-5, "now")
        ] as [(TimeInterval, String)])
    func `an age is as short as possible`(seconds: TimeInterval, text: String) {
        #expect(Age(of: now - seconds, at: now).text == text)
    }

    @Test func `the age of an old item is its day, and of a very old one its month or year`() {
        #expect(Age(of: now - 40 * 86400, at: now).text.hasSuffix(" Oct"))
        #expect(Age(of: now - 400 * 86400, at: now).text == "Oct 2022")
        #expect(Age(of: now - 400 * 86400, at: now, isNarrow: true).text == "2022")
    }

    @Test func `an age counts calendar days if the format asks for them`() {
        let midnight = LocalTime.startOfDay(now)
        for (seconds, text) in [(0.0, "today"), (-1, "1 day ago"), (-86_400, "1 day ago"), (-86_401, "2 days ago")] {
            let late = midnight + 20 * 3600
            #expect(Age(of: midnight + seconds, at: late, format: "%L").text == text)
        }
    }

    @Test(arguments: ["", "%A, %d %B %Y", "%L", "%H:%M"], [true, false])
    func `an age fits the column of a list, whatever the date`(format: String, isNarrow: Bool) {
        let column = DateColumn(at: now, format: format, isNarrow: isNarrow)
        for days in 0..<900 { #expect(column.text(of: now - Double(days) * 86_400).utf8.count <= column.width) }
    }

    @Test(arguments: [Double.infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
    func `the age of an impossible date causes no crash`(seconds: Double) {
        #expect(!Age(of: Date(timeIntervalSince1970: seconds), at: now).text.isEmpty)
        #expect(!LocalTime(Date(timeIntervalSince1970: seconds)).spelledOut.isEmpty)
    }
}
