import Configuration
import Dispatch
import Foundation
import Library
import Signals
import Subscriptions
import TestSupport
import Testing

@testable import Refresh
@testable import ViewModels

@MainActor @Suite struct `Checking a URL` {
    private let home: Home
    @EndingOnMain private var reader: ReaderModel
    private let look: AddressLook
    private let feed = FoundFeed(url: "https://a.example/feed", title: "A", site: nil, description: nil, items: [])

    init() throws {
        home = try Home()
        try home.write(urls: ["https://b.example/"])
        let library = try Library(path: home.path + "/library.db")
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        look = AddressLook(
            address: try Address(typed: "https://a.example/feed"),
            cursorPosition: reader.actions.subscribing.cursorPosition)
        reader.actions.subscribing.addressLook = look
        self.reader = reader
    }

    @Test func `a found feed is previewed for a user who waits for it`() {
        reader.actions.subscribing.show(.feed(feed), at: look.address.url, of: look)
        #expect(reader.screen == .information && reader.information.previewed != nil)
    }

    @Test func `a found feed is only mentioned to a user who has gone elsewhere`() {
        reader.backStack.go(to: .help)
        reader.actions.subscribing.show(.feed(feed), at: look.address.url, of: look)
        #expect(reader.screen == .help && reader.information.previewed == nil)
        #expect(reader.session.status == .done("Checked “A”: add it again to see what it contains"))
    }

    @Test func `a found feed is only mentioned to a user who has moved in the list of feeds`() {
        reader.perform(.home)
        reader.actions.subscribing.show(.feed(feed), at: look.address.url, of: look)
        #expect(reader.screen == .feeds && reader.information.previewed == nil)
        #expect(reader.session.status?.text.contains("add it again") == true)
    }

    @Test func `a found feed that exists already doesn't move the cursor of a user who has moved on`() throws {
        let known = FoundFeed(url: "https://b.example/", title: "B", site: nil, description: nil, items: [])
        reader.perform(.home)
        reader.actions.subscribing.show(.feed(known), at: look.address.url, of: look)
        #expect(reader.feeds.selected == nil)
        #expect(reader.session.status?.text.hasPrefix("You already have ") == true)
    }

    @Test func `feeds of a page aren't offered to a user who has gone elsewhere`() {
        let other = FoundFeed(url: "https://a.example/other", title: "B", site: nil, description: nil, items: [])
        reader.backStack.go(to: .help)
        reader.actions.subscribing.show(.page([feed, other]), at: look.address.url, of: look)
        #expect(reader.session.choice == nil && reader.session.status?.text.contains("add it again") == true)
    }

    @Test func `checking a page whose feed exists says so, however often`() throws {
        try home.write(urls: ["https://b.example/"])
        let page = AddressLook(
            address: try Address(typed: "https://b.example/page"),
            cursorPosition: reader.actions.subscribing.cursorPosition)
        let known = FoundFeed(url: "https://b.example/", title: "B", site: nil, description: nil, items: [])
        for _ in 1...2 {
            reader.actions.subscribing.addressLook = page
            reader.actions.subscribing.show(.page([known]), at: page.address.url, of: page)
            #expect(reader.session.choice == nil)
            #expect(reader.session.status?.text.hasPrefix("You already have ") == true)
        }
    }

    @Test func `a preview has the URL that answered, even with a refusal`() throws {
        for (outcome, url) in [
            (FeedSearch.Outcome.refused("the server answered 403", .denied), "http://a.example/feed"),
            (.unreachable("the server refused the connection", .network), "https://a.example/feed")
        ] {
            let look = AddressLook(
                address: try Address(typed: "https://a.example/feed"),
                cursorPosition: reader.actions.subscribing.cursorPosition,
                plain: try Address(typed: "http://a.example/feed"))
            reader.actions.subscribing.addressLook = look
            reader.actions.subscribing.show(outcome, at: url, of: look)
            #expect(reader.information.previewed?.address.url == url)
            reader.perform(.back)
        }
    }
}

@MainActor @Suite struct `A urls file that another process holds` {
    @Test func `keys wait while another process holds the urls file, but Escape stops that`() async throws {
        let test = try TestLibrary()
        try test.home.write(urls: ["https://example.org/feed"])
        let reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        let folder = open(test.home.config, O_RDONLY | O_DIRECTORY)
        try #require(flock(folder, LOCK_EX) == 0)
        reader.actions.subscribing.add([NewFeed(try Address(typed: "http://127.0.0.1:9/"))])
        #expect(reader.subscriptions.list.urls.count == 1 && reader.session.isAwaiting)
        reader.session.callOff()
        #expect(!reader.session.isAwaiting)
        close(folder)
        try await reader.subscriptions.listToFollow.waitUntil { $0.urls.contains("http://127.0.0.1:9/") }
    }
}

@MainActor @Suite struct `Keys after an edit of the feeds` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary(items: 1)
        reader = try test.reader()
        reader.feeds.choose(test.feed)
    }

    @Test func `keys after changing a URL find the feed with the new one`() async throws {
        try reader.actions.managing.move(#require(reader.feeds.selected), to: "https://example.net/")
        #expect(reader.session.isAwaiting)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.url == "https://example.net/")
        try reader.actions.managing.retag(#require(reader.feeds.selected), "code", insteadOf: "")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(
            reader.session.status == .done("Tags of Feed: code (:undo to undo)")
                && reader.subscriptions.list.feeds.map(\.tags) == [["code"]])
    }

    @Test func `a typed title with invisible characters can be undone after reloading`() async throws {
        reader.actions.managing.rename(try #require(reader.feeds.selected), to: "Mine\u{202E} ")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.name == "Mine")
        reader.actions.settings.reloadUrls()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        reader.perform(.undo)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.session.status?.text.hasPrefix("Undid") == true && reader.feeds.selected?.name == "Feed")
    }

    @Test func `typed tags don't overwrite a line that changed meanwhile`() async throws {
        try test.home.write(urls: ["https://example.org/feed one two"])
        reader.actions.settings.reloadUrls()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        reader.perform(.tagFeed)
        #expect(reader.session.prompt?.text == "one two")
        reader.session.edit { $0.insert(" mine") }
        try test.home.write(urls: ["https://example.org/feed two more"])
        reader.session.submitPrompt()
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        let file = try String(contentsOfFile: test.home.config + "/urls", encoding: .utf8)
        #expect(file == "https://example.org/feed two mine more\n")
    }

    @Test func `keys after adding a feed find it`() async throws {
        reader.actions.subscribing.add([NewFeed(try Address(typed: "http://127.0.0.1:9/"))])
        #expect(reader.session.isAwaiting)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.url == "http://127.0.0.1:9/")
    }

    @Test func `keys after editing the urls file find its feeds`() async throws {
        try test.home.write(urls: ["https://example.org/feed \"~Mine\""])
        reader.actions.settings.reloadUrls()
        #expect(reader.session.isAwaiting)
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.feeds.selected?.name == "Mine" && reader.session.status == .done("Reloaded the urls file"))
    }

    @Test func `keys go on if nothing could be changed`() async throws {
        let gone = try #require(reader.feeds.selected)
        try test.home.write(urls: ["https://example.net/"])
        try reader.actions.managing.retag(gone, "code", insteadOf: "")
        try await reader.session.$isAwaiting.waitUntil { !$0 }
        #expect(reader.session.status == .done("Nothing changed"))
    }
}

@MainActor @Suite struct `A waiting edit of the urls file` {
    @Test func `undo waits for a running edit, and undoes that`() async throws {
        let test = try TestLibrary(items: 3)
        try test.home.write(urls: ["https://example.org/feed"])
        let reader = ReaderModel(
            library: test.library,
            refresher: Refresher(library: test.library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: test.home.environment))
        test.library.mark(.item(try test.library.items(unreadOnly: false, limit: 1)[0].id), .starred)
        test.library.drain()
        let gate = DispatchSemaphore(value: 0)
        reader.subscriptions.edit { _, _ in
            gate.wait()
        } finish: { _ in
        }
        reader.actions.managing.rename(reader.feeds.all[0], to: "Mine")
        reader.perform(.undo)
        gate.signal()
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Undid") == true }
        #expect(reader.session.status?.text.contains("Mine") == true)
        #expect(try test.library.items(unreadOnly: false, limit: 1)[0].isStarred)
    }
}

@MainActor @Suite struct `A urls file that is read while a feed moves` {
    @Test func `following an old urls file while a feed moves adds no feed at its old URL`() async throws {
        let test = try TestLibrary(items: 3)
        let reader = try test.reader()
        let move = try HeldMove(of: test.feed, to: "https://example.net/", in: test.library, test.home)
        try await withCheckedThrowingContinuation { (followed: CheckedContinuation<Void, any Error>) in
            do { try reader.subscriptions.follow { followed.resume() } } catch {
                followed.resume(throwing: error)
            }
            move.letGo()
        }
        let feeds = try test.library.feeds()
        #expect(feeds.map(\.id) == [test.feed] && feeds.map(\.url) == ["https://example.net/"])
    }
}

@MainActor @Suite struct `A start while another process edits the urls file` {
    @Test func `starting while another process moves a feed adds no feed at its old URL`() throws {
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

@MainActor @Suite struct `A feed that is missing from the urls file for a moment` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel
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
        reader.actions.settings.followUrls()
        try await reader.feeds.$entries.waitUntil { $0.compactMap(\.feed?.url) == urls }
    }

    @Test func `the cursor returns to a feed that was missing from the urls file for a moment`() async throws {
        try await write([urls[0], urls[2]])
        #expect(reader.feeds.selected?.url == urls[2])
        try await write(urls)
        #expect(reader.feeds.selected?.id == test.feed)
    }

    @Test func `the cursor returns to its feed even if all others were missing, too`() async throws {
        try await write([])
        try await write(urls)
        #expect(reader.feeds.selected?.id == test.feed)
    }

    @Test func `the cursor stays where the user has moved it, even when its old feed returns`() async throws {
        try await write([urls[0], urls[2]])
        reader.perform(.up)
        try await write(urls)
        #expect(reader.feeds.selected?.url == urls[0])
    }

    @Test(arguments: [ViewModels.Operation.removeFeed, .renameFeed, .markFeedRead, .refreshFeed])
    func `a key meant for a missing feed does nothing to its neighbour`(operation: ViewModels.Operation)
        async throws
    {
        try await write([urls[0], urls[2]])
        reader.perform(operation)
        #expect(reader.session.status?.text == "“Feed” is no longer in the list: the cursor is now on “z.example/”")
        #expect(!reader.subscriptions.isEditing && reader.session.prompt == nil && reader.refresh.progress == nil)
        reader.perform(.renameFeed)
        #expect(reader.session.prompt?.line.text == "https://z.example/")
    }

    @Test func `after removing a feed, the cursor is on its neighbour at once`() async throws {
        reader.perform(.removeFeed)
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Removed ") == true }
        reader.perform(.renameFeed)
        #expect(reader.session.prompt != nil && reader.feeds.selected?.url == urls[2])
    }
}

/// A feed that moves to another URL in the urls file and the library, stopped just before the move is final.
struct HeldMove {
    private let mayPlace = DispatchSemaphore(value: 0)

    init(of feed: FeedID, to url: String, in library: Library, _ home: Home) throws {
        let (file, address) = (UrlsFile(path: home.config + "/urls"), try Address(typed: url))
        let isPlacing = DispatchSemaphore(value: 0)
        DispatchQueue(label: "another edit").async { [mayPlace] in
            do {
                let before = try library.feed(feed)?.url ?? ""
                _ = try file.edit { text in
                    text.changeAddress(of: before, to: address)
                } together: { _, screen in
                    try library.move(feed, to: address.url) {
                        isPlacing.signal()
                        mayPlace.wait()
                        try screen()
                    }
                }
            } catch {
                Issue.record(error)
                isPlacing.signal()
            }
        }
        isPlacing.wait()
    }

    func letGo() { mayPlace.signal() }
}
