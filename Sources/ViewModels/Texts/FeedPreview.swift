import Addresses
import FoundationEssentials
import Library
import Refresh
import Typesetting

/// What somebody sees who is about to subscribe: the feed with its newest items, or why nobody knows what is there.
struct FeedPreview {
    let title: String
    private let lines: [String]
    /// What the key does that takes it.
    private let deed: String
    private var items: ArraySlice<FoundFeed.Item> = []
    /// What there is to say below the items, or in their place.
    private var end: String?

    private static let shownItems = 20

    init(_ feed: FoundFeed) {
        title = feed.title ?? feed.url.shownAddress
        lines = [feed.description, feed.url.shownAddress, feed.site?.shownAddress].compactMap(\.self)
        deed = "to add this feed"
        // What has no date stays where it is in the document, behind the others.
        items = feed.items.sorted { ($0.date ?? .distantPast) > ($1.date ?? .distantPast) }.prefix(Self.shownItems)
        let more = feed.items.count - items.count
        end = items.isEmpty ? "No items yet." : more > 0 ? "and \(more) more" : nil
    }

    /// Of an address that is no feed, or that nobody could ask.
    init(_ address: String, problem: String) {
        title = address
        lines = [problem]
        deed = "to add the URL anyway"
    }

    init(_ address: String, unreadable reason: String) {
        self.init(address, problem: "Can't check this URL: \(reason).")
    }

    /// For so many columns, in which the items stand as they do in lists.
    func document(columns: Int, keys: (takes: String, leaves: String), at now: Date, dateFormat: String) -> Document {
        let dates = DateColumn(at: now, format: dateFormat, isNarrow: DateColumn.isNarrow(columns + Self.margins))
        var blocks = [Block.heading(level: 1, [.text(title)]), paragraph(lines)]
        blocks.append(paragraph(["\(keys.takes) \(deed), \(keys.leaves) to go back."]))
        if !items.isEmpty {
            let rows = items.map { row(of: $0, dates, columns: columns - Self.indentation) }
            blocks.append(.preformatted(Array(rows.joined(separator: [.text("\n")]))))
        }
        if let end { blocks.append(paragraph([end])) }
        return Document(blocks: blocks)
    }

    /// The typesetter's, of text that is set already; in lists the signs have as much.
    private static let indentation = 2
    /// What the screen has besides, and lists count with.
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
