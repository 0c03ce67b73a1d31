import Library
import Typesetting

extension Article {
    /// The article as it is read: a head that says what it is and where it is from, and its text.
    var document: Document {
        let origin = [feedName, item.author, ClockTime(item.date).spelledOut].compactMap { $0 }.filter { !$0.isEmpty }
        let head: [Block] = [
            .heading(level: 1, [.text(item.displayTitle)]),
            .paragraph([.text(origin.joined(separator: " · "))])
        ]
        return Document(blocks: head + Document(html: html, baseURL: item.link ?? feedSite).blocks)
    }
}

extension Item {
    /// What to call the item: some have no title.
    package var displayTitle: String {
        let title = CleanText.line(title)
        return title.isEmpty ? "(untitled)" : title
    }
}

extension Feed {
    /// What to call the feed on the screen.
    package var displayName: String { CleanText.line(name) }
}
