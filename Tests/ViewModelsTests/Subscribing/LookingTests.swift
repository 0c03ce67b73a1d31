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
    private let address: Address
    private let feed = FoundFeed(url: "https://a.example/feed", title: "A", site: nil, description: nil, items: [])

    init() throws {
        home = try Home()
        try home.write(urls: ["https://b.example/"])
        let library = try Library(path: home.path + "/library.db")
        reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        address = try Address(typed: "https://a.example/feed")
        (reader.lookedAt, reader.lookedFrom) = (address, reader.path.value)
    }

    @Test func `is shown to who waits for it`() {
        reader.take(.feed(feed), of: address)
        #expect(reader.place == .information && reader.previewed != nil)
    }

    @Test func `is only told to who has gone elsewhere`() {
        reader.go(to: .help)
        reader.take(.feed(feed), of: address)
        #expect(reader.place == .help && reader.previewed == nil)
        #expect(reader.status.value == .done("“A” is looked at: add it again to see what is there"))
    }

    @Test func `is nothing to choose from for who has gone elsewhere`() {
        let other = FoundFeed(url: "https://a.example/other", title: "B", site: nil, description: nil, items: [])
        reader.go(to: .help)
        reader.take(.page([feed, other]), of: address)
        #expect(reader.choice.value == nil && reader.status.value?.text.contains("add it again") == true)
    }
}
