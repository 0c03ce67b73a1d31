import Addresses
import SQLite

/// What a list of items says of a feed.
package struct FeedName: Equatable, Sendable {
    /// Its address, as it is shown.
    package let url: String
    /// What the person calls it, or it calls itself.
    package let name: String
}

extension Library {
    /// Only what the feeds that the person is subscribed to are called: of all that is known of them that is little to read.
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
