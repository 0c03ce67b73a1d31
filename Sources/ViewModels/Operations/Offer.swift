/// What lede offers to someone who has no feeds yet.
package enum Offer: CaseIterable, Sendable {
    case starterFeeds
    case addFeed
    case importOPML

    package var operation: Operation {
        switch self {
        case .starterFeeds: .startWithStarterFeeds
        case .addFeed: .addFeed
        case .importOPML: .importOPML
        }
    }

    /// Short enough for a narrow screen.
    package var name: String {
        switch self {
        case .starterFeeds: "add the starter feeds"
        case .addFeed: "add a feed by URL"
        case .importOPML: "import feeds from an OPML file"
        }
    }
}
