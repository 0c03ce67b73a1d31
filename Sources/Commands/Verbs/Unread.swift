import Library

extension Verb {
    static let unread = Verb(
        name: "unread", summary: "print how many items are unread",
        details: ["It only reads, and so may be asked every second. An item that several feeds have counts once."],
        options: [
            Option(name: "--feed", value: "FEED", meaning: "only of this feed, named by address or title"),
            Option(name: "--tag", value: "TAG", meaning: "only of feeds with this tag")
        ],
        examples: [
            Example(line: "lede unread", meaning: "for a status bar"),
            Example(line: "lede unread --tag comics", meaning: "of the feeds that have the tag “comics”")
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(reading: arguments.paths())
        let library = subscriptions.library
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
