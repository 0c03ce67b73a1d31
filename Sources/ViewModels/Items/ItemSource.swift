package import Library

/// What a list of items shows, and what that is called.
package struct ItemSource: Equatable, Sendable {
    package let name: String
    package let scope: Listing.Scope
    package var unreadOnly = false
    /// The filter or the words that it is narrowed to.
    package var narrowing: String?

    /// The feed that it is the list of, if it is of one.
    var feed: FeedID? { if case .feed(let feed) = scope { feed } else { nil } }
}

extension ItemSource {
    init(_ feed: Feed) {
        self.init(name: feed.displayName, scope: .feed(feed.id))
    }

    /// The items that have a tag of the person's own.
    static func tagged(_ tag: String) -> ItemSource { ItemSource(name: "tagged \(tag)", scope: .taggedItems(tag)) }
}
