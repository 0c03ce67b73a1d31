import Library
import Typesetting

extension Article {
    /// The article as it is read: a head that says what it is and where it is from, and its text.
    var document: Document {
        let origin = [feedName, item.author, ClockTime(item.date).spelledOut].compactMap { $0 }.filter { !$0.isEmpty }
        let address: [Inline] = item.link.map { [.lineBreak, .text($0)] } ?? []
        let head: [Block] = [
            .heading(level: 1, [.text(item.displayTitle)]),
            .paragraph([.text(origin.joined(separator: " · "))] + address)
        ]
        return Document(blocks: head + Document(html: shownHTML, baseURL: item.link ?? feedSite).blocks + foot)
    }

    /// What is longer than any article would keep the screen waiting while it is set.
    private static let longestHTML = 1 << 20

    private var isCut: Bool { html.utf8.count > Self.longestHTML }

    private var shownHTML: String {
        isCut ? String(decoding: html.utf8.prefix(Self.longestHTML), as: UTF8.self) : html
    }

    private var foot: [Block] {
        isCut
            ? [.rule, .paragraph([.text("The text goes on, but this is the first megabyte: press o for the page.")])]
            : []
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
