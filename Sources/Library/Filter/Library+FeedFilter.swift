package import FoundationEssentials
import SQLite

extension Filter {
    /// Reads a filter of feeds, which asks nothing of items.
    package init(ofFeeds text: String) throws(FilterProblem) {
        try self.init(text)
        guard expression.isOfFeed else {
            throw FilterProblem("this filter is about items: use only attributes of feeds", column: 1)
        }
    }
}

extension Library {
    /// The feeds that a filter of feeds is true of.
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
