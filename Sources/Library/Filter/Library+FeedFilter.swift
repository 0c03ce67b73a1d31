package import FoundationEssentials
import SQLite

extension Filter {
    /// Parses a filter of feeds, without tests of items.
    package init(ofFeeds text: String) throws(FilterProblem) {
        try self.init(text, FilterAttribute.allCases.filter(\.isOfFeed))
        guard expression.isOfFeed else {
            throw FilterProblem(
                "this filter is about items: use only “feed:” and attributes of feeds, such as feedtitle", column: 1)
        }
    }
}

extension Library {
    /// The feeds that match a filter of feeds.
    package func feeds(matching filter: Filter, now: Date = Date()) throws(LibraryFailure) -> Set<FeedID> {
        precondition(filter.expression.isOfFeed, "a filter that asks something of items was asked of feeds")
        return try read { database in
            let sql = try FilterSQL.feeds(filter.expression, at: now, in: database)
            return Set(
                try database.all("SELECT id FROM feeds WHERE is_subscribed AND \(sql.condition)", Each(sql.values)) {
                    FeedID($0.integer(0))
                })
        }
    }
}
