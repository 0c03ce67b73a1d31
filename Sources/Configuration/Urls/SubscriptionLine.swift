/// A line of the urls file that subscribes to a feed, with what is set for it beneath.
package struct SubscriptionLine: Equatable, Sendable {
    package let line: Int
    /// An address, or `exec:` and `filter:` with their commands.
    package let url: String
    /// What the person calls it.
    package internal(set) var title: String?
    /// Those of the line itself, in its order, each once.
    package internal(set) var tags: [String]
    /// Whether the list of feeds leaves it out.
    package internal(set) var isHidden: Bool
    package let group: FeedGroup?
    /// What is set beneath it; nil where that is nothing.
    package internal(set) var options: FeedOptions? {
        get { if case .options(let options) = beneath { options } else { nil } }
        set { beneath = newValue.map(Beneath.options) ?? .nothing }
    }
    private var beneath = Beneath.nothing

    /// Nothing is set for most feeds, and a line of many must not be as large as one for which all is.
    private enum Beneath: Equatable, Sendable {
        case nothing
        indirect case options(FeedOptions)
    }

    init(line: Int, url: String, title: String?, tags: [String], isHidden: Bool, group: FeedGroup?) {
        (self.line, self.url, self.title, self.tags) = (line, url, title, tags)
        (self.isHidden, self.group) = (isHidden, group)
    }

    /// What it can be found by: its tags, and the groups that it lies in.
    package var allTags: [String] { tags.joined(to: group) }
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

    /// What it can be found by: its tags, and the groups that it lies in.
    package var allTags: [String] { tags.joined(to: group) }
}

extension [String] {
    /// Tags and those of a group, each once.
    fileprivate func joined(to group: FeedGroup?) -> [String] { self + (group?.tags ?? []).filter { !contains($0) } }
}
