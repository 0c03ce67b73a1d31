/// A line of the urls file that subscribes to a feed, with what is set for it beneath.
package struct SubscriptionLine: Equatable, Sendable {
    package let line: Int
    /// An address, or `exec:` and `filter:` with their commands.
    package let url: String
    /// What the person calls it.
    package internal(set) var title: String?
    /// Those of the line itself, in its order, each once.
    package internal(set) var tags: [String] = []
    /// Whether the list of feeds leaves it out.
    package internal(set) var isHidden = false
    package let group: FeedGroup?
    package internal(set) var options = FeedOptions()

    /// What it can be found by: its tags, and the groups that it lies in.
    package var allTags: [String] { tags + (group?.tags ?? []).filter { !tags.contains($0) } }
}

/// A line of the urls file that makes a list of the items that a filter lets through.
package struct QueryLine: Equatable, Sendable {
    package let line: Int
    /// In characters, the first being 1: where the filter begins.
    package let column: Int
    package let name: String
    package let expression: String
    package let tags: [String]
    package let isHidden: Bool
    package let group: FeedGroup?
    /// How many feeds the file has above it.
    package let feedsAbove: Int
}
