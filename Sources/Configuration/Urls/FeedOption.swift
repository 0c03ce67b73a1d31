/// An option of a single feed, set in a line such as `#: interval 2h` below its URL.
package struct FeedOption: Sendable {
    package let name: String
    let kind: Kind
    /// What it does, in a sentence without a full stop.
    package let meaning: String

    /// The permitted values, in a few words.
    package var value: String { kind.value }

    package static func named(_ name: String) -> FeedOption? { all.first { $0.name == name } }

    package static let all = [
        FeedOption("interval", .duration(\.interval, in: 60...366 * 86_400), "time between fetches of the feed"),
        FeedOption("refresh", .flag(\.refreshes), "fetch the feed with the others; if no, only when you name it"),
        FeedOption("timeout", .duration(\.timeout, in: 1...3600, bare: 1), "maximum time for fetching the feed"),
        FeedOption("user-agent", .text(\.userAgent), "name that lede sends to the server"),
        FeedOption("header", .header, "a header of the request; repeat the line for more"),
        FeedOption("auth", .authentication, "how to log in; any uses what the server asks for"),
        FeedOption("user", .text(\.user), "user name"),
        FeedOption("password", .text(\.password), "password, or bearer token"),
        FeedOption(
            "password-command", .text(\.passwordCommand), "a command that prints the password as its first line"),
        FeedOption(
            "netrc-file", .file(\.netrcFile),
            "file in netrc format with the user name and password, if no other setting has them"),
        FeedOption("proxy", .proxy, "proxy for the feed; none bypasses the proxy for all feeds"),
        FeedOption("ca-file", .file(\.caFile), "certificates (PEM) to trust instead of the system's"),
        FeedOption(
            "verify", .flag(\.verifies),
            "check the server's certificate; no lets anyone on the way read and change the feed"
        ),
        FeedOption("max-items", .count(\.maxItems, in: 0...1_000_000), "number of items to keep; 0 keeps all"),
        FeedOption("keep-days", .count(\.keepDays, in: 0...36_500), "number of days to keep items; 0 keeps all"),
        FeedOption(
            "max-megabytes", .count(\.maxMegabytes, in: 0...1_000_000), "megabytes of text to keep; 0 keeps all"),
        FeedOption(
            "fold-copies", .flag(\.foldsCopies),
            "show an article that other feeds have too only once in lists across feeds"
        ),
        FeedOption("sort", .order, "order of the feed's list"),
        FeedOption(
            "full-page", .fullPage,
            "show the article of an item's web page: yes fetches it, auto shows it if lede has it and it has clearly more"
        ),
        FeedOption("cache-when", .cacheWhen, "fetch items' web pages after each refresh, or only when you ask")
    ]

    init(_ name: String, _ kind: Kind, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
    }
}
