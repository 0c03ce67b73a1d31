/// The user's options for one feed or feed server, from the lines below its URL; nil where nothing is set.
package struct FeedOptions: Equatable, Sendable {
    /// In seconds.
    package var interval: Int?
    /// False for a paused feed, which is fetched only by name.
    package var refreshes: Bool?
    /// In seconds.
    package var timeout: Int?
    package var userAgent: String?
    package var headers: [Header] = []
    package var authentication: Authentication?
    package var user: String?
    /// The user's password, or a bearer token.
    package var password: String?
    /// The shell command that prints the password, as the user wrote it.
    package var passwordCommand: String?
    package var netrcFile: String?
    /// A URL, or empty for no proxy.
    package var proxy: String?
    package var caFile: String?
    package var verifies: Bool?
    package var maxItems: Int?
    package var keepDays: Int?
    package var maxMegabytes: Int?
    package var foldsCopies: Bool?
    package var sort: Order?
    package var fullPage: FullPage?
    package var cacheWhen: CacheWhen?
    /// Of a feed server: the age in seconds up to which the first sync takes read items.
    package var history: Int?
    /// Of a feed server: whether the login may go over the network in the clear.
    package var mayBeInsecure: Bool?

    package init() {}

    package struct Header: Equatable, Sendable {
        package let name: String
        package let value: String
    }

    package enum Authentication: String, CaseIterable, Sendable {
        case any, basic, digest, bearer
    }

    package enum Order: String, CaseIterable, Sendable {
        case newest, oldest, unread, title, author
    }
}
