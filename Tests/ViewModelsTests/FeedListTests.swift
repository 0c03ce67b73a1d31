import Configuration
import FeedParser
import Foundation
import Refresh
import Signals
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

@MainActor @Suite struct `The list of feeds` {
    private func list(over test: TestLibrary) -> FeedListModel {
        FeedListModel(LibraryNews(test.library, troubles: noTroubles()))
    }

    /// A list of feeds that the urls file has tagged and grouped so, indented as the screen shows it.
    private func list(of subscriptions: [Subscription]) throws -> FeedListModel {
        let test = try TestLibrary()
        try test.library.follow(subscriptions)
        return list(over: test)
    }

    private func rows(_ list: FeedListModel) -> [String] {
        list.entries.dropFirst(SmartFeed.allCases.count).map { entry in
            String(repeating: "  ", count: entry.depth) + entry.name
        }
    }

    @Test func `shows counts as they change`() async throws {
        let test = try TestLibrary(items: 2)
        let list = list(over: test)
        #expect(list.unread == 2)
        try test.store(3...5)
        try await list.$entries.waitUntil { $0.last?.count == 5 }
        #expect(list.unread == 5)
    }

    @Test func `keeps the cursor on its feed when the order changes`() async throws {
        let test = try TestLibrary()
        let list = list(over: test)
        try test.library.subscribe(to: ["https://a.example/", "https://b.example/", "https://example.org/feed"])
        try await list.$entries.waitUntil { $0.count == 7 }
        #expect(list.selected?.url == "https://example.org/feed")
        #expect(list.cursor.row == 6)
    }

    @Test func `has one row for a feed with several tags where a setting says so`() throws {
        let test = try TestLibrary()
        let urls = ["https://a.example/ x y", "https://b.example/ y x z", "https://c.example/"]
        try test.home.write(urls: urls)
        for (config, groups) in [
            ("", ["x", "y", "z"]), ("list-feeds-once yes", ["x", "y"]), ("list-feeds-once yes\ngroup-feeds no", [])
        ] {
            let reader = test.start(Config(Array(config.utf8), path: "config"))
            let rows = reader.feeds.entries.dropFirst(SmartFeed.allCases.count)
            #expect(rows.filter(\.isGroup).map(\.name) == groups)
            #expect(rows.count - groups.count == (config.isEmpty ? 6 : 3))
        }
    }

    @Test func `keeps the cursor on a feed that goes to another group`() async throws {
        let test = try TestLibrary()
        let feeds = ["a", "b", "c"].map { Subscription($0, tags: [], folder: nil) }
        try test.library.follow(feeds)
        let list = list(over: test)
        list.choose(try #require(list.all.first { $0.url == "b" }).id)
        try test.library.follow([feeds[0], Subscription("b", tags: ["z"], folder: "z"), feeds[2]])
        try await list.$entries.waitUntil { $0.contains { $0.name == "z" } }
        #expect(list.selected?.url == "b")
    }

    @Test func `is turned round in its order`() throws {
        let list = try list(of: ["b", "a", "c"].map { Subscription($0, tags: []) })
        list.order = .titleReversed
        #expect(rows(list) == ["c", "b", "a"])
        list.order = FeedOrder.titleReversed.reversed
        #expect(rows(list) == ["a", "b", "c"])
        #expect(FeedOrder.allCases.allSatisfy { $0.reversed != $0 && $0.reversed.reversed == $0 })
    }

    @Test func `leaves out what the urls file hides with an exclamation mark, queries too`() throws {
        let home = try Home()
        try home.write(urls: [
            "https://a.example/ !", "https://b.example/", "\"query:Seen:age < 3\"", "\"query:Kept:age < 9\" !"
        ])
        let library = try Library(path: home.path + "/library.db")
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        #expect(rows(reader.feeds).map { $0.contains("b.example") ? "b" : $0 } == ["Seen", "b"])
        #expect(try library.queries().map(\.name) == ["Seen", "Kept"])
    }

    @Test func `has the queries of a tag with its feeds, and leaves out what has nothing unread where that is wanted`()
        throws
    {
        let test = try TestLibrary(items: 2)
        try test.home.write(urls: [
            "https://a.example/ code", "\"query:Old:age > 900\" code", "\"query:Other:age < 900\"",
            "\"query:Own:age > 900\" own", "\"query:Hidden:age > 900\" secret !"
        ])
        _ = test.start()
        test.library.drain()
        let reader = test.start()
        reader.perform(.chooseTag)
        #expect(reader.choice?.shown.map(\.name) == ["code", "own"])
        reader.leaveChoice()
        reader.verbs.arranging.showTag("code")
        #expect(reader.feeds.entries.map { $0.feed == nil ? $0.name : "a" } == ["Old", "code", "a"])
        reader.feeds.narrow(to: "exam")
        #expect(reader.feeds.entries.map { $0.feed == nil ? $0.name : "a" } == ["code", "a"])
        reader.feeds.narrow(to: "")
        reader.verbs.arranging.showTag("own")
        #expect(reader.feeds.entries.map(\.name) == ["Own"])
        reader.verbs.arranging.clearTag()
        reader.feeds.showsRead = false
        test.library.drain()
        #expect(!rows(reader.feeds).contains("Old"))
    }

    @Test func `counts of a tag what its list has, wherever the feeds of it stand, and marks no more than it counts`()
        async throws
    {
        let test = try TestLibrary(items: 3)
        try test.library.follow([
            Subscription("https://example.org/feed", tags: ["code"]),
            Subscription("https://hidden.example/", tags: ["code"], isHidden: true),
            Subscription("https://other.example/", tags: ["code", "a group"], folder: "a group")
        ])
        for feed in try test.library.feeds() where feed.url != "https://example.org/feed" {
            _ = try test.library.store(
                ParsedFeed(format: .rss20, items: [ParsedItem(id: feed.url, title: feed.url)]), etag: nil,
                lastModified: nil, for: feed.id, at: Date())
        }
        let reader = test.start()
        reader.feeds.narrow(to: "example.org")
        let heading = try #require(reader.feeds.entries.first { $0.isGroup })
        #expect(heading.name == "code" && heading.count == 5)
        reader.feeds.choose(heading.id)
        reader.perform(.markFeedRead)
        try await reader.session.$status.waitUntil { $0?.text.contains("Marked 5 items read in code") == true }
    }

    @Test func `goes to the first feed of a tag that is listed, and back to where it was behind it`() throws {
        let test = try TestLibrary(items: 3)
        try test.library.follow([
            Subscription("https://a.example/"), Subscription("https://example.org/feed", tags: ["code"]),
            Subscription("https://z.example/", tags: ["code"])
        ])
        let reader = test.start()
        let first = try test.library.feeds()[0].id
        reader.feeds.choose(first)
        reader.verbs.arranging.showTag("code")
        #expect(reader.feeds.selected?.id == test.feed)
        reader.perform(.escape)
        #expect(reader.feeds.selected?.id == first)
        // Who has moved there is where they have gone.
        reader.verbs.arranging.showTag("code")
        reader.perform(.down)
        reader.perform(.escape)
        #expect(reader.feeds.selected?.url == "https://z.example/")
    }

    @Test func `begins on the first feed, below the lists over all of them`() throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        #expect(list.entries.map(\.name) == ["All", "Unread", "Starred", "Today", "Feed"])
        #expect(list.entries.map(\.count) == [3, 3, 0, 0, 3])
        #expect(list.selected?.name == "Feed")
    }

    @Test func `has groups of groups, tags as groups, and by themselves the feeds that have neither`() throws {
        let list = try list(of: [
            Subscription("alone", tags: []),
            Subscription("swift", tags: ["code", "code/swift"], folder: "code/swift"),
            Subscription("linux", tags: ["code"], folder: "code"),
            Subscription("fun", tags: ["comics", "daily"])
        ])
        #expect(
            rows(list) == ["alone", "code", "  swift", "    swift", "  linux", "comics", "  fun", "daily", "  fun"])
        list.isGrouped = false
        #expect(rows(list) == ["alone", "swift", "linux", "fun"])
    }

    @Test func `counts in a group what is unread in the groups within, each feed once`() throws {
        let test = try TestLibrary(items: 4)
        try test.library.follow([
            Subscription("https://example.org/feed", tags: ["a", "a/b"], folder: "a/b")
        ])
        let list = list(over: test)
        #expect(list.entries.dropFirst(4).map(\.count) == [4, 4, 4])
    }

    @Test func `folds a group from any of its feeds, and unfolds it for one that is looked for`() throws {
        let list = try list(of: [
            Subscription("swift", tags: ["code"], folder: "code"), Subscription("linux", tags: ["code"], folder: "code")
        ])
        list.choose(list.all[1].id)
        list.toggleFold()
        #expect(rows(list) == ["code"])
        #expect(list.selectedEntry?.name == "code")
        list.choose(list.all[1].id)
        #expect(rows(list) == ["code", "  swift", "  linux"])
        #expect(list.selected?.url == "linux")
    }

    @Test func `leaves out feeds with nothing unread where that is wanted`() throws {
        let test = try TestLibrary(items: 1)
        try test.library.subscribe(to: ["https://a.example/", "https://example.org/feed"])
        let list = list(over: test)
        list.showsRead = false
        #expect(rows(list) == ["Feed"])
    }

    @Test func `shows what else has changed, though its counts are read anew meanwhile`() async throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        // By another process, of which nothing is told here.
        let other = try Library(path: test.home.path + "/library.db")
        try other.follow([Subscription("https://example.org/feed", ownTitle: "Mine")])
        list.reloadSoon()
        list.reload(.counts)
        try await list.$entries.waitUntil { $0.last?.name == "Mine" }
    }

    @Test func `counts what is read in a feed at once`() throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        test.library.mark(.listing(try test.library.listing(.feed(test.feed))), .read)
        list.reload(.counts)
        #expect(list.entries.last?.count == 0)
    }

    @Test func `tells how much the last weeks brought`() async throws {
        let test = try TestLibrary()
        let now = Date()
        let items = [0, 1, 8, 200].map { days in
            ParsedItem(title: "\(days) days old", published: now - TimeInterval(days) * 86400)
        }
        _ = try test.library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: test.feed, at: now)
        let list = list(over: test)
        list.reload()
        try await list.$weeks.waitUntil { $0[test.feed] == [0, 0, 0, 0, 0, 1, 2] }
    }

    @Test func `counts in the weeks what has come since they were looked at`() throws {
        let test = try TestLibrary(items: 2)
        let (week, now) = (86_400.0 * 7, Date(timeIntervalSince1970: 86_400))
        let before = try FeedHistory(test.library, of: test.library.feeds(), at: now, after: nil)
        try test.store(3...3)
        let after = try FeedHistory(test.library, of: test.library.feeds(), at: now, after: before)
        #expect(before.weeks[test.feed]?.last == 2)
        #expect(after.weeks[test.feed]?.last == 3)
        let later = try FeedHistory(test.library, of: test.library.feeds(), at: now + week, after: after)
        #expect(later.weeks[test.feed]?.suffix(2) == [3, 0])
    }
}

@MainActor @Suite struct `The list of feeds, narrowed` {
    private let test: TestLibrary
    private let reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 2)
        let urls = ["https://example.org/feed", "https://lwn.example/ linux", "https://kernel.example/ linux news"]
        try test.home.write(urls: urls)
        reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
    }

    private var shown: [String] { reader.feeds.entries.map(\.name) }

    private func type(_ text: String) {
        reader.perform(.filter)
        reader.edit { $0.deleteToStart() }
        reader.edit { $0.insert(text) }
    }

    @Test func `holds what has the words that are typed, and Esc gives back what there was`() throws {
        let all = shown
        type("lw")
        #expect(shown == ["linux", "https://lwn.example/"] && reader.feeds.selected?.url == "https://lwn.example/")
        reader.edit { $0.insert("x") }
        #expect(shown.isEmpty)
        reader.submitPrompt()
        #expect(reader.prompt?.problem == "No feeds match")
        reader.leavePrompt()
        #expect(shown == all && reader.place == .feeds)
        type("KERNEL linux")
        reader.submitPrompt()
        #expect(reader.status == .done("1 feed (:escape to show all)"))
        reader.perform(.escape)
        #expect(shown == all)
    }

    @Test func `moves a feed past the one that stands beside it, or says why not`() async throws {
        func rows() -> [String] { reader.feeds.entries.compactMap { $0.feed?.url } }
        reader.feeds.choose(try #require(reader.feeds.all.first { $0.url == "https://kernel.example/" }).id)
        let before = rows()
        reader.perform(.moveFeedUp)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(rows() != before && reader.feeds.selected?.url == "https://kernel.example/")
        reader.perform(.moveFeedUp)
        #expect(reader.status?.text == "kernel.example/ is already the first feed in its group")
        reader.feeds.order = .title
        reader.perform(.moveFeedDown)
        #expect(reader.status?.text.hasPrefix("Can't move feeds") == true)
    }

    @Test func `takes no number for what is done to one feed`() throws {
        reader.feeds.choose(test.feed)
        reader.perform(.three)
        reader.perform(.removeFeed)
        #expect(reader.status?.isProblem == true && reader.feeds.all.count == 3)
    }

    @Test func `does nothing to a feed that has come under the cursor as the one there was read elsewhere`()
        async throws
    {
        reader.feeds.showsRead = false
        try test.library.follow(
            [Subscription("https://example.org/feed"), Subscription("https://other.example/")])
        let other = try #require(try test.library.feeds().last)
        _ = try test.library.store(
            ParsedFeed(format: .rss20, title: "Other", items: [ParsedItem(id: "x", title: "X")]), etag: nil,
            lastModified: nil, for: other.id, at: Date())
        reader.feeds.reload()
        reader.feeds.choose(test.feed)
        test.library.mark(.listing(try test.library.listing(.feed(test.feed))), .read)
        try await reader.feeds.$entries.waitUntil { !$0.contains { $0.name == "Feed" } }
        #expect(reader.feeds.selected?.id == other.id)
        reader.perform(.markFeedRead)
        #expect(reader.status == .refused("“Feed” is no longer in the list: the cursor is now on “Other”"))
        // What the person does themselves takes rows away as they expect it.
        reader.perform(.markFeedRead)
        try await reader.feeds.$entries.waitUntil { !$0.contains { $0.name == "Other" } }
        #expect(reader.feeds.lostName == nil)
    }

    @Test func `is as it was where nothing is narrowed, with the cursor in its place`() throws {
        reader.feeds.cursor.height = 3
        reader.feeds.choose(test.feed)
        reader.feeds.cursor.rowsAbove = 1
        let before = reader.feeds.cursor
        type("kern")
        reader.edit { $0.insert("qq") }
        #expect(shown.isEmpty)
        reader.leavePrompt()
        #expect(reader.feeds.cursor == before && reader.feeds.selected?.id == test.feed)
    }

    @Test func `holds what a filter is true of, or says what is wrong with that`() throws {
        type("unread_count > 0")
        #expect(shown == ["Feed"])
        reader.perform(.clearFilter)
        type("is:unread")
        #expect(shown == ["Feed"])
        type("tags # \"news\" and total_count = 0")
        #expect(Set(shown) == ["news", "linux", "https://kernel.example/"])
        type("unread_count >")
        reader.submitPrompt()
        #expect(reader.prompt?.problem?.isEmpty == false)
        #expect(reader.prompt?.problem != "No feeds match")
    }

    @Test func `finds a list above the feeds by its name, and shows folded feeds`() {
        reader.feeds.folded = ["linux", "news"]
        type("star")
        #expect(shown == ["Starred"])
        type("kern")
        #expect(shown.contains("https://kernel.example/"))
    }

    @Test func `is all feeds again where the person goes to a feed that it hides`() throws {
        type("lwn")
        reader.submitPrompt()
        reader.feeds.choose(test.feed)
        #expect(reader.feeds.selected?.id == test.feed && reader.feeds.narrowing == nil)
        type("lwn")
        reader.submitPrompt()
        reader.perform(.back)
        #expect(reader.feeds.narrowing == nil && reader.place == .feeds)
    }
}
