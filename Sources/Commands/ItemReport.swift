import FoundationEssentials
import Glibc
import Library
import ViewModels

/// Items as commands list them, for people or for programs.
struct ItemReport {
    private let feeds: [FeedID: Feed]
    private let asJSON: Bool
    private var table = TextTable(.right, .left, .left, .flexible, .flexible)

    init(of feeds: [Feed], asJSON: Bool) {
        self.feeds = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0) })
        self.asJSON = asJSON
    }

    /// Prints the item at once as JSON, or keeps it for the table; a search says what it found with a snippet.
    mutating func add(_ item: Item, snippet: String? = nil) {
        let feed = feeds[item.feed]
        if asJSON {
            let members = item.json(in: feed) + (snippet.map { [("snippet", .string($0))] } ?? [])
            Output.line(.members(members))
        } else {
            table.add(
                "\(item.id.rawValue)", (item.isRead ? "" : "N") + (item.isStarred ? "*" : ""),
                TerminalWidth.columns == nil ? item.date.formatted(.iso8601) : ClockTime(item.date).minute,
                item.title, TerminalWidth.columns == nil ? item.link ?? "" : feed?.name ?? "")
        }
    }

    func end() { table.show() }
}

extension Item {
    /// What every command tells of an item, in this order.
    func json(in feed: Feed?) -> [(String, JSON)] {
        [
            ("id", .integer(Int(id.rawValue))),
            ("feed", JSON(feed?.url)),
            ("feed_title", JSON(feed?.name)),
            ("title", .string(title)),
            ("link", JSON(link)),
            ("author", JSON(author)),
            ("published", JSON(date)),
            ("read", .bool(isRead)),
            ("starred", .bool(isStarred))
        ]
    }
}
