import SQLite

/// What a list of items says of a feed.
package struct FeedName: Equatable, Sendable {
    package let url: String
    /// What the person calls it, or it calls itself.
    package let name: String
}

extension Library {
    /// Only what the feeds that the person is subscribed to are called: of all that is known of them that is little to read.
    package func feedNames() throws(LibraryFailure) -> [FeedID: FeedName] {
        let names = try read { database in
            try database.all("SELECT id, url, coalesce(own_title, title, url) FROM feeds WHERE is_subscribed") {
                (FeedID($0.integer(0)), FeedName(url: $0.text(1), name: $0.text(2)))
            }
        }
        return Dictionary(uniqueKeysWithValues: names)
    }
}

extension Feed {
    package var feedName: FeedName { FeedName(url: url, name: name) }
}
