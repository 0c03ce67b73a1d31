import Configuration
import Library
import Subscriptions
import System
import URLs

extension Subcommand {
    static let feeds = Subcommand(
        name: "feeds", summary: "list feeds with unread counts",
        details: [
            "Prints each feed's unread and total items, title, URL and last error."
        ],
        options: [
            Option(name: "--tag", value: "TAG", meaning: "only feeds with this tag"),
            .json
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(reading: arguments)
        var feeds = try subscriptions.library.feeds()
        if let tag = try arguments.value(of: "--tag").map(subscriptions.tag) {
            feeds = feeds.filter { $0.tags.contains(tag) }
        }
        if arguments.has("--json") {
            var lines = arguments.output.jsonLines
            let details = try subscriptions.library.details(of: feeds)
            for (feed, details) in zip(feeds, details) { lines.add(feed.json(details)) }
            lines.end()
            return 0
        }
        var table = TextTable(.right, .flexible, .address, .flexible)
        for feed in feeds {
            // A feed without a title is called by its URL, which follows anyway.
            let title = feed.name == feed.shownURL ? "" : feed.name
            table.add(
                "\(feed.unread)/\(feed.total)", title, feed.shownURL, feed.fetching.lastError.map { "! \($0)" } ?? "")
        }
        table.show(on: arguments.output)
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
            "last_success": JSON(fetching.lastSuccess),
            "last_error": JSON(fetching.lastError),
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

// Problems of the urls file go to standard error.
extension Subscriptions {
    init(_ arguments: Arguments) throws {
        try self.init(arguments.paths(), complain: arguments.output.complain)
    }

    init(reading arguments: Arguments) throws {
        try self.init(reading: arguments.paths(), complain: arguments.output.complain)
    }

    /// The feeds with these URLs or titles, each once; all feeds if none is named.
    func feeds(named names: [String]) throws -> [Feed] {
        let feeds = try library.feeds()
        if names.isEmpty { return feeds }
        let wanted = try names.map { name in
            if let feed = feeds.first(where: { $0.url == name }) { return feed.id }
            // URLs that differ only in their passwords look the same.
            let called = feeds.filter { $0.shownURL == name || $0.name == name }
            guard let feed = called.first else {
                throw CommandFailure.usage(
                    "no feed has the URL or title “\(name)”", nearest: name,
                    among: feeds.map(\.name) + feeds.map(\.shownURL),
                    otherwise: feeds.isEmpty ? "add a feed with “lede add URL”" : "“lede feeds” lists your feeds")
            }
            guard called.count == 1 else {
                throw CommandFailure.usage(
                    "\(called.count) feeds have the title “\(name)”",
                    advice: "use the URL: \(called.map(\.shownURL).joined(separator: " or "))")
            }
            return feed.id
        }
        return feeds.filter { wanted.contains($0.id) }
    }

    func feed(named name: String) throws -> Feed { try feeds(named: [name])[0] }

    /// Returns a tag's name, and throws if no feed has the tag.
    func tag(named name: String) throws -> String {
        let tags = try library.tags().map(\.name)
        guard tags.contains(name) else {
            throw CommandFailure.usage(
                "no feed has the tag “\(name)”", nearest: name, among: tags,
                otherwise: tags.isEmpty
                    ? "add tags in the urls file" : "your tags are \(tags.sorted().joined(separator: ", "))")
        }
        return name
    }
}

extension Subcommand {
    static let remove = Subcommand(
        name: "remove", operands: "FEED", summary: "remove a feed and hide its items",
        details: [
            "Deletes the feed's line and its settings from the urls file. If you add the feed again, its items reappear."
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments)
        let feed = try subscriptions.feed(named: arguments.operands[0])
        try subscriptions.urls.leave(feed, in: subscriptions.library)
        arguments.output.columns("removed \(feed.name)")
        return 0
    }

    static let rename = Subcommand(
        name: "rename", operands: "FEED [TITLE]", summary: "rename a feed, or restore its own title",
        details: ["Without TITLE, restores the feed's own title."],
        examples: [Example(line: "lede rename https://lwn.net/headlines/rss LWN", meaning: "rename a feed to LWN")]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments)
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let title = arguments.operands.dropFirst().first
        try subscriptions.urls.rename(feed, to: title, in: subscriptions.library)
        return 0
    }

    static let tag = Subcommand(
        name: "tag", operands: "FEED [TAG…]", summary: "set a feed's tags",
        details: [
            "Replaces the feed's tags; without TAG, removes them. A feed of a server moves into the folders of these names."
        ],
        examples: [
            Example(line: "lede tag https://lwn.net/headlines/rss news linux", meaning: "give a feed two tags")
        ]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments)
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let tags = Array(arguments.operands.dropFirst())
        for tag in tags { if let problem = UrlsText.problem(ofTag: tag) { throw CommandFailure.usage(problem) } }
        let before =
            feed.account == nil
            ? subscriptions.list.feeds.first { $0.url == feed.url }?.tags ?? [] : feed.tags
        _ = try subscriptions.urls.retag(feed, tags, insteadOf: before, in: subscriptions.library)
        return 0
    }

    static let tagRename = Subcommand(
        name: "tag rename", operands: "TAG NAME", summary: "rename a tag, group or folder of feeds",
        details: [
            "Renames the tag of all feeds that have it, the group of this path in the urls file, and the folder on your feed servers."
        ],
        examples: [Example(line: "lede tag rename code/swift code/Swift", meaning: "rename the group “code/swift”")]
    ) { arguments in
        let subscriptions = try Subscriptions(arguments)
        let tag = try subscriptions.tag(named: arguments.operands[0])
        guard let name = UrlsText.name(arguments.operands[1]) else { throw CommandFailure.usage("NAME is empty") }
        if let problem = UrlsText.problem(ofTag: name) { throw CommandFailure.usage(problem) }
        let count = try subscriptions.urls.rename(group: tag, to: name, in: subscriptions.library)
        arguments.output.columns("renamed the tag of \(count.counted("feed"))")
        return 0
    }

    static let move = Subcommand(
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
        let subscriptions = try Subscriptions(arguments)
        let feed = try subscriptions.feed(named: arguments.operands[0])
        let address = try newAddress(of: feed, typed: arguments.operands.dropFirst().first)
        guard try subscriptions.urls.move(feed, to: address, in: subscriptions.library) else {
            throw CommandFailure.failed("another feed already has the URL \(address.shown): remove one of them first")
        }
        arguments.output.columns("changed the URL of \(feed.name) to \(address.shown)")
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
