import FoundationEssentials
import Library

/// The order of feeds in their groups.
package enum FeedOrder: String, CaseIterable, Sendable {
    /// The order of the urls file.
    case none
    /// By the first tag; feeds without tags come last.
    case firstTag = "firsttag"
    case title
    case unread
    case total
    /// The feed with the newest item first.
    case latest
    /// The feed with the newest unread item first; feeds without unread items come last.
    case latestUnread = "latestunread"
    case noneReversed = "none-asc"
    case firstTagReversed = "firsttag-asc"
    // newsboat's names, in which title-desc means A to Z.
    case titleReversed = "title-asc"
    case unreadReversed = "unread-asc"
    case totalReversed = "total-asc"
    case latestReversed = "latest-asc"
    case latestUnreadReversed = "latestunread-asc"

    var words: String {
        switch self {
        case .none: "urls file order"
        case .firstTag: "first tag"
        case .title: "title"
        case .unread: "unread count"
        case .total: "item count"
        case .latest: "newest item"
        case .latestUnread: "newest unread item"
        case .noneReversed, .firstTagReversed, .titleReversed, .unreadReversed, .totalReversed, .latestReversed,
            .latestUnreadReversed:
            "\(unreversed.words), reversed"
        }
    }

    /// The key that chooses it. It is newsboat's if newsboat has this order.
    var letter: String {
        switch self {
        case .none, .noneReversed: "n"
        case .firstTag, .firstTagReversed: "f"
        case .title, .titleReversed: "t"
        case .unread, .unreadReversed: "u"
        case .total, .totalReversed: "a"
        case .latest, .latestReversed: "l"
        case .latestUnread, .latestUnreadReversed: "r"
        }
    }

    /// The same order, unreversed.
    var unreversed: FeedOrder { isReversed ? reversed : self }

    var isReversed: Bool { rawValue.contains("-") }

    /// The opposite order.
    var reversed: FeedOrder {
        switch self {
        case .none: .noneReversed
        case .firstTag: .firstTagReversed
        case .title: .titleReversed
        case .unread: .unreadReversed
        case .total: .totalReversed
        case .latest: .latestReversed
        case .latestUnread: .latestUnreadReversed
        case .noneReversed: .none
        case .firstTagReversed: .firstTag
        case .titleReversed: .title
        case .unreadReversed: .unread
        case .totalReversed: .total
        case .latestReversed: .latest
        case .latestUnreadReversed: .latestUnread
        }
    }

    /// Whether it needs the dates of the feeds' newest items.
    var isByDate: Bool { [.latest, .latestUnread].contains(unreversed) }

    /// Whether only unread items count for that.
    var isByUnreadDate: Bool { unreversed == .latestUnread }

    /// Feeds that are equal in this order keep their order in the urls file.
    func sorted(_ feeds: [Feed], by knowledge: Knowledge) -> [Feed] {
        switch self {
        case .none: feeds
        case .noneReversed: feeds.reversed()
        case .firstTag: feeds.sorted(by: { knowledge.tagKey(of: $0) }, <)
        case .firstTagReversed: feeds.sorted(by: { knowledge.tagKey(of: $0) }, >)
        // Among the groups, by `sorted(_:by:)`.
        case .title, .titleReversed: feeds
        case .unread: feeds.sorted(by: \.unread, >)
        case .unreadReversed: feeds.sorted(by: \.unread, <)
        case .total: feeds.sorted(by: \.total, >)
        case .totalReversed: feeds.sorted(by: \.total, <)
        case .latest, .latestUnread: feeds.sorted(by: { knowledge.newest[$0.id] ?? .distantPast }, >)
        case .latestReversed, .latestUnreadReversed: feeds.sorted(by: { knowledge.newest[$0.id] ?? .distantPast }, <)
        }
    }

    /// Sorts by names; nil if this order is another.
    func sorted<Named>(_ rows: [Named], by name: (Named) -> String) -> [Named]? {
        switch self {
        case .title: rows.sorted(by: { name($0).sortingKey }, <)
        case .titleReversed: rows.sorted(by: { name($0).sortingKey }, >)
        default: nil
        }
    }

    /// Facts for sorting that feeds don't contain.
    struct Knowledge {
        /// The feeds' first tags in the urls file, by URL.
        var firstTags: [String: String] = [:]
        /// The date of each feed's newest item, or newest unread item.
        var newest: [FeedID: Date] = [:]

        /// Sorts feeds without tags last.
        fileprivate func tagKey(of feed: Feed) -> TagKey {
            let tag = feed.folder ?? firstTags[feed.url]
            return TagKey(isMissing: tag == nil, tag: tag ?? "")
        }
    }

    fileprivate struct TagKey: Comparable {
        let isMissing: Bool
        let tag: String

        static func < (one: TagKey, other: TagKey) -> Bool {
            if one.isMissing != other.isMissing { return other.isMissing }
            return one.tag < other.tag
        }
    }
}

extension Array {
    fileprivate func sorted<Key>(by key: (Element) -> Key, _ isBefore: (Key, Key) -> Bool) -> [Element] {
        let keys = map(key)
        return indices.sorted { left, right in
            if isBefore(keys[left], keys[right]) { return true }
            return !isBefore(keys[right], keys[left]) && left < right
        }.map { self[$0] }
    }
}

/// The filter of the list of feeds: words of names, URLs and tags, or a filter expression.
package struct FeedNarrowing: Equatable, Sendable {
    package let text: String
    private let words: [String]
    /// The feeds that match a filter expression; nil if the text is words.
    private let found: Set<FeedID>?

    init(_ text: String, found: Set<FeedID>?) {
        self.text = text
        self.found = found
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether it looks like a filter expression: it has a comparison, or a condition that isn't one of the words.
    var isMeantAsExpression: Bool {
        text.contains(where: "=<>#".contains)
            || words.contains { word in
                guard let colon = word.firstIndex(of: ":"), colon != word.startIndex else { return word == "between" }
                let isURL = word[colon...].hasPrefix("://")
                return !isURL && word != "is:unread" && !word.hasPrefix("tag:")
            }
    }

    func shows(_ feed: Feed) -> Bool {
        if let found { return found.contains(feed.id) }
        let known = ([feed.name, feed.url] + feed.tags).joined(separator: " ").lowercased()
        return words.allSatisfy { word in
            switch word {
            case "is:unread": feed.unread > 0
            case _ where word.hasPrefix("tag:"): feed.tags.contains { $0.lowercased().hasPrefix(word.dropFirst(4)) }
            default: known.contains(word)
            }
        }
    }

    /// Whether the words match a list above the feeds.
    func shows(_ entry: FeedListEntry) -> Bool {
        let name = entry.name.lowercased()
        return found == nil && words.allSatisfy(name.contains)
    }
}

/// The feeds' names on the screen. They are computed when the first one is needed, which the first list of feeds
/// doesn't.
@MainActor final class ShownFeedNames {
    private let feeds: [Feed]
    private lazy var names = Dictionary(feeds.map { ($0.id, $0.displayName) }) { first, _ in first }

    nonisolated init(of feeds: [Feed]) { self.feeds = feeds }

    subscript(feed: FeedID) -> String? { names[feed] }
}
