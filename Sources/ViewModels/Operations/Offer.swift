import Spelling
package import Subscriptions

/// An offer of the first run, when there are no feeds.
package enum Offer: Equatable, Sendable {
    /// Importing another reader's data from this machine.
    case importAll(FoundReader)
    case starterFeeds
    case addFeed
    case importOPML

    /// The offers that everybody gets.
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
        case .importAll(let found): "import everything from \(found.reader) (\(found.contents))"
        case .starterFeeds: "add the starter feeds"
        case .addFeed: "add a feed by URL"
        case .importOPML: "import feeds from an OPML file"
        }
    }

    /// The name for a narrow screen.
    package var shortName: String {
        if case .importAll(let found) = self { "import \(found.reader) (\(found.contents))" } else { name }
    }
}

extension FoundReader {
    /// What it has, in a few words.
    fileprivate var contents: String {
        let server = server.map { "server: \($0)" }
        return [feeds > 0 ? feeds.counted("feed") : nil, server].compactMap(\.self).joined(separator: ", ")
    }
}
