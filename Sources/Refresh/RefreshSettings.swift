package import HTTP

/// How refreshing is to go, as the person wants it: for all feeds, and for single ones.
package struct RefreshSettings: Equatable, Sendable {
    /// How many feeds are asked for at once, and how many of those of one host.
    package var transfers = 256
    package var transfersPerHost = 2
    /// How often feeds are due at the most and at the least.
    package var intervals = RefreshIntervals()
    /// How servers are asked, where a feed has no options of its own.
    package var request: RequestOptions
    /// How long a command that makes a feed, or mends one, may take.
    package var commandTimeout = Duration.seconds(30)
    /// By the address of the feed, as the urls file has it.
    package var feeds: [String: FeedSettings] = [:]
    /// The commands and files that the person named as feeds: a library may come from anywhere, so that of others in it
    /// nothing is run or read. Nil where all are the person's own.
    package var ownSources: Set<String>?

    package init(userAgent: String) {
        request = RequestOptions(userAgent: userAgent, limits: Limits())
    }
}

/// What the person wants for one feed.
package struct FeedSettings: Equatable, Sendable {
    /// How its server is asked, in the place of what holds for all.
    package var request: RequestOptions?
    /// What to log in with in the place of what that says, where a command has to be asked.
    package var logIn: LogIn?
    /// How often it is due, in the place of what it says itself.
    package var interval: Duration?
    /// Whether it is asked only when the person names it.
    package var isPaused = false

    package init() {}
}
