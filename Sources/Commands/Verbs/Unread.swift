import Library
import Subscriptions

extension Verb {
    static let unread = Verb(
        name: "unread", summary: "print how many items are unread",
        details: [
            """
            It only reads, and so may be asked every second. An item that several feeds have counts once. With --filter it \
            looks at every item, and so takes longer.
            """
        ],
        options: [
            .feed,
            Option(name: "--tag", value: "TAG", meaning: "only of feeds with this tag"),
            .filter
        ],
        examples: [
            Example(line: "lede unread", meaning: "for a status bar"),
            Example(line: "lede unread --tag comics", meaning: "of the feeds that have the tag “comics”")
        ]
    ) { arguments in
        let filter = try arguments.filter()
        try arguments.refuse("--tag", beside: ["--feed", "--filter"])
        let subscriptions = try Subscriptions(reading: arguments.paths())
        let library = subscriptions.library
        if let filter {
            let feed = try arguments.value(of: "--feed").map { try subscriptions.feed(named: $0).id }
            let count = try library.count(matching: filter.within(feed, unreadOnly: true, starredOnly: false))
            Output.line("\(count)")
            return 0
        }
        let scope: Listing.Scope =
            if let feed = arguments.value(of: "--feed") {
                try .feed(subscriptions.feed(named: feed).id)
            } else if let tag = arguments.value(of: "--tag") {
                try .tag(subscriptions.tag(named: tag))
            } else {
                .all
            }
        Output.line("\(try library.counts(of: scope).unread)")
        return 0
    }
}
