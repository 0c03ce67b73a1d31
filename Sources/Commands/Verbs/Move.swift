import Configuration
import Library
import Subscriptions

extension Verb {
    static let move = Verb(
        name: "move", operands: "FEED [URL]", summary: "change a feed's URL, keeping its items",
        details: [
            """
            Without URL, lede uses the new URL that the server has reported: a permanent redirect, seen several times. “lede \
            doctor” lists such feeds. The feed keeps its title, tags and settings.
            """
        ],
        examples: [
            Example(
                line: "lede move http://example.org/rss https://example.org/feed", meaning: "use the feed's new URL")
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments.paths())
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let address = try newAddress(of: feed, typed: arguments.operands.dropFirst().first)
        guard try subscriptions.urls.move(feed, to: address, in: subscriptions.library) else {
            throw CommandFailure.failed("another feed already has the URL \(address.shown): remove one of them first")
        }
        Output.columns("changed the URL of \(feed.name) to \(address.shown)")
        return 0
    }

    private static func newAddress(of feed: Feed, typed: String?) throws -> Address {
        if let typed { return try Address(typed: typed) }
        // A server may move a feed to another URL, but never to a command or a local file.
        guard let address = feed.fetching.movedTo.flatMap({ Address(fromOutside: $0) }) else {
            throw CommandFailure.failed("the server of \(feed.shownURL) hasn't reported a new URL: give one")
        }
        return address
    }
}
