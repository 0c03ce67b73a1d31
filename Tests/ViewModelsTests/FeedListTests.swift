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

    /// A list of feeds with these tags and groups, indented as on the screen.
    private func list(of subscriptions: [Subscription]) throws -> FeedListModel {
        let test = try TestLibrary()
        try test.library.follow(subscriptions)
        return list(over: test)
    }

    private func rows(_ list: FeedListModel) -> [String] {
        list.entries.filter { !$0.isSmart }.map { entry in
            String(repeating: "  ", count: entry.depth) + entry.name
        }
    }

    @Test func `the list of feeds updates its counts`() async throws {
        let test = try TestLibrary(items: 2)
        let list = list(over: test)
        #expect(list.unread == 2)
        try test.store(3...5)
        try await list.$entries.waitUntil { $0.last?.count == 5 }
        #expect(list.unread == 5)
    }

    @Test func `the cursor stays on its feed when the order changes`() async throws {
        let test = try TestLibrary()
        let list = list(over: test)
        try test.library.subscribe(to: ["https://a.example/", "https://b.example/", "https://example.org/feed"])
        try await list.$entries.waitUntil { $0.count == 7 }
        #expect(list.selected?.url == "https://example.org/feed")
        #expect(list.cursor.row == 6)
    }

    @Test func `a feed with several tags has one row if a setting says so`() throws {
        let test = try TestLibrary()
        let urls = ["https://a.example/ x y", "https://b.example/ y x z", "https://c.example/"]
        try test.home.write(urls: urls)
        for (config, groups) in [
            ("", ["x", "y", "z"]), ("list-feeds-once yes", ["x", "y"]), ("list-feeds-once yes\ngroup-feeds no", [])
        ] {
            let reader = test.start(Config(Array(config.utf8), path: "config"))
            let rows = reader.feeds.entries.filter { !$0.isSmart }
            #expect(rows.filter(\.isGroup).map(\.name) == groups)
            #expect(rows.count - groups.count == (config.isEmpty ? 6 : 3))
        }
    }

    @Test func `the cursor stays on a feed that moves to another group`() async throws {
        let test = try TestLibrary()
        let feeds = ["a", "b", "c"].map { Subscription($0, tags: [], folder: nil) }
        try test.library.follow(feeds)
        let list = list(over: test)
        list.choose(try #require(list.all.first { $0.url == "b" }).id)
        try test.library.follow([feeds[0], Subscription("b", tags: ["z"], folder: "z"), feeds[2]])
        try await list.$entries.waitUntil { $0.contains { $0.name == "z" } }
        #expect(list.selected?.url == "b")
    }

    @Test func `the order of feeds can be reversed`() throws {
        let list = try list(of: ["b", "a", "c"].map { Subscription($0, tags: []) })
        list.order = .titleReversed
        #expect(rows(list) == ["c", "b", "a"])
        list.order = FeedOrder.titleReversed.reversed
        #expect(rows(list) == ["a", "b", "c"])
        #expect(FeedOrder.allCases.allSatisfy { $0.reversed != $0 && $0.reversed.reversed == $0 })
    }

    @Test func `the urls file can hide feeds and saved searches with an exclamation mark`() throws {
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

    @Test func `a tag lists its saved searches with its feeds, and may leave out read ones`()
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
        #expect(reader.session.choice?.shown.map(\.name) == ["code", "own"])
        reader.session.leaveChoice()
        reader.actions.arranging.showTag("code")
        #expect(reader.feeds.entries.map { $0.feed == nil ? $0.name : "a" } == ["Old", "code", "a"])
        reader.feeds.narrow(to: "exam")
        #expect(reader.feeds.entries.map { $0.feed == nil ? $0.name : "a" } == ["code", "a"])
        reader.feeds.narrow(to: "")
        reader.actions.arranging.showTag("own")
        #expect(reader.feeds.entries.map(\.name) == ["Own"])
        reader.feeds.clearTag()
        reader.feeds.showsRead = false
        test.library.drain()
        #expect(!rows(reader.feeds).contains("Old"))
    }

    @Test func `a tag counts and marks exactly what its list contains`()
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

    @Test func `without groups, the list of a tag has no heading either`() throws {
        let test = try TestLibrary(items: 3)
        try test.library.follow([
            Subscription("https://a.example/"), Subscription("https://example.org/feed", tags: ["code"]),
            Subscription("https://z.example/", tags: ["code"])
        ])
        let reader = test.start()
        reader.actions.arranging.showTag("code")
        #expect(reader.feeds.entries.map(\.isGroup) == [true, false, false])
        reader.feeds.isGrouped = false
        #expect(reader.feeds.entries.compactMap(\.feed).count == 2 && reader.feeds.entries.count == 2)
    }

    @Test func `listing a tag goes to its first feed, and clearing it goes back`() throws {
        let test = try TestLibrary(items: 3)
        try test.library.follow([
            Subscription("https://a.example/"), Subscription("https://example.org/feed", tags: ["code"]),
            Subscription("https://z.example/", tags: ["code"])
        ])
        let reader = test.start()
        let first = try test.library.feeds()[0].id
        reader.feeds.choose(first)
        reader.actions.arranging.showTag("code")
        #expect(reader.feeds.selected?.id == test.feed)
        reader.perform(.escape)
        #expect(reader.feeds.selected?.id == first)
        // A user who moved the cursor stays where they are.
        reader.actions.arranging.showTag("code")
        reader.perform(.down)
        reader.perform(.escape)
        #expect(reader.feeds.selected?.url == "https://z.example/")
    }

    @Test func `the cursor begins on the first feed, below the lists over all feeds`() throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        #expect(list.entries.map(\.name) == ["All", "Unread", "Starred", "Today", "Feed"])
        #expect(list.entries.map(\.count) == [3, 3, 0, 0, 3])
        #expect(list.selected?.name == "Feed")
    }

    @Test func `groups contain groups, tags form groups, and other feeds stand alone`() throws {
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

    @Test func `the order by title sorts groups among the feeds by their names`() throws {
        let list = try list(of: [
            Subscription("zebra", tags: []), Subscription("moth", tags: ["Insects"], folder: "Insects"),
            Subscription("ant", tags: ["Insects"], folder: "Insects"), Subscription("bear", tags: [])
        ])
        list.order = .title
        #expect(rows(list) == ["bear", "Insects", "  ant", "  moth", "zebra"])
        list.order = .titleReversed
        #expect(rows(list) == ["zebra", "Insects", "  moth", "  ant", "bear"])
        list.order = .none
        #expect(rows(list) == ["zebra", "Insects", "  moth", "  ant", "bear"])
    }

    @Test func `a group counts the unread items of inner groups, each feed once`() throws {
        let test = try TestLibrary(items: 4)
        try test.library.follow([
            Subscription("https://example.org/feed", tags: ["a", "a/b"], folder: "a/b")
        ])
        let list = list(over: test)
        #expect(list.entries.dropFirst(4).map(\.count) == [4, 4, 4])
    }

    @Test func `a group collapses at any of its feeds, and expands to show one that is chosen`() throws {
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

    @Test func `going to a title, or to what is unread, finds feeds in collapsed groups and expands them`() throws {
        let test = try TestLibrary(items: 2)
        try test.library.follow([
            Subscription("https://a.example/", tags: ["code", "code/old"], folder: "code/old"),
            Subscription("https://example.org/feed", tags: ["news"], folder: "news")
        ])
        let list = list(over: test)
        list.folded = ["code", "code/old", "news"]
        list.choose(.group("news"))
        #expect(rows(list) == ["code", "news"])
        #expect(list.goToFeed(by: 1, unreadOnly: true) && list.selected?.name == "Feed")
        #expect(rows(list) == ["code", "news", "  Feed"])
        #expect(list.goToTitle("a.example") && list.selected?.url == "https://a.example/")
        #expect(list.folded.isEmpty)
        list.folded = ["code", "code/old", "news"]
        list.choose(.group("news"))
        #expect(list.goToTitle("old") && list.selectedEntry?.id == .group("code/old"))
        #expect(rows(list) == ["code", "  old", "news"])
        list.choose(.smart(.all))
        #expect(list.goToFeed(by: -1, unreadOnly: true) && list.selected?.name == "Feed")
        #expect(list.goToFeed(by: -1, unreadOnly: false) && list.selected?.url == "https://a.example/")
        list.folded = ["news"]
        #expect(list.goToRandomUnread() && list.selected?.name == "Feed")
        #expect(!list.goToTitle("nowhere"))
    }

    @Test func `feeds without unread items can be hidden`() throws {
        let test = try TestLibrary(items: 1)
        try test.library.subscribe(to: ["https://a.example/", "https://example.org/feed"])
        let list = list(over: test)
        list.showsRead = false
        #expect(rows(list) == ["Feed"])
    }

    @Test func `the list of feeds shows other changes even while counts are read`() async throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        // Another process changes it, without a report here.
        let other = try Library(path: test.home.path + "/library.db")
        try other.follow([Subscription("https://example.org/feed", ownTitle: "Mine")])
        list.reloadSoon()
        list.reload(.counts)
        try await list.$entries.waitUntil { $0.last?.name == "Mine" }
    }

    @Test func `marking a feed read changes its count at once`() throws {
        let test = try TestLibrary(items: 3)
        let list = list(over: test)
        test.library.mark(.listing(try test.library.listing(.feed(test.feed))), .read)
        list.reload(.counts)
        #expect(list.entries.last?.count == 0)
    }

    @Test func `the list of feeds knows how many items the last weeks brought`() async throws {
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

    @Test func `the counts of weeks include later items`() throws {
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

@MainActor @Suite struct `The filtered list of feeds` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

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
        reader.session.edit { $0.deleteToStart() }
        reader.session.edit { $0.insert(text) }
    }

    @Test func `typing filters the list of feeds by words, and Esc restores it`() throws {
        let all = shown
        type("lw")
        #expect(shown == ["linux", "https://lwn.example/"] && reader.feeds.selected?.url == "https://lwn.example/")
        reader.session.edit { $0.insert("x") }
        #expect(shown.isEmpty)
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem == "No feeds match")
        reader.session.leavePrompt()
        #expect(shown == all && reader.screen == .feeds)
        type("KERNEL linux")
        reader.session.submitPrompt()
        #expect(reader.session.status == .done("1 feed (:escape to show all)"))
        reader.perform(.escape)
        #expect(shown == all)
    }

    @Test func `a feed moves past its neighbour, or the status line says why not`() async throws {
        func rows() -> [String] { reader.feeds.entries.compactMap { $0.feed?.url } }
        reader.feeds.choose(try #require(reader.feeds.all.first { $0.url == "https://kernel.example/" }).id)
        let before = rows()
        reader.perform(.moveFeedUp)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(rows() != before && reader.feeds.selected?.url == "https://kernel.example/")
        reader.perform(.moveFeedUp)
        #expect(
            reader.session.status?.text == "Can't move kernel.example/ up: no feed of the same group is right above")
        reader.feeds.order = .title
        reader.perform(.moveFeedDown)
        #expect(reader.session.status?.text.hasPrefix("Can't move feeds") == true)
    }

    @Test func `operations on a feed refuse a count`() throws {
        reader.feeds.choose(test.feed)
        reader.perform(.three)
        reader.perform(.removeFeed)
        #expect(reader.session.status?.isProblem == true && reader.feeds.all.count == 3)
    }

    @Test func `an operation for a feed that disappeared because it was read isn't done to its neighbour`()
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
        #expect(reader.session.status == .refused("“Feed” is no longer in the list: the cursor is now on “Other”"))
        // When the user marks a feed read, its row may disappear.
        reader.perform(.markFeedRead)
        try await reader.feeds.$entries.waitUntil { !$0.contains { $0.name == "Other" } }
        #expect(reader.feeds.lostName == nil)
    }

    @Test func `leaving the filter of feeds restores the cursor and its place on the screen`() throws {
        reader.feeds.cursor.height = 3
        reader.feeds.choose(test.feed)
        reader.feeds.cursor.rowsAbove = 1
        let before = reader.feeds.cursor
        type("kern")
        reader.session.edit { $0.insert("qq") }
        #expect(shown.isEmpty)
        reader.session.leavePrompt()
        #expect(reader.feeds.cursor == before && reader.feeds.selected?.id == test.feed)
    }

    @Test func `the list of feeds can be filtered by an expression, or says what is wrong with it`() throws {
        type("unread_count > 0")
        #expect(shown == ["Feed"])
        reader.perform(.clearFilter)
        type("is:unread")
        #expect(shown == ["Feed"])
        type("tags # \"news\" and total_count = 0")
        #expect(Set(shown) == ["news", "linux", "https://kernel.example/"])
        type("unread_count >")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem?.isEmpty == false)
        #expect(reader.session.prompt?.problem != "No feeds match")
    }

    @Test(arguments: [
        ("is:unred", "Column 4: use is:unread, is:read, is:starred, is:queued or is:heard"),
        ("unread_count between 3", "Column 22: “between” needs two numbers with a colon, such as 0:10"),
        ("tga:linux", "Column 1: unknown attribute “tga:”: did you mean “tag:”?"),
        ("tag:nothing", "No feeds match"), ("https://nowhere.example", "No feeds match")
    ])
    func `a mistake in the filter of feeds is reported, but words may be anything`(text: String, problem: String) {
        type(text)
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem == problem)
    }

    @Test func `the filtered list of feeds counts the unread items of its own feeds`() {
        type("kernel")
        #expect(reader.feeds.unreadOfListed == 0 && reader.feeds.unread == 2)
        type("feed")
        #expect(reader.feeds.unreadOfListed == 2)
    }

    @Test func `the filter of feeds finds lists above them, and feeds in collapsed groups`() {
        reader.feeds.folded = ["linux", "news"]
        type("star")
        #expect(shown == ["Starred"])
        type("kern")
        #expect(shown.contains("https://kernel.example/"))
    }

    @Test func `going to a feed that the filter hides shows all feeds`() throws {
        type("lwn")
        reader.session.submitPrompt()
        reader.feeds.choose(test.feed)
        #expect(reader.feeds.selected?.id == test.feed && reader.feeds.narrowing == nil)
        type("lwn")
        reader.session.submitPrompt()
        reader.perform(.back)
        #expect(reader.feeds.narrowing == nil && reader.screen == .feeds)
    }
}

extension FeedListEntry {
    /// Whether it is a built-in list above the feeds.
    var isSmart: Bool { if case .smart = content { true } else { false } }
}
