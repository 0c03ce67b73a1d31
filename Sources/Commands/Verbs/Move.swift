import Configuration
import Library
import Subscriptions

extension Verb {
    static let move = Verb(
        name: "move", operands: "FEED [URL]", summary: "follow a feed to its new address, with all its items and marks",
        details: [
            """
            Without URL the feed is followed to where its server has said, several times over, that it has moved for good: \
            “lede doctor” names such feeds. Only the address in the urls file changes.
            """
        ],
        examples: [
            Example(line: "lede move http://example.org/rss https://example.org/feed", meaning: "it lies there now")
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let address = try newAddress(of: feed, typed: arguments.operands.dropFirst().first)
        guard try subscriptions.urls.move(feed, to: address, in: subscriptions.library) else {
            throw CommandFailure.failed("\(address.shown) is the address of another feed already: remove one of them")
        }
        Output.columns("\(feed.name) is at \(address.shown) now")
        return 0
    }

    private static func newAddress(of feed: Feed, typed: String?) throws -> Address {
        if let typed { return try Address(typed: typed) }
        // A server may send to an address, but not have a command run or a file read.
        guard let address = feed.fetching.movedTo.flatMap({ Address(fromOutside: $0) }) else {
            throw CommandFailure.failed("\(feed.shownURL) has not said that it moved: name its new address")
        }
        return address
    }
}
