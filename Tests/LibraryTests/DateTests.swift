import FeedParser
import Foundation
import Library
import Testing

@Suite struct DateTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test func `items are sorted by date, newest first`() throws {
        try shelf.store(
            ParsedItem("middle", hoursAgo: 2), ParsedItem("oldest", hoursAgo: 3), ParsedItem("newest", hoursAgo: 1))
        #expect(try shelf.titles() == ["newest", "middle", "oldest"])
    }

    @Test func `items without dates keep their order in the document`() throws {
        try shelf.store(ParsedItem("first"), ParsedItem("second"), ParsedItem("third"))
        #expect(try shelf.titles() == ["first", "second", "third"])
    }

    @Test func `new items without dates stand above older ones`() throws {
        try shelf.store(ParsedItem("first"), ParsedItem("second"))
        try shelf.store(ParsedItem("new"), ParsedItem("first"), ParsedItem("second"), at: .noon + 3600)
        #expect(try shelf.titles() == ["new", "first", "second"])
    }

    @Test func `a date in the future becomes the time of the refresh`() throws {
        try shelf.store(ParsedItem("to come", hoursAgo: -24 * 365))
        #expect(try shelf.items().map(\.date) == [.noon])
    }

    @Test func `an item with only an update date is sorted by that`() throws {
        try shelf.store(ParsedItem(id: "1", updated: .noon - 60))
        #expect(try shelf.items().map(\.date) == [.noon - 60])
    }

    @Test(arguments: [-62_135_596_800, -1, 0, 0.1, 978_307_199.999, 1_700_000_000.123456])
    func `dates are stored to the millisecond`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        try shelf.store(ParsedItem(id: "1", published: date))
        let stored = try #require(try shelf.items().first).date
        #expect(abs(stored.timeIntervalSince(date)) <= 0.0005)
    }
}
