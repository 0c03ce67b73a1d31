import Addresses
import Library
import Subscriptions

extension Verb {
    static let feeds = Verb(
        name: "feeds", summary: "list feeds with unread counts",
        details: [
            "Prints each feed's unread and total items, title, URL and last error."
        ],
        options: [
            Option(name: "--tag", value: "TAG", meaning: "only feeds with this tag"),
            .json
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(reading: arguments.paths())
        var feeds = try subscriptions.library.feeds()
        if let tag = try arguments.value(of: "--tag").map(subscriptions.tag) {
            feeds = feeds.filter { $0.tags.contains(tag) }
        }
        if arguments.has("--json") {
            var lines = Output.JSONLines()
            let details = try subscriptions.library.details(of: feeds)
            for (feed, details) in zip(feeds, details) { lines.add(feed.json(details)) }
            lines.end()
            return 0
        }
        var table = TextTable(.right, .flexible, .address, .flexible)
        for feed in feeds {
            // A feed without a title is called by its URL, which follows anyway.
            let title = feed.name == feed.shownURL ? "" : feed.name
            table.add("\(feed.unread)/\(feed.total)", title, feed.shownURL, feed.lastError.map { "! \($0)" } ?? "")
        }
        table.show()
        return 0
    }
}

extension Feed {
    /// The JSON of a feed that “feeds” and “export” print.
    func json(_ details: FeedDetails) -> JSON {
        .object([
            "url": .string(shownURL),
            "title": JSON(title),
            "own_title": JSON(ownTitle),
            "site": JSON(link: details.site),
            "tags": .array(tags.map(JSON.string)),
            "group": JSON(folder),
            "hidden": .bool(isHidden),
            "unread": .integer(unread),
            "total": .integer(total),
            "last_attempt": JSON(fetching.lastAttempt),
            "last_success": JSON(lastSuccess),
            "last_error": JSON(lastError),
            "failures": .integer(fetching.errorCount),
            "failing_since": JSON(fetching.failingSince),
            "next_due": JSON(details.due?.date),
            "next_due_because": JSON(details.due.map { "\($0)" }),
            "told_to_wait_until": JSON(fetching.wait?.until),
            "gone": .bool(fetching.isGone),
            "moved_to": JSON(fetching.movedTo?.shownAddress)
        ])
    }
}
