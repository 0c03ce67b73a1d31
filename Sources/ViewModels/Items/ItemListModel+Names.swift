package import Library
import Signals
import Typesetting

// How wide columns of names have to be. That is known once the list is filled, and stays: columns that went by the rows in view
// would jump.
extension ItemListModel {
    /// The columns of names in the rows of a list, in cells, as far as they were asked for.
    struct NameWidths {
        var feeds: Int?
        var authors: Int?
    }

    /// How many cells the names of the items' feeds take.
    package func widthOfFeeds(called name: (FeedID) -> String) -> Int {
        if let known = nameWidths.feeds { return known }
        let width = width(of: Set(items.map(\.feed)).map(name))
        nameWidths.feeds = width
        return width
    }

    /// The same of those who wrote them; 0 where that is nobody, or the same for all, or for each its feed.
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

    /// Those that are not loaded yet may be longer.
    private func width(of names: some Collection<String>) -> Int {
        let widest = names.reduce(0) { max($0, $1.cellWidth) }
        return loaded.hasStart && loaded.hasEnd ? widest : max(widest, Self.widthOfMost)
    }

    private static let widthOfMost = 16
}
