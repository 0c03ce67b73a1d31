import SQLite

/// The tags of all feeds, each feed's in alphabetical order.
struct FeedTags {
    /// The feeds with tags by number, and their tags in parallel: faster than a dictionary.
    private var feeds: [FeedID] = []
    private var tags: [[String]] = []

    fileprivate mutating func add(_ tag: String, to feed: FeedID) {
        if feeds.last == feed {
            tags[tags.count - 1].append(tag)
        } else {
            feeds.append(feed)
            tags.append([tag])
        }
    }

    subscript(feed: FeedID) -> [String] {
        var (first, last) = (0, feeds.count)
        while first < last {
            let middle = (first + last) / 2
            if feeds[middle].rawValue < feed.rawValue { first = middle + 1 } else { last = middle }
        }
        return first < feeds.count && feeds[first] == feed ? tags[first] : []
    }
}

extension Database {
    /// The tags of each feed that has any.
    ///
    /// One query for all: a query for each feed takes longer than reading the feeds.
    func tagsOfFeeds() throws -> FeedTags {
        var tags = FeedTags()
        try each("SELECT feed, tag FROM feed_tags ORDER BY feed, tag") { row in
            tags.add(row.text(1), to: FeedID(row.integer(0)))
        }
        return tags
    }
}
