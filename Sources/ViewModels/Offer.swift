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
}
