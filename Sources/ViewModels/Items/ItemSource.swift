package import Library

/// What a list of items shows, and what that is called.
package struct ItemSource: Equatable, Sendable {
    package let name: String
    package let scope: Listing.Scope
    package var unreadOnly = false
    /// The filter or the words that it is narrowed to.
    package var narrowing: String?
    /// What a search found, where that is listed.
    private(set) var found: Found?
    /// The filter that narrows what was found.
    private(set) var filter: Filter?

    package init(name: String, scope: Listing.Scope, unreadOnly: Bool = false, narrowing: String? = nil) {
        (self.name, self.scope, self.unreadOnly, self.narrowing) = (name, scope, unreadOnly, narrowing)
    }

    /// The feed that it is the list of, if it is of one.
    var feed: FeedID? { if case .feed(let feed) = scope { feed } else { nil } }
}

extension ItemSource {
    init(_ feed: Feed) {
        self.init(name: feed.displayName, scope: .feed(feed.id))
    }

    /// What a search found, as far as a filter is true of it.
    init(_ found: Found, by filter: Filter? = nil) {
        let name = [found.words, filter?.text].compactMap(\.self).joined(separator: " · ")
        self.init(
            name: name, scope: .all, narrowing: filter.map { "(\(found.text)) and (\($0.text))" } ?? found.text)
        (self.found, self.filter) = (found, filter)
    }

    /// The items that have a tag of the person's own.
    static func tagged(_ tag: String) -> ItemSource { ItemSource(name: "tagged \(tag)", scope: .taggedItems(tag)) }
}
