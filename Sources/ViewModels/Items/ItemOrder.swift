package import Configuration
package import Library
import Signals
import Typesetting

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

// Lists in an order for which the library has no index.
extension ItemListModel {
    enum Sorting: Equatable {
        case done
        case underWay
        /// The list is too long to sort.
        case refused
    }

    /// The longest list to sort while the user waits, and the longest to sort at all, as nobody reads a longer one.
    private static let (mostRankedAtOnce, mostRanked) = (10_000, 200_000)

    /// Sorts the list. A long one shows its items by date until it is sorted.
    func rank() {
        guard let listing, let key = currentOrder.ranking else { return }
        if listing.count > Self.mostRanked { return sorting = .refused }
        let isReversed = currentOrder.isReversed
        guard listing.count > Self.mostRankedAtOnce else {
            let ranking = libraryNews.reporting(try Self.ranking(of: listing, by: key, isReversed, in: library))
            if let ranking { rows?.ranking = ranking }
            return
        }
        sorting = .underWay
        ranking.ask { library throws(LibraryFailure) in
            try Self.ranking(of: listing, by: key, isReversed, in: library)
        } receive: { [weak self] in
            self?.applyRanking($0)
        }
    }

    nonisolated private static func ranking(
        of listing: Listing, by key: RankingKey, _ isReversed: Bool, in library: Library
    ) throws(LibraryFailure) -> [ItemID] {
        try library.ranking(of: listing, by: key, isReversed: isReversed)
    }

    /// Shows the sorted list. If the cursor was on the first row, it stays there.
    private func applyRanking(_ ranking: [ItemID]?) {
        if let ranking {
            rows?.ranking = ranking
            if let selected, !isAtTop { loadAround(selected) } else { loadStart() }
        }
        sorting = .done
    }
}

extension UrlsList {
    /// The order of a feed's list, if the urls file sets one.
    func order(of url: String) -> ItemOrder? {
        feeds.first { $0.url == url }?.options?.sort.flatMap { ItemOrder(rawValue: $0.rawValue) }
    }
}

extension Config {
    /// The order of lists that have no own order.
    package var order: ItemOrder { ItemOrder(rawValue: text(.articleSortOrder)) ?? .newest }

    /// The order of the list of feeds.
    package var feedOrder: FeedOrder { FeedOrder(rawValue: text(.feedSortOrder)) ?? .none }
}

// The widths of columns of names. They are computed once for each list: if they depended on the visible rows, the
// columns would jump.
extension ItemListModel {
    /// The widths of the columns in cells; nil until they are needed.
    struct NameWidths {
        var feeds: Int?
        var authors: Int?
    }

    /// The cells needed for the names of the feeds.
    package func widthOfFeeds(called name: (FeedID) -> String) -> Int {
        if let known = nameWidths.feeds { return known }
        let width = width(of: Set(items.map(\.feed)).map(name))
        nameWidths.feeds = width
        return width
    }

    /// The cells needed for the authors; 0 if there are none, all are the same, or each is called like its feed.
    package func widthOfAuthors(inFeedsCalled name: (FeedID) -> String) -> Int {
        if let known = nameWidths.authors { return known }
        let authors = Set(
            items.compactMap { item in
                item.author.map(CleanText.line).flatMap { $0.isEmpty || $0 == name(item.feed) ? nil : $0 }
            })
        let width = authors.count > 1 ? width(of: authors) : 0
        nameWidths.authors = width
        return width
    }

    /// Names that aren't loaded yet may be longer.
    private func width(of names: some Collection<String>) -> Int {
        let widest = names.reduce(0) { max($0, $1.cellWidth) }
        return loaded.hasStart && loaded.hasEnd ? widest : max(widest, Self.widthOfMost)
    }

    private static let widthOfMost = 16
}
