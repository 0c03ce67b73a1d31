import Library
import Subscriptions

extension Verb {
    static let unread = Verb(
        name: "unread", summary: "print the number of unread items",
        details: [
            """
            Only reads the library, so a status bar can run it every second. Counts an article in several feeds once. With \
            --filter, it checks every item and takes longer.
            """
        ],
        options: [
            .feed,
            Option(name: "--tag", value: "TAG", meaning: "only feeds with this tag"),
            .filter
        ],
        examples: [
            Example(line: "lede unread", meaning: "count all unread items, for a status bar"),
            Example(line: "lede unread --tag comics", meaning: "count unread items in feeds tagged “comics”")
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
