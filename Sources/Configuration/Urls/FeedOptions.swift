/// What the person set for one feed, in the lines beneath its address: nil where they said nothing.
package struct FeedOptions: Equatable, Sendable {
    /// In seconds.
    package var interval: Int?
    /// False for a feed that is fetched only when it is asked for by name.
    package var refreshes: Bool?
    /// In seconds.
    package var timeout: Int?
    package var userAgent: String?
    package var headers: [Header] = []
    package var authentication: Authentication?
    package var user: String?
    /// Of the user, or the token of a bearer.
    package var password: String?
    /// The command line that prints it, for the shell, in the person's own words.
    package var passwordCommand: String?
    package var netrcFile: String?
    /// An address, or nothing at all for no proxy.
    package var proxy: String?
    package var caFile: String?
    package var verifies: Bool?
    package var maxItems: Int?
    package var keepDays: Int?
    package var maxMegabytes: Int?
    package var foldsCopies: Bool?
    package var sort: Order?
    package var fullPage: Bool?

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
