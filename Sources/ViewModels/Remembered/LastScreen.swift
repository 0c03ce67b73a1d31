import Configuration
import Library

/// Where the person was when they left lede, and how they had the screen divided: there the next start goes on.
///
/// Kept as lines of a key and a value. What can't be understood is left out: a newer lede may have written it.
struct LastScreen: Equatable {
    var place = Place.feeds
    /// The tag whose feeds were listed alone.
    var tagOfFeeds: String?
    /// What the list of feeds was narrowed to.
    var narrowing: String?
    /// The row of the feeds that the cursor was on.
    var entry: FeedListEntry.ID?
    /// How many rows stood above the cursors on the screen.
    var (feedsAbove, itemsAbove) = (Int?.none, Int?.none)
    /// The row whose items were listed.
    var list: FeedListEntry.ID?
    /// The tag of items that were listed, where these are no row.
    var tag: String?
    /// The words by which the list was found.
    var words: String?
    /// The filter that it was narrowed to.
    var filter: String?
    /// The item that the cursor was on.
    var item: ItemID?
    /// The item that was read, or stood beside the lists.
    var article: ItemID?
    /// The number of the link that the cursor was on, where the links of that were listed, or of the item in the list.
    var link: Int?
    /// The feed that the cursor was on, where what failed was listed.
    var failed: FeedID?
    /// What was behind the text of which terminal, as the screen put it.
    var background: String?
    var widths = PaneWidths()
    var isZoomed = false
    var folded: Set<String> = []
}

extension LastScreen {
    /// More than any person's screen is remembered by.
    static let longest = 1 << 16

    init(_ text: String) {
        self.init()
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { take(String(parts[0]), String(parts[1])) }
        }
    }

    private mutating func take(_ key: String, _ value: String) {
        switch key {
        case "place": if let pane = Place(rawValue: value)?.pane { place = pane.place }
        case "feeds-tag": tagOfFeeds = value
        case "feeds-filter": narrowing = value
        case "feeds": entry = FeedListEntry.ID(value)
        case "feeds-above": feedsAbove = Int(value).flatMap(Self.rows)
        case "items-above": itemsAbove = Int(value).flatMap(Self.rows)
        case "list": list = FeedListEntry.ID(value)
        case "tag": tag = value
        case "words": words = value
        case "filter": filter = value
        case "item": item = Int64(value).map { ItemID($0) }
        case "article": article = Int64(value).map { ItemID($0) }
        case "link": link = Int(value).flatMap { $0 > 0 ? $0 : nil }
        case "failed": failed = Int64(value).map { FeedID($0) }
        case "background": background = value
        case "feeds-width": widths.feeds = Int(value).flatMap(Self.width)
        case "items-width": widths.items = Int(value).flatMap(Self.width)
        case "zoom": isZoomed = value == "yes"
        case "folded": folded.insert(value)
        default: break
        }
    }

    private static func width(_ columns: Int) -> Int? { (1...10_000).contains(columns) ? columns : nil }

    private static func rows(_ count: Int) -> Int? { (0...10_000).contains(count) ? count : nil }

    var text: String {
        let lines: [(String, String?)] =
            [
                ("place", place.rawValue), ("feeds-tag", tagOfFeeds), ("feeds-filter", narrowing),
                ("feeds", entry?.text), ("feeds-above", feedsAbove.map { "\($0)" }), ("list", list?.text), ("tag", tag),
                ("words", words), ("filter", filter), ("item", item.map { "\($0.rawValue)" }),
                ("items-above", itemsAbove.map { "\($0)" }),
                ("article", article.map { "\($0.rawValue)" }), ("link", link.map { "\($0)" }),
                ("failed", failed.map { "\($0.rawValue)" }), ("background", background),
                ("feeds-width", widths.feeds.map { "\($0)" }), ("items-width", widths.items.map { "\($0)" }),
                ("zoom", isZoomed ? "yes" : nil)
            ] + folded.sorted().map { ("folded", $0) }
        return lines.compactMap { key, value in value.map { "\(key) \($0)\n" } }.joined()
    }
}

extension FeedListEntry.ID {
    /// A word for its kind, and what it is behind it.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.count == 2 ? parts[1] : ""
        switch parts[0] {
        case "query": self = .query(rest)
        case "group": self = .group(rest)
        case "feed":
            let words = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let id = words.first.flatMap(Int64.init) else { return nil }
            self = .feed(FeedID(id), in: words.count == 2 ? words[1] : "")
        default:
            guard let smart = SmartFeed(rawValue: text) else { return nil }
            self = .smart(smart)
        }
    }

    fileprivate var text: String {
        switch self {
        case .smart(let smart): smart.rawValue
        case .query(let name): "query \(name)"
        case .group(let tag): "group \(tag)"
        case .feed(let feed, let group): group.isEmpty ? "feed \(feed.rawValue)" : "feed \(feed.rawValue) \(group)"
        }
    }
}
