package import Library

/// The order of a list of items.
package enum ItemOrder: String, CaseIterable, Sendable {
    case newest
    case oldest
    case feed
    case unread
    case title
    case titleReversed = "title-desc"
    case author
    case authorReversed = "author-desc"
    case tags = "flags"
    case tagsReversed = "flags-desc"
    case link
    case linkReversed = "link-desc"
    case guid
    case guidReversed = "guid-desc"
    case random

    /// The library's order for it, used until the list is sorted.
    package var listed: Listing.Order {
        switch self {
        case .oldest: .oldest
        case .feed: .byFeed
        case .unread: .unreadFirst
        default: .newest
        }
    }

    /// The key to sort by if the library has no index for the order.
    var ranking: RankingKey? {
        switch self {
        case .newest, .oldest, .feed, .unread: nil
        case .title, .titleReversed: .title
        case .author, .authorReversed: .author
        case .tags, .tagsReversed: .tags
        case .link, .linkReversed: .link
        case .guid, .guidReversed: .guid
        case .random: .random
        }
    }

    /// The opposite order; nil if nobody needs it.
    var reversed: ItemOrder? {
        switch self {
        case .newest: .oldest
        case .oldest: .newest
        case .feed, .unread, .random: nil
        default:
            ItemOrder(rawValue: isReversed ? String(rawValue.dropLast(Self.end.count)) : rawValue + Self.end)
        }
    }

    /// The same order, unreversed.
    var unreversed: ItemOrder { isReversed ? reversed ?? self : self }

    var isReversed: Bool { rawValue.hasSuffix(Self.end) }

    /// The end of the names of reversed orders.
    private static let end = "-desc"

    /// The key that chooses it. It is newsboat's if newsboat has this order.
    var letter: String {
        switch self {
        case .newest: "d"
        case .oldest: "o"
        case .feed: "e"
        case .unread: "u"
        case .title, .titleReversed: "t"
        case .author, .authorReversed: "a"
        case .tags, .tagsReversed: "f"
        case .link, .linkReversed: "l"
        case .guid, .guidReversed: "g"
        case .random: "r"
        }
    }

    /// The name in the list of orders.
    var words: String {
        switch self {
        case .newest: "date, newest first"
        case .oldest: "date, oldest first"
        case .feed: "feed, then date"
        case .unread: "unread first, then date"
        case .title: "title"
        case .author: "author"
        case .tags: "tags"
        case .link: "link"
        case .guid: "ID from the feed (guid)"
        case .random: "random"
        case .titleReversed, .authorReversed, .tagsReversed, .linkReversed, .guidReversed:
            "\(unreversed.words), reversed"
        }
    }
}
