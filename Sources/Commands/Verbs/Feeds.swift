import Library

extension Verb {
    static let feeds = Verb(name: "feeds", summary: "list the feeds, with what is unread in each", options: [json]) {
        arguments in
        try arguments.rejectOperands()
        for feed in try Subscriptions(arguments.paths()).library.feeds() {
            if arguments.has("--json") {
                Output.line(feed.json)
            } else {
                Output.columns(
                    "\(feed.unread)/\(feed.total)", feed.name, feed.url, feed.lastError.map { "! \($0)" } ?? "")
            }
        }
        return 0
    }
}

extension Feed {
    fileprivate var json: JSON {
        .object([
            "url": .string(url),
            "title": JSON(title),
            "site": JSON(site),
            "unread": .integer(unread),
            "total": .integer(total),
            "last_success": JSON(lastSuccess),
            "last_error": JSON(lastError)
        ])
    }
}
