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

    /// The order that the library lists in, also before it is ranked.
    package var listed: Listing.Order {
        switch self {
        case .newest, .title, .titleReversed, .author, .authorReversed: .newest
        case .oldest: .oldest
        case .feed: .byFeed
        case .unread: .unreadFirst
        }
    }

    /// What it is ranked by, where the library has it in no index.
    var ranking: RankingKey? {
        switch self {
        case .title, .titleReversed: .title
        case .author, .authorReversed: .author
        case .newest, .oldest, .feed, .unread: nil
        }
    }

    /// The same from its other end; nil where that is of no use to anybody.
    var reversed: ItemOrder? {
        switch self {
        case .newest: .oldest
        case .oldest: .newest
        case .title: .titleReversed
        case .titleReversed: .title
        case .author: .authorReversed
        case .authorReversed: .author
        case .feed, .unread: nil
        }
    }

    var isReversed: Bool { self == .titleReversed || self == .authorReversed }

    var words: String {
        switch self {
        case .newest: "date, the newest first"
        case .oldest: "date, the oldest first"
        case .feed: "feed, and date"
        case .unread: "unread first, and date"
        case .title: "title"
        case .titleReversed: "title, from its end"
        case .author: "author"
        case .authorReversed: "author, from its end"
        }
    }
}
