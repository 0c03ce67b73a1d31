/// Where the parts of the rows of a list of items stand: each below its like, whatever the rows say.
struct ItemColumns {
    /// The signs stand before it.
    let title: Range<Int>
    /// What shows why an item was found.
    var snippet: Range<Int>?
    var author: Range<Int>?
    var feed: Range<Int>?
    var date: Range<Int>?
    /// Where what stands before the date ends, in rows whose date is as wide as any.
    private let endBeforeDate: Int

    /// What there has to be room for before a list says which feed an item is of, what of its text was found, that and the
    /// feed, and who wrote it.
    private static let (enoughForFeeds, enoughForSnippets, enoughForAll, enoughForAuthors) = (56, 60, 80, 110)
    private static let widestName = 24
    /// The date yields before the title has less.
    private static let narrowestTitle = 12
    private static let (startOfTitle, gap) = (3, 2)

    /// `feedWidth` and `authorWidth` are how many cells the names of feeds and of authors take, and 0 where they aren't to be said.
    init(columns: Int, dateWidth: Int, feedWidth: Int, authorWidth: Int, isFound: Bool) {
        var end = columns - 1
        func take(_ width: Int) -> Range<Int> {
            let part = max(0, end - width)..<max(0, end)
            end = part.lowerBound - Self.gap
            return part
        }
        if end - dateWidth - Self.gap - Self.startOfTitle >= Self.narrowestTitle { date = take(dateWidth) }
        endBeforeDate = end
        // What was found has more to say beside it.
        let widestName = min(columns / (isFound ? 6 : 5), Self.widestName)
        if feedWidth > 0, Self.showFeeds(columns: columns, isFound: isFound) { feed = take(min(feedWidth, widestName)) }
        if isFound, columns >= Self.enoughForSnippets { snippet = take(end * 9 / 20) }
        if authorWidth > 0, Self.showAuthors(columns: columns, isFound: isFound) {
            author = take(min(authorWidth, widestName))
        }
        title = Self.startOfTitle..<max(Self.startOfTitle, end)
    }

    /// How many cells a part has in a row whose date begins in this column: what stands right before the date takes the room
    /// that a short one leaves.
    func width(of part: Range<Int>, before dateStart: Int?) -> Int {
        guard let dateStart, part.upperBound == endBeforeDate else { return part.count }
        return dateStart - Self.gap - part.lowerBound
    }

    /// Whether lists over several feeds say in their rows which feed an item is of.
    static func showFeeds(columns: Int, isFound: Bool) -> Bool {
        columns >= (isFound ? enoughForAll : enoughForFeeds)
    }

    /// Whether lists have room for who wrote their items.
    static func showAuthors(columns: Int, isFound: Bool) -> Bool { !isFound && columns >= enoughForAuthors }
}
