import Addresses
import SQLite

/// A feed's name in lists of items.
package struct FeedName: Equatable, Sendable {
    /// Its URL, for display.
    package let url: String
    /// The user's title, or the feed's own.
    package let name: String
}

extension Library {
    /// Reads only the names of the user's feeds, which is quick.
    package func feedNames() throws(LibraryFailure) -> [FeedID: FeedName] {
        let names = try read { database in
            try database.all("SELECT id, url, coalesce(own_title, title) FROM feeds WHERE is_subscribed") { row in
                let url = row.text(1).shownAddress
                return (FeedID(row.integer(0)), FeedName(url: url, name: row.optionalText(2) ?? url))
            }
        }
        return Dictionary(uniqueKeysWithValues: names)
    }
}

extension Feed {
    package var feedName: FeedName { FeedName(url: shownURL, name: name) }
}
