package import Library

/// In which order a list of items stands.
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

    /// The order that the library lists in, also before it is ranked.
    package var listed: Listing.Order {
        switch self {
        case .oldest: .oldest
        case .feed: .byFeed
        case .unread: .unreadFirst
        default: .newest
        }
    }

    /// What it is ranked by, where the library has it in no index.
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

    /// The same from its other end; nil where that is of no use to anybody.
    var reversed: ItemOrder? {
        switch self {
        case .newest: .oldest
        case .oldest: .newest
        case .feed, .unread, .random: nil
        default:
            ItemOrder(rawValue: isReversed ? String(rawValue.dropLast(Self.end.count)) : rawValue + Self.end)
        }
    }

    /// The order by the same, from the end that is offered.
    var unreversed: ItemOrder { isReversed ? reversed ?? self : self }

    var isReversed: Bool { rawValue.hasSuffix(Self.end) }

    /// How the names of those end that begin at their other end.
    private static let end = "-desc"

    /// What chooses it, newsboat's letter where that has such an order.
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

    /// For the list to choose from.
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
