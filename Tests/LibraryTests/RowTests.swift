import FeedParser
import Foundation
import TestSupport
import Testing

@testable import Library

@Suite struct `The item in a row` {
    @Test(arguments: Listing.Order.allCases, [false, true])
    func `the item in a row is the one that pages have there`(order: Listing.Order, isUnreadOnly: Bool) throws {
        let shelf = try Shelf(feeds: 3)
        for feed in 1...3 {
            let items = (1...40).map { number in
                ParsedItem(
                    id: "\(feed) \(number)", title: "\(number)",
                    published: Date(timeIntervalSince1970: Double(number * 100 + feed * 7 % 50)))
            }
            try shelf.store(items, in: feed)
        }
        let library = shelf.library
        let read = try library.items(unreadOnly: false, limit: 200).enumerated().filter { $0.offset % 3 == 0 }
        library.mark(.items(ItemSet(read.map(\.element.id))), .read)
        library.drain()
        let filter = try Filter("title =~ \"[1-3]$\"")
        for scope in [Listing.Scope.all, .feed(try shelf.feed(2).id)] {
            let listing = try library.listing(scope, unreadOnly: isUnreadOnly, order: order)
            for listing in [listing, try library.listing(listing, matching: filter)] {
                let items = try library.items(of: listing, limit: 500)
                #expect(try items.indices.map { try library.item(inRow: $0, of: listing)?.id } == items.map(\.id))
                #expect(try library.item(inRow: items.count, of: listing) == nil)
                #expect(
                    try items.indices.map { try library.item($0, behind: items[0], in: listing).id } == items.map(\.id))
                #expect(try library.item(500, behind: items[3], in: listing).id == items.last?.id)
            }
        }
    }
}
