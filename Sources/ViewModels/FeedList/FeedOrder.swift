import Library

/// In which order feeds stand in their groups.
package enum FeedOrder: String, CaseIterable, Sendable {
    /// As in the urls file.
    case none
    case title
    case unread
    case total
    /// What got something new last stands first.
    case latest
    case titleReversed = "title-desc"
    case unreadReversed = "unread-asc"
    case totalReversed = "total-asc"
    case latestReversed = "latest-asc"

    var words: String {
        switch self {
        case .none: "urls file order"
        case .title: "title"
        case .unread: "unread count"
        case .total: "item count"
        case .latest: "newest item"
        case .titleReversed, .unreadReversed, .totalReversed, .latestReversed: "\(unreversed.words), reversed"
        }
    }

    /// What chooses it, newsboat's letter where that has such an order.
    var letter: String {
        switch self {
        case .none: "n"
        case .title, .titleReversed: "t"
        case .unread, .unreadReversed: "u"
        case .total, .totalReversed: "a"
        case .latest, .latestReversed: "l"
        }
    }

    /// The order by the same, from the end that is offered.
    var unreversed: FeedOrder { isReversed ? reversed ?? self : self }

    var isReversed: Bool { rawValue.contains("-") }

    /// The same from its other end; nil where there is none.
    var reversed: FeedOrder? {
        switch self {
        case .none: nil
        case .title: .titleReversed
        case .unread: .unreadReversed
        case .total: .totalReversed
        case .latest: .latestReversed
        case .titleReversed: .title
        case .unreadReversed: .unread
        case .totalReversed: .total
        case .latestReversed: .latest
        }
    }

    /// Feeds that are equal in this stay as they were.
    func sorted(_ feeds: [Feed]) -> [Feed] {
        switch self {
        case .none: feeds
        case .title: feeds.sorted(by: { $0.shortName.lowercased() }, <)
        case .titleReversed: feeds.sorted(by: { $0.shortName.lowercased() }, >)
        case .unread: feeds.sorted(by: \.unread, >)
        case .unreadReversed: feeds.sorted(by: \.unread, <)
        case .total: feeds.sorted(by: \.total, >)
        case .totalReversed: feeds.sorted(by: \.total, <)
        case .latestReversed: feeds.sorted(by: { $0.newestItem ?? ItemID(0) }, <)
        case .latest: feeds.sorted(by: { $0.newestItem ?? ItemID(0) }, >)
        }
    }
}

extension [Feed] {
    fileprivate func sorted<Key>(by key: (Feed) -> Key, _ isBefore: (Key, Key) -> Bool) -> [Feed] {
        let keys = map(key)
        return indices.sorted { left, right in
            if isBefore(keys[left], keys[right]) { return true }
            return !isBefore(keys[right], keys[left]) && left < right
        }.map { self[$0] }
    }
}
