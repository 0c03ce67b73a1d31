import Configuration
import Foundation
import Library
import Signals
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
