import FoundationEssentials
import Glibc
import Library
import ViewModels

/// Lists items as text or JSON.
struct ItemReport {
    private let feeds: [FeedID: FeedName]
    private let asJSON: Bool
    private var lines = Output.JSONLines()
    private var table = TextTable(.right, .left, .left, .flexible, .flexible)

    init(of feeds: [FeedID: FeedName], asJSON: Bool) {
        self.feeds = feeds
        self.asJSON = asJSON
    }

    /// Adds an item. A search adds a snippet with its matches.
    mutating func add(_ item: Item, snippet: String? = nil) {
        let feed = feeds[item.feed]
        if asJSON {
            let members = item.json(in: feed) + (snippet.map { [("snippet", .string($0))] } ?? [])
            lines.add(.members(members))
        } else {
            table.add(
                "\(item.id.rawValue)", (item.isRead ? "" : "N") + (item.isStarred ? "*" : ""),
                TerminalWidth.columns == nil ? item.date.rfc3339 : LocalTime(item.date).minute,
                item.title, TerminalWidth.columns == nil ? item.link?.ifOnTheWeb ?? "" : feed?.name ?? "")
        }
    }

    /// Prints the rest.
    mutating func end() {
        if asJSON { lines.end() } else { table.show() }
    }
}

extension Item {
    /// The members that every command prints of an item, in this order.
    func json(in feed: FeedName?) -> [(String, JSON)] {
        [
            ("id", .integer(Int(id.rawValue))),
            ("feed", JSON(feed?.url)),
            ("feed_title", JSON(feed?.name)),
            ("title", .string(title)),
            ("link", JSON(link: link)),
            ("author", JSON(author)),
            ("published", JSON(date)),
            ("read", .bool(isRead)),
            ("starred", .bool(isStarred)),
            ("offline", .bool(hasPage))
        ]
    }
}
