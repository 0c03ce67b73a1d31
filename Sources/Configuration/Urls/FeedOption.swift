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
        FeedOption("interval", .duration(\.interval, in: 60...366 * 86_400), "how often the feed is fetched"),
        FeedOption("refresh", .flag(\.refreshes), "whether it is fetched with the others, or only when it is named"),
        FeedOption("timeout", .duration(\.timeout, in: 1...3600, bare: 1), "how long its server may take to answer"),
        FeedOption("user-agent", .text(\.userAgent), "what lede calls itself to its server"),
        FeedOption("header", .header, "a header of the request; there may be several such lines"),
        FeedOption("auth", .authentication, "how to log in; any is what the server asks for"),
        FeedOption("user", .text(\.user), "who logs in"),
        FeedOption("password", .text(\.password), "the password, or the token of a bearer"),
        FeedOption(
            "password-command", .text(\.passwordCommand), "a command that prints the password in its first line"),
        FeedOption("netrc-file", .file(\.netrcFile), "names and passwords in netrc's form, where nothing else is said"),
        FeedOption("proxy", .proxy, "the proxy to go through; none goes past the one that is set for all"),
        FeedOption("ca-file", .file(\.caFile), "certificates to trust in the place of the system's (PEM)"),
        FeedOption(
            "verify", .flag(\.verifies),
            "no trusts every certificate, so that anybody on the way can read and change all"
        ),
        FeedOption("max-items", .count(\.maxItems, in: 0...1_000_000), "how many items are kept; 0 keeps all"),
        FeedOption("keep-days", .count(\.keepDays, in: 0...36_500), "for how many days items are kept; 0 keeps all"),
        FeedOption(
            "max-megabytes", .count(\.maxMegabytes, in: 0...1_000_000), "how much text is kept; 0 keeps all"),
        FeedOption(
            "fold-copies", .flag(\.foldsCopies), "whether what other feeds have too is shown once in lists over several"
        ),
        FeedOption("sort", .order, "which items its list begins with"),
        FeedOption(
            "full-page", .flag(\.fullPage),
            "whether the page of an item is fetched in place of its text, which lede can't do yet: it shows what the feed says"
        )
    ]

    private init(_ name: String, _ kind: Kind, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
    }
}
