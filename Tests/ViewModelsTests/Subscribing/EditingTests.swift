import Configuration
import Dispatch
import Foundation
import Library
import Refresh
import Signals
import Subscriptions
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Another lede that holds the urls file` {
    @Test func `holds up the keys behind an edit, and those no longer than until Escape`() async throws {
        let test = try TestLibrary()
        try test.home.write(urls: ["https://example.org/feed"])
        let reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        let folder = open(test.home.config, O_RDONLY | O_DIRECTORY)
        try #require(flock(folder, LOCK_EX) == 0)
        reader.verbs.subscribing.add([NewFeed(try Address(typed: "http://127.0.0.1:9/"))])
        #expect(reader.urls.urls.count == 1 && reader.isAwaiting)
        reader.callOff()
        #expect(!reader.isAwaiting)
        close(folder)
        try await reader.workspace.subscriptions.listToFollow.waitUntil { $0.urls.contains("http://127.0.0.1:9/") }
    }
}

@MainActor @Suite struct `Keys behind an edit of the feeds` {
    private let test: TestLibrary
    private let reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 1)
        reader = try test.reader()
        reader.feeds.choose(test.feed)
    }

    @Test func `find a feed at its new address`() async throws {
        try reader.verbs.managing.move(#require(reader.feeds.selected), to: "https://example.net/")
        #expect(reader.isAwaiting)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.url == "https://example.net/")
        try reader.verbs.managing.retag(#require(reader.feeds.selected), "code", insteadOf: "")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(
            reader.status == .done("Tags of Feed: code (:undo to undo)") && reader.urls.feeds.map(\.tags) == [["code"]])
    }

    @Test func `undo a name that was typed with what no line of the file has`() async throws {
        reader.verbs.managing.rename(try #require(reader.feeds.selected), to: "Mine\u{202E} ")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.name == "Mine")
        reader.reloadUrls()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        reader.perform(.undo)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.status?.text.hasPrefix("Undid") == true && reader.feeds.selected?.name == "Feed")
    }

    @Test func `leave the tags that a line has got or lost while others were typed`() async throws {
        try test.home.write(urls: ["https://example.org/feed one two"])
        reader.reloadUrls()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        reader.perform(.tagFeed)
        #expect(reader.prompt?.text == "one two")
        reader.edit { $0.insert(" mine") }
        try test.home.write(urls: ["https://example.org/feed two more"])
        reader.submitPrompt()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        let file = try String(contentsOfFile: test.home.config + "/urls", encoding: .utf8)
        #expect(file == "https://example.org/feed two more mine\n")
    }

    @Test func `find a feed that was added`() async throws {
        reader.verbs.subscribing.add([NewFeed(try Address(typed: "http://127.0.0.1:9/"))])
        #expect(reader.isAwaiting)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.url == "http://127.0.0.1:9/")
    }

    @Test func `find the feeds that an editor wrote`() async throws {
        try test.home.write(urls: ["https://example.org/feed \"~Mine\""])
        reader.reloadUrls()
        #expect(reader.isAwaiting)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.name == "Mine" && reader.status == .done("Reloaded the urls file"))
    }

    @Test func `go on where nothing could be changed`() async throws {
        let gone = try #require(reader.feeds.selected)
        try test.home.write(urls: ["https://example.net/"])
        try reader.verbs.managing.retag(gone, "code", insteadOf: "")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.status == .done("Nothing changed"))
    }
}

@MainActor @Suite struct `An edit of the urls file that waits for its turn` {
    @Test func `is what is undone, not what was done before it`() async throws {
        let test = try TestLibrary(items: 3)
        try test.home.write(urls: ["https://example.org/feed"])
        let reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        test.library.mark(.item(try test.library.items(unreadOnly: false, limit: 1)[0].id), .starred)
        test.library.drain()
        let gate = DispatchSemaphore(value: 0)
        reader.workspace.subscriptions.edit { _, _ in
            gate.wait()
        } finish: { _ in
        }
        reader.verbs.managing.rename(reader.feeds.all[0], to: "Mine")
        reader.perform(.undo)
        gate.signal()
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Undid") == true }
        #expect(reader.status?.text.contains("Mine") == true)
        #expect(try test.library.items(unreadOnly: false, limit: 1)[0].isStarred)
    }
}

@MainActor @Suite struct `A urls file that is read while a feed in it moves` {
    @Test func `makes no feed at the address that it has left`() async throws {
        let test = try TestLibrary(items: 3)
        let reader = try test.reader()
        let move = try HeldMove(of: test.feed, to: "https://example.net/", in: test.library, test.home)
        try await withCheckedThrowingContinuation { (followed: CheckedContinuation<Void, any Error>) in
            do { try reader.workspace.subscriptions.follow { followed.resume() } } catch {
                followed.resume(throwing: error)
            }
            move.letGo()
        }
        let feeds = try test.library.feeds()
        #expect(feeds.map(\.id) == [test.feed] && feeds.map(\.url) == ["https://example.net/"])
    }
}

@MainActor @Suite struct `A start on a urls file that another lede edits` {
    @Test func `makes no feed at an address that one has just left`() throws {
        let test = try TestLibrary(items: 3)
        try test.home.write(urls: ["https://example.org/feed"])
        let other = try Library(path: test.home.path + "/library.db")
        let move = try HeldMove(of: test.feed, to: "https://example.net/", in: other, test.home)
        _ = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        move.letGo()
        test.library.drain()
        let feeds = try test.library.feeds()
        #expect(feeds.map(\.id) == [test.feed] && feeds.map(\.url) == ["https://example.net/"])
    }
}

@MainActor @Suite struct `A feed that goes from the urls file for a moment` {
    private let test: TestLibrary
    private let reader: ReaderModel
    private let urls = ["https://a.example/", "https://example.org/feed", "https://z.example/"]

    init() async throws {
        test = try TestLibrary(items: 3)
        try test.home.write(urls: urls)
        reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        reader.feeds.choose(test.feed)
    }

    private func write(_ urls: [String]) async throws {
        try test.home.write(urls: urls)
        reader.followUrls()
        try await reader.feeds.$entries.waitUntil { $0.compactMap(\.feed?.url) == urls }
    }

    @Test func `has the cursor again when it is back`() async throws {
        try await write([urls[0], urls[2]])
        #expect(reader.feeds.selected?.url == urls[2])
        try await write(urls)
        #expect(reader.feeds.selected?.id == test.feed)
    }

    @Test func `has it again, too, where all others were gone with it`() async throws {
        try await write([])
        try await write(urls)
        #expect(reader.feeds.selected?.id == test.feed)
    }

    @Test func `leaves the cursor where somebody has put it since`() async throws {
        try await write([urls[0], urls[2]])
        reader.perform(.up)
        try await write(urls)
        #expect(reader.feeds.selected?.url == urls[0])
    }

    @Test(arguments: [ViewModels.Operation.removeFeed, .renameFeed, .markFeedRead, .refreshFeed])
    func `has nothing done to its neighbour by the key that was meant for it`(operation: ViewModels.Operation)
        async throws
    {
        try await write([urls[0], urls[2]])
        reader.perform(operation)
        #expect(reader.status?.text == "“Feed” is no longer in the list: the cursor is now on “z.example/”")
        #expect(!reader.workspace.subscriptions.isEditing && reader.prompt == nil && reader.refresh.progress == nil)
        reader.perform(.renameFeed)
        #expect(reader.prompt?.line.text == "https://z.example/")
    }

    @Test func `leaves the cursor to its neighbour at once where somebody removed it`() async throws {
        reader.perform(.removeFeed)
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Removed ") == true }
        reader.perform(.renameFeed)
        #expect(reader.prompt != nil && reader.feeds.selected?.url == urls[2])
    }
}
