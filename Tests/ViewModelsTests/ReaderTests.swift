import Configuration
import FeedParser
import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `The reader's model` {
    private let home: Home
    private let library: Library
    private let paths: Paths

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        paths = Paths(environment: home.environment)
    }

    private func reader() -> ReaderModel {
        ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: paths)
    }

    @Test func `the reader starts on the welcome screen without a urls file, otherwise in the feeds`() throws {
        #expect(reader().screen == .welcome)
        try home.write(urls: ["https://example.org/feed"])
        #expect(reader().screen == .feeds)
    }

    @Test func `the reader leaves the welcome screen as soon as there are feeds, wherever they come from`() async throws
    {
        let reader = reader()
        try library.subscribe(to: ["https://example.net/feed"])
        try await reader.backStack.$path.waitUntil { $0 == [.feeds] }
        #expect(reader.feeds.selected != nil)
    }

    @Test func `going back retraces the way, and quits at its start`() throws {
        try home.write(urls: ["https://example.net/feed"])
        let reader = reader()
        let requests = MutableProperty<[TerminalRequest]>([])
        reader.session.requests.onNext { requests.value.append($0) }
        reader.perform(.help)
        reader.perform(.showFailures)
        #expect(reader.backStack.path == [.feeds, .help, .failures])
        reader.perform(.back)
        reader.perform(.back)
        #expect(reader.screen == .feeds && requests.value.isEmpty)
        reader.perform(.back)
        #expect(requests.value == [.quit])
    }

    @Test func `links that don't lead to the web aren't opened`() throws {
        try home.write(urls: ["https://example.org/feed"])
        try library.subscribe(to: ["https://example.org/feed"])
        let item = ParsedItem(title: "Click me", link: "file:///etc/passwd")
        let feed = try #require(library.feeds().first)
        _ = try library.store(
            ParsedFeed(format: .rss20, items: [item]), etag: nil, lastModified: nil, for: feed.id, at: Date())
        let reader = reader()
        let requests = MutableProperty<[TerminalRequest]>([])
        reader.session.requests.onNext { requests.value.append($0) }
        reader.perform(.open)
        reader.perform(.openInBrowser)
        #expect(reader.session.status == .refused("Can't open “file:///etc/passwd”: it isn't a web link"))
        #expect(requests.value.isEmpty)
    }

    @Test func `a count repeats a motion, or goes to the row with that number`() throws {
        try home.write(urls: (1...30).map { "https://example.org/\($0)" })
        let reader = reader()
        reader.perform(.home)
        for operation in [Operation.one, .two, .down] { reader.perform(operation) }
        #expect(reader.feeds.cursor.row == 12)
        for operation in [Operation.three, .up, .down] { reader.perform(operation) }
        #expect(reader.feeds.cursor.row == 10)
        for operation in [Operation.two, .zero, .end] { reader.perform(operation) }
        #expect(reader.feeds.cursor.row == 19)
        for _ in 1...30 { reader.perform(.nine) }
        reader.perform(.home)
        #expect(reader.feeds.cursor.row == 33)
    }

    @Test func `the user can go on and quit after any operation in any place`() async throws {
        for start in [nil, ["https://example.org/feed"]] {
            if let start { try home.write(urls: start) }
            for screen in Screen.allCases {
                // All tests of view models share the main queue.
                await Task.yield()
                for operation in Operation.allCases
                where ![.refreshAll, .refreshFeed, .startWithStarterFeeds].contains(operation) {
                    let reader = reader()
                    reader.backStack.go(to: screen)
                    #expect(reader.screen == screen)
                    reader.perform(operation)
                    #expect(goesOut(of: reader), "after \(operation) in \(screen)")
                }
            }
        }
        #expect(try library.check().isEmpty)
    }

    /// Whether going back a few times quits.
    private func goesOut(of reader: ReaderModel) -> Bool {
        let hasQuit = MutableProperty(false)
        let requests = reader.session.requests.onNext { if $0 == .quit { hasQuit.value = true } }
        for _ in 0..<8 where !hasQuit.value {
            reader.session.leavePrompt()
            reader.session.leaveChoice()
            reader.perform(.back)
        }
        requests.dispose()
        return hasQuit.value
    }

    @Test(arguments: [
        (RefreshProgress(total: 3, done: 3), "Nothing new", false),
        (.init(total: 3, done: 3, newItems: 1, feedsWithNews: 1), "1 new in 1 feed", false),
        (
            .init(total: 99, done: 99, newItems: 128, feedsWithNews: 14, failed: 3),
            "128 new in 14 feeds · 3 failed (:show-failures)", false
        ),
        (.init(total: 9, done: 9, leftOut: 2), "Nothing new · 2 skipped (:show-failures)", false),
        (
            .init(total: 9, done: 9, failed: 1, leftOut: 2), "Nothing new · 1 failed · 2 skipped (:show-failures)",
            false
        ),
        (.init(total: 3, done: 3, failed: 2, leftOut: 1), "Nothing new · 2 failed · 1 skipped (:show-failures)", true),
        (.init(total: 9, done: 4), "Stopped after 4 of 9 feeds · nothing new", false)
    ])
    func `a refresh ends with a line about its results`(
        progress: RefreshProgress, text: String, isProblem: Bool
    ) {
        #expect(Status(progress, seeing: ":show-failures").text == text)
        #expect(Status(progress, seeing: ":show-failures").isProblem == isProblem)
    }
}

extension RefreshProgress {
    fileprivate init(
        total: Int, done: Int, newItems: Int = 0, feedsWithNews: Int = 0, failed: Int = 0, leftOut: Int = 0
    ) {
        self.init(total: total)
        (self.done, self.newItems, self.feedsWithNews) = (done, newItems, feedsWithNews)
        (self.failed, self.leftOut) = (failed, leftOut)
    }
}
