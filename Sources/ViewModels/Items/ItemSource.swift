package import Library

/// The items that a list shows, and the list's name.
package struct ItemSource: Equatable, Sendable {
    package let name: String
    package let scope: Listing.Scope
    package var unreadOnly = false
    /// The filter expression or the searched words.
    package var narrowing: String?
    /// The search results, if the list shows them.
    private(set) var found: Found?
    /// The filter of the search results.
    private(set) var filter: Filter?

    package init(name: String, scope: Listing.Scope, unreadOnly: Bool = false, narrowing: String? = nil) {
        (self.name, self.scope, self.unreadOnly, self.narrowing) = (name, scope, unreadOnly, narrowing)
    }

    /// The list as the origin of an item: “in Unread”, “found by “swift””.
    package var asOrigin: String { found.map { "found by “\($0.text)”" } ?? "in \(name)" }

    /// The feed, if the list shows a single one.
    var feed: FeedID? { if case .feed(let feed) = scope { feed } else { nil } }
}

extension ItemSource {
    init(_ feed: Feed) {
        self.init(name: feed.displayName, scope: .feed(feed.id))
    }

    /// The search results that match a filter.
    init(_ found: Found, by filter: Filter? = nil) {
        let name = [found.words, filter?.text].compactMap(\.self).joined(separator: " · ")
        self.init(
            name: name, scope: .all, narrowing: filter.map { "(\(found.text)) and (\($0.text))" } ?? found.text)
        (self.found, self.filter) = (found, filter)
    }

    /// The items that the user or a rule gave a tag.
    static func tagged(_ tag: String) -> ItemSource { ItemSource(name: "tagged \(tag)", scope: .taggedItems(tag)) }
}
