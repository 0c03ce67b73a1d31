import FoundationEssentials
import Library
import Refresh
import Typesetting

/// What somebody sees who is about to subscribe: the feed with its newest items, or why nobody knows what is there.
struct FeedPreview {
    let title: String
    let paragraphs: [[String]]

    private static let shownItems = 20

    init(_ feed: FoundFeed, now: Date) {
        title = feed.title ?? feed.url
        let items = feed.items.prefix(Self.shownItems).map { item in
            let age = item.date.map { Age(of: $0, at: now, format: "").text } ?? ""
            return "\(age.isEmpty ? "" : "\(age)  ")\(item.title ?? "(no title)")"
        }
        let more = feed.items.count - items.count
        paragraphs = [
            [feed.description, feed.url, feed.site].compactMap(\.self),
            ["Enter subscribes to it, q leaves it."],
            items.isEmpty ? ["It has no items now."] : items + (more > 0 ? ["and \(more) more"] : [])
        ]
    }

    /// Of an address that is no feed, or that nobody could ask.
    init(_ address: String, problem: String) {
        title = address
        paragraphs = [[problem], ["Enter takes the address all the same, q leaves it."]]
    }

    var document: Document {
        let texts = paragraphs.filter { !$0.isEmpty }.map { lines in
            Block.paragraph(Array(lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])))
        }
        return Document(blocks: [.heading(level: 1, [.text(title)])] + texts)
    }
}
