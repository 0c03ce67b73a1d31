import Configuration
import FeedParser
import FoundationEssentials
import Library
import Refresh
import Signals
import TestSupport
import Testing

@testable import ViewModels

/// Settings tried with two feeds, newest items first: “One” with three items, the second read, and “Two” with two.
@MainActor @Suite struct `A line of the config file` {
    private let home: Home
    private let library: Library

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        try home.write(urls: ["#: group numbers", "https://one.example/", "https://two.example/"])
        try library.follow(
            ["https://one.example/", "https://two.example/"].map { url in
                Subscription(url, tags: ["numbers"], folder: "numbers")
            })
        for (feed, (name, authors)) in zip(try library.feeds(), [("One", ["c", "a", "b"]), ("Two", ["d", "e"])]) {
            let items = authors.enumerated().reversed().map { number, author in
                ParsedItem(
                    id: author, title: "\(name) \(number + 1)", link: "https://example.org/\(author)",
                    authors: [author], published: Date(timeIntervalSince1970: Double(number)))
            }
            _ = try library.store(
                ParsedFeed(format: .rss20, title: name, items: items), etag: nil, lastModified: nil, for: feed.id,
                at: Date())
        }
        try mark("One 2")
    }

    private func mark(_ title: String) throws {
        let items = try library.items(of: library.listing(.all), limit: 9)
        library.mark(.items(ItemSet(items.filter { $0.title == title }.map(\.id))), .read)
        library.drain()
    }

    private func config(_ lines: String) -> Config {
        let config = Config(Array(lines.utf8), path: "config")
        #expect(config.problems.isEmpty)
        return config
    }

    /// A reader with the cursor on the first feed.
    private func reader(_ lines: String) throws -> ReaderModel {
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment), config: config(lines))
        reader.items.fit(20)
        reader.feeds.choose(try library.feeds()[0].id)
        return reader
    }

    @Test(arguments: [
        ("newest", ["3", "2", "1"]), ("oldest", ["1", "2", "3"]), ("unread", ["3", "1", "2"]),
        ("title", ["1", "2", "3"]), ("title-desc", ["3", "2", "1"]), ("author", ["2", "3", "1"]),
        ("author-desc", ["1", "3", "2"]), ("date", ["1", "2", "3"]), ("date-desc", ["1", "2", "3"]),
        ("date-asc", ["3", "2", "1"])
    ])
    func `article-sort-order sorts the items`(order: String, numbers: [String]) throws {
        let reader = try reader("article-sort-order \(order)")
        reader.perform(.open)
        #expect(reader.items.items.map(\.title) == numbers.map { "One \($0)" })
    }

    @Test func `a changed setting applies at once to the open list, and the cursor keeps its item`() throws {
        let reader = try reader("")
        reader.perform(.open)
        reader.perform(.down)
        reader.perform(.down)
        reader.actions.settings.set([.typed("article-sort-order"), .typed("title")])
        #expect(reader.items.items.map(\.title) == ["One 1", "One 2", "One 3"])
        #expect(reader.items.selected?.title == "One 1")
        reader.actions.settings.set([.typed("show-read-articles"), .typed("no")])
        #expect(reader.items.items.map(\.title) == ["One 1", "One 3"])
    }

    @Test(arguments: [
        ("none", ["One", "Two"]), ("none-asc", ["Two", "One"]), ("title-asc", ["Two", "One"]),
        ("title-desc", ["One", "Two"]), ("total", ["One", "Two"]), ("total-asc", ["Two", "One"]),
        ("latest", ["One", "Two"]), ("latest-asc", ["Two", "One"]), ("articlecount", ["Two", "One"]),
        ("articlecount-desc", ["Two", "One"]), ("articlecount-asc", ["One", "Two"]),
        ("lastupdated", ["One", "Two"]), ("lastupdated-asc", ["Two", "One"])
    ])
    func `feed-sort-order and group-feeds arrange the feeds`(order: String, names: [String]) throws {
        for (isGrouped, groups) in [("yes", ["numbers"]), ("no", [])] {
            let reader = try reader("feed-sort-order \(order)\ngroup-feeds \(isGrouped)")
            let rows = reader.feeds.entries.filter { !$0.isSmart }.map(\.name)
            #expect(rows == groups + names)
        }
    }

    @Test(arguments: ["none", "none-asc", "title-asc", "latest-asc"])
    func `in any order, lede starts on the first feed of the list`(order: String) throws {
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment), config: config("feed-sort-order \(order)\nresume no"))
        #expect(reader.feeds.selectedEntry == reader.feeds.entries.first { $0.feed != nil })
    }

    @Test(arguments: [
        ("toggleitemread-jumps-to-next yes", [Operation.toggleRead], "One 2"),
        ("toggleitemread-jumps-to-next no", [.toggleRead], "One 3"),
        ("toggleitemread-jumps-to-next-unread yes", [.toggleRead], "One 1"),
        ("openbrowser-and-mark-jumps-to-next-unread no", [.openAndMarkRead], "One 3"),
        ("openbrowser-and-mark-jumps-to-next-unread yes", [.openAndMarkRead], "One 1"),
        ("markfeedread-jumps-to-next-unread no", [.markFeedRead], "One 3"),
        ("markfeedread-jumps-to-next-unread yes", [.markFeedRead], "Two 2"),
        ("wrap-scroll no", [.up], "One 3"), ("wrap-scroll yes", [.up], "One 1")
    ])
    func `settings decide whether the cursor moves on after an operation`(
        line: String, operations: [Operation], title: String
    ) throws {
        let reader = try reader(line)
        for operation in [.open] + operations { reader.perform(operation) }
        if operations == [.openAndMarkRead] {
            reader.actions.browsing.markBrowsed(try [#require(reader.items.selected).id])
        }
        #expect(reader.items.selected?.title == title)
    }

    @Test func `the feed order latestunread ignores read items`() throws {
        try mark("One 3")
        for (order, names) in [
            ("latest", ["One", "Two"]), ("latestunread", ["Two", "One"]), ("latestunread-asc", ["One", "Two"])
        ] {
            #expect(try reader("feed-sort-order \(order)\ngroup-feeds no").feeds.names == names, "\(order)")
        }
        // The list follows the marks.
        let reader = try reader("feed-sort-order latestunread\ngroup-feeds no")
        try mark("Two 2")
        try mark("Two 1")
        reader.feeds.reload()
        #expect(reader.feeds.names == ["One", "Two"])
    }

    @Test(arguments: [("yes", "One 1"), ("no", "One 3")])
    func `goto-first-unread starts a list at its first unread item`(value: String, title: String) throws {
        try mark("One 3")
        let reader = try reader("goto-first-unread \(value)")
        reader.perform(.open)
        #expect(reader.items.selected?.title == title)
    }

    @Test(arguments: [("yes", true), ("no", false)])
    func `mark-as-read-on-hover marks the item at the cursor read`(value: String, isRead: Bool) throws {
        let reader = try reader("mark-as-read-on-hover \(value)")
        for operation in [Operation.open, .down, .down] { reader.perform(operation) }
        #expect(reader.items.selected?.title == "One 1" && reader.items.selected?.isRead == isRead)
        reader.perform(.home)
        #expect(reader.items.selected?.title == "One 3" && reader.items.selected?.isRead == isRead)
    }

    @Test func `lede refreshes by itself unless auto-reload is no`() throws {
        var expected = AutomaticRefresh()
        #expect(try reader("auto-reload no").actions.refreshing.clock.settings == expected)
        (expected.atStart, expected.onResume) = (true, true)
        #expect(
            try reader("auto-reload no\nrefresh-on-startup yes\nrefresh-on-resume yes").actions.refreshing.clock
                .settings
                == expected)
        expected.pause = .seconds(900)
        #expect(try reader("").actions.refreshing.clock.settings == expected)
        expected.pause = .seconds(1800)
        #expect(try reader("reload-time 30").actions.refreshing.clock.settings == expected)
    }

    @Test func `save-path is the folder for saved articles`() throws {
        let reader = try reader("save-path ~/kept/")
        for operation in [Operation.open, .open, .saveArticle] { reader.perform(operation) }
        #expect(reader.session.prompt?.text.hasPrefix("~/kept/One 3") == true)
    }

    @Test(arguments: [(0, []), (2, ["b", "c"]), (9, ["a", "b", "c"])])
    func `history-limit limits the histories of prompts`(limit: Int, lines: [String]) throws {
        let reader = try reader("history-limit \(limit)")
        for line in ["a", "b", "c"] { reader.session.histories.add(line, to: "cmdline") }
        #expect(reader.session.histories.lines(of: "cmdline") == lines)
    }
}

extension FeedListModel {
    /// The names below the lists of lede's own.
    fileprivate var names: [String] { entries.filter { !$0.isSmart }.map(\.name) }
}
