import Library

extension Verb {
    static let unread = Verb(name: "unread", summary: "print how many items are unread") { arguments in
        try arguments.rejectOperands()
        let feeds = try Subscriptions(arguments.paths()).library.feeds()
        Output.line("\(feeds.reduce(0) { $0 + $1.unread })")
        return 0
    }
}
