/// A subscription in the urls file, with its settings.
package struct SubscriptionLine: Equatable, Sendable {
    package let line: Int
    /// A URL, or `exec:` and `filter:` with their commands.
    package let url: String
    /// The user's title.
    package internal(set) var title: String?
    /// The tags of the line, in order, each once.
    package internal(set) var tags: [String]
    /// Whether the list of feeds hides it.
    package internal(set) var isHidden: Bool
    package let group: FeedGroup?
    /// The options below it; nil if there are none.
    package internal(set) var options: FeedOptions? {
        get { if case .options(let options) = beneath { options } else { nil } }
        set { beneath = newValue.map(Beneath.options) ?? .nothing }
    }
    private var beneath = Beneath.nothing

    /// Most feeds have no options, and many lines shouldn't take the memory of a full set each.
    private enum Beneath: Equatable, Sendable {
        case nothing
        indirect case options(FeedOptions)
    }

    init(line: Int, url: String, title: String?, tags: [String], isHidden: Bool, group: FeedGroup?) {
        (self.line, self.url, self.title, self.tags) = (line, url, title, tags)
        (self.isHidden, self.group) = (isHidden, group)
    }

    /// Its tags, and those of its groups.
    package var allTags: [String] { tags.joined(to: group) }
}

/// A line of the urls file that defines a saved search by a filter.
package struct QueryLine: Equatable, Sendable {
    package let line: Int
    /// The first character of the filter, counted from 1.
    package let column: Int
    package let name: String
    package let expression: String
    package let tags: [String]
    package let isHidden: Bool
    package let group: FeedGroup?
    /// The number of feeds above it in the file.
    package let feedsAbove: Int

    /// Its tags, and those of its groups.
    package var allTags: [String] { tags.joined(to: group) }
}

extension [String] {
    /// Returns these tags and those of a group, each once.
    func joined(to group: FeedGroup?) -> [String] { self + (group?.tags ?? []).filter { !contains($0) } }
}
