package import Library
import Signals
import Typesetting

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
