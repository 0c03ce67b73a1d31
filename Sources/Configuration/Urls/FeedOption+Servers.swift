extension FeedOption {
    /// The options of an account on a feed server, below its line.
    package static let ofServers = [
        FeedOption("user", .text(\.user), "user name on the server"),
        FeedOption("password", .text(\.password), "password, or key for programs"),
        FeedOption(
            "password-command", .text(\.passwordCommand), "a command that prints the password as its first line"),
        FeedOption(
            "netrc-file", .file(\.netrcFile),
            "file in netrc format with the user name and password, if no other setting has them"),
        FeedOption(
            "history", .duration(\.history, in: 0...36_500 * 86_400, bare: 86_400),
            "age up to which lede takes items that are read already, at the first sync"),
        FeedOption("timeout", .duration(\.timeout, in: 1...3600, bare: 1), "maximum time for an answer"),
        FeedOption("header", .header, "a header of each request; repeat the line for more"),
        FeedOption("proxy", .proxy, "proxy for the server; none bypasses the proxy for all feeds"),
        FeedOption("ca-file", .file(\.caFile), "certificates (PEM) to trust instead of the system's"),
        FeedOption(
            "verify", .flag(\.verifies),
            "check the server's certificate; no lets anyone on the way read the password"),
        FeedOption(
            "insecure", .flag(\.mayBeInsecure),
            "log in over http, too, so that anyone on the way can read the password")
    ]

    package static func ofServer(named name: String) -> FeedOption? { ofServers.first { $0.name == name } }
}
