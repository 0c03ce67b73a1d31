/// The columns of a list of items, the same in all rows.
struct ItemColumns {
    /// The signs stand before it.
    let title: Range<Int>
    /// The part of the text that a search found.
    var snippet: Range<Int>?
    var author: Range<Int>?
    var feed: Range<Int>?
    var date: Range<Int>?
    /// The end of the parts before the date, in rows with the widest date.
    private let endBeforeDate: Int

    /// The widths from which a list shows its items' feeds, found text, both, and authors.
    private static let (enoughForFeeds, enoughForSnippets, enoughForAll, enoughForAuthors) = (56, 70, 80, 110)
    private static let widestName = 24
    /// The date is left out before the title gets narrower than this.
    private static let narrowestTitle = 12
    private static let (startOfTitle, gap) = (3, 2)

    /// `feedWidth` and `authorWidth` are the cells that names need; 0 if the list doesn't show them.
    init(columns: Int, dateWidth: Int, feedWidth: Int, authorWidth: Int, isFound: Bool) {
        var end = columns - 1
        func cutFromEnd(_ width: Int) -> Range<Int> {
            let part = max(0, end - width)..<max(0, end)
            end = part.lowerBound - Self.gap
            return part
        }
        if end - dateWidth - Self.gap - Self.startOfTitle >= Self.narrowestTitle { date = cutFromEnd(dateWidth) }
        endBeforeDate = end
        // Search results leave more room for titles and the found text.
        let widestName = min(columns / (isFound ? 8 : 5), Self.widestName)
        if feedWidth > 0, Self.showFeeds(columns: columns, isFound: isFound) {
            feed = cutFromEnd(min(feedWidth, widestName))
        }
        // The user chooses by the title, so that gets most of the room.
        if isFound, columns >= Self.enoughForSnippets {
            snippet = cutFromEnd((end - Self.startOfTitle - Self.gap) * 2 / 5)
        }
        if authorWidth > 0, Self.showAuthors(columns: columns, isFound: isFound) {
            author = cutFromEnd(min(authorWidth, widestName))
        }
        title = Self.startOfTitle..<max(Self.startOfTitle, end)
    }

    /// The width of a part in a row whose date begins in this column. The part before the date gets the room that a
    /// short date leaves.
    func width(of part: Range<Int>, before dateStart: Int?) -> Int {
        guard let dateStart, part.upperBound == endBeforeDate else { return part.count }
        return dateStart - Self.gap - part.lowerBound
    }

    /// Whether lists over several feeds are wide enough to name the feed in each row.
    static func showFeeds(columns: Int, isFound: Bool) -> Bool {
        columns >= (isFound ? enoughForAll : enoughForFeeds)
    }

    /// Whether lists are wide enough for authors.
    static func showAuthors(columns: Int, isFound: Bool) -> Bool { !isFound && columns >= enoughForAuthors }
}
