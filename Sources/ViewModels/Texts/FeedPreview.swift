import Addresses
import FoundationEssentials
import Library
import Refresh
import Typesetting

/// The preview of a feed to add: its newest items, or why there is no preview.
struct FeedPreview {
    let title: String
    private let lines: [String]
    /// What the key for adding does.
    private let action: String
    private var items: ArraySlice<FoundFeed.Item> = []
    /// The text below the items, or instead of them.
    private var end: String?

    private static let shownItems = 20

    init(_ feed: FoundFeed) {
        let title = feed.title ?? feed.url.shownAddress
        self.title = title
        lines = [
            feed.description.flatMap { $0.repeats(title) ? nil : $0 }, "Feed: \(feed.url.shownAddress)",
            feed.site.map { "Site: \($0.shownAddress)" }
        ].compactMap(\.self)
        action = "to add this feed"
        // Items without a date come last, in their order in the document.
        items = feed.items.sorted { ($0.date ?? .distantPast) > ($1.date ?? .distantPast) }.prefix(Self.shownItems)
        let more = feed.items.count - items.count
        end = items.isEmpty ? "No items yet." : more > 0 ? "and \(more) more" : nil
    }

    /// For a URL that isn't a feed, or can't be fetched.
    init(_ address: String, problem: String) {
        title = address
        lines = [problem]
        action = "to add the URL anyway"
    }

    init(_ address: String, unreadable reason: String) {
        self.init(address, problem: "lede couldn't check this URL: \(reason).")
    }

    /// The preview for a width. Its items look as they do in lists.
    func document(columns: Int, keys: (takes: String, leaves: String), at now: Date, dateFormat: String) -> Document {
        let dates = DateColumn(at: now, format: dateFormat, isNarrow: DateColumn.isNarrow(columns + Self.margins))
        var blocks = [Block.heading(level: 1, [.text(title)]), paragraph(lines)]
        blocks.append(paragraph(["\(keys.takes) \(action), \(keys.leaves) to go back."]))
        if !items.isEmpty {
            let rows = items.map { row(of: $0, dates, columns: columns - Self.indentation) }
            blocks.append(.preformatted(Array(rows.joined(separator: [.text("\n")]))))
        }
        if let end { blocks.append(paragraph([end])) }
        return Document(blocks: blocks)
    }

    /// The typesetter's indentation of preformatted text, as wide as the signs in lists.
    private static let indentation = 2
    /// The margins of the screen, which lists include in their width.
    private static let margins = 2
    private static let gap = 2

    private func row(of item: FoundFeed.Item, _ dates: DateColumn, columns: Int) -> [Inline] {
        let title = item.title.isEmpty ? "(untitled)" : CleanText.line(item.title)
        guard let date = item.date else { return [.text(title.truncated(toCells: columns))] }
        let text = dates.text(of: date).truncated(toCells: dates.width)
        let room = max(0, columns - text.cellWidth - Self.gap)
        return [
            .text(title.truncated(toCells: room).padded(toCells: room + Self.gap)), .styled(.small, [.text(text)])
        ]
    }

    private func paragraph(_ lines: [String]) -> Block {
        .paragraph(Array(lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])))
    }
}
