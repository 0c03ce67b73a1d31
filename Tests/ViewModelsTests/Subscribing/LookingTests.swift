import Configuration
import Foundation
import Library
import Signals
import TestSupport
import Testing

@testable import Refresh
@testable import ViewModels

@MainActor @Suite struct `What lies at an address` {
    private let home: Home
    private let reader: ReaderModel
    private let look: AddressLook
    private let feed = FoundFeed(url: "https://a.example/feed", title: "A", site: nil, description: nil, items: [])

    init() throws {
        home = try Home()
        try home.write(urls: ["https://b.example/"])
        let library = try Library(path: home.path + "/library.db")
        reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        look = AddressLook(
            address: try Address(typed: "https://a.example/feed"), standpoint: reader.verbs.subscribing.standpoint)
        reader.verbs.subscribing.addressLook = look
    }

    @Test func `is shown to who waits for it`() {
        reader.verbs.subscribing.take(.feed(feed), of: look)
        #expect(reader.place == .information && reader.workspace.information.previewed != nil)
    }

    @Test func `is only told to who has gone elsewhere`() {
        reader.trail.go(to: .help)
        reader.verbs.subscribing.take(.feed(feed), of: look)
        #expect(reader.place == .help && reader.workspace.information.previewed == nil)
        #expect(reader.status == .done("Checked “A”: add it again to see what it contains"))
    }

    @Test func `is only told to who has gone on in the list of feeds`() {
        reader.perform(.home)
        reader.verbs.subscribing.take(.feed(feed), of: look)
        #expect(reader.place == .feeds && reader.workspace.information.previewed == nil)
        #expect(reader.status?.text.contains("add it again") == true)
    }

    @Test func `that is there already doesn't take the cursor from who has gone on`() throws {
        let known = FoundFeed(url: "https://b.example/", title: "B", site: nil, description: nil, items: [])
        reader.perform(.home)
        reader.verbs.subscribing.take(.feed(known), of: look)
        #expect(reader.feeds.selected == nil)
        #expect(reader.status?.text.hasPrefix("You already have ") == true)
    }

    @Test func `is nothing to choose from for who has gone elsewhere`() {
        let other = FoundFeed(url: "https://a.example/other", title: "B", site: nil, description: nil, items: [])
        reader.trail.go(to: .help)
        reader.verbs.subscribing.take(.page([feed, other]), of: look)
        #expect(reader.choice == nil && reader.status?.text.contains("add it again") == true)
    }

    @Test func `is said to be there already, however often a page that leads to it is looked at`() throws {
        try home.write(urls: ["https://b.example/"])
        let page = AddressLook(
            address: try Address(typed: "https://b.example/page"), standpoint: reader.verbs.subscribing.standpoint)
        let known = FoundFeed(url: "https://b.example/", title: "B", site: nil, description: nil, items: [])
        for _ in 1...2 {
            reader.verbs.subscribing.addressLook = page
            reader.verbs.subscribing.take(.page([known]), of: page)
            #expect(reader.choice == nil)
            #expect(reader.status?.text.hasPrefix("You already have ") == true)
        }
    }

    @Test func `is at the address that was answered from, also where that answers nothing but no`() throws {
        let secure = try Address(typed: "https://a.example/feed")
        for (outcome, url) in [
            (FeedSearch.Outcome.refused("the server answered 403"), "http://a.example/feed"),
            (.unreachable("the server refused the connection", refusesSecurity: false), "https://a.example/feed")
        ] {
            let look = AddressLook(
                address: try Address(typed: "http://a.example/feed"), standpoint: reader.verbs.subscribing.standpoint,
                insteadOf: secure)
            reader.verbs.subscribing.addressLook = look
            reader.verbs.subscribing.take(outcome, of: look)
            #expect(reader.workspace.information.previewed?.address.url == url)
            reader.perform(.back)
        }
    }
}
