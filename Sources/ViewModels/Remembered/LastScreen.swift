import Configuration
import Library

/// Where the user was when lede ended, and the layout of the screen. The next start continues there.
///
/// Saved as lines of a key and a value. Unknown lines are ignored, as a newer lede may have written them.
struct LastScreen: Equatable {
    var place = Place.feeds
    /// The tag whose feeds were listed.
    var tagOfFeeds: String?
    /// The filter of the list of feeds.
    var narrowing: String?
    /// The row of the cursor in the list of feeds.
    var entry: FeedListEntry.ID?
    /// The number of visible rows above the cursors.
    var (feedsAbove, itemsAbove) = (Int?.none, Int?.none)
    /// The row in the list of feeds whose items were listed.
    var list: FeedListEntry.ID?
    /// The tag whose items were listed.
    var tag: String?
    /// The words of the search.
    var words: String?
    /// The filter of the list of items.
    var filter: String?
    /// The item at the cursor.
    var item: ItemID?
    /// The open article, or the one shown beside the lists.
    var article: ItemID?
    /// The number of the link at the cursor, if links were listed.
    var link: Int?
    /// The feed at the cursor, if failures were listed.
    var failed: FeedID?
    /// The terminal's background and type, in the screen's notation.
    var background: String?
    var widths = PaneWidths()
    var isZoomed = false
    var folded: Set<String> = []
}

extension LastScreen {
    /// No real file is longer.
    static let longest = 1 << 16

    init(_ text: String) {
        self.init()
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { set(String(parts[0]), String(parts[1])) }
        }
    }

    private mutating func set(_ key: String, _ value: String) {
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
    /// Parses the kind of row and its value.
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
