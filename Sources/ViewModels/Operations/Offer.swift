import Spelling
package import Subscriptions

/// What lede offers to someone who has no feeds yet.
package enum Offer: Equatable, Sendable {
    /// Another reader's data that is on this machine.
    case importAll(FoundReader)
    case starterFeeds
    case addFeed
    case importOPML

    /// What is offered to everybody.
    static let usual: [Offer] = [.starterFeeds, .addFeed, .importOPML]

    package var operation: Operation {
        switch self {
        case .importAll: .importReader
        case .starterFeeds: .startWithStarterFeeds
        case .addFeed: .addFeed
        case .importOPML: .importOPML
        }
    }

    package var name: String {
        switch self {
        case .importAll(let found): "import everything from \(found.reader) (\(found.feeds.counted("feed")))"
        case .starterFeeds: "add the starter feeds"
        case .addFeed: "add a feed by URL"
        case .importOPML: "import feeds from an OPML file"
        }
    }

    /// The same for a narrow screen.
    package var shortName: String {
        if case .importAll(let found) = self { "import \(found.reader) (\(found.feeds.counted("feed")))" } else { name }
    }
}
