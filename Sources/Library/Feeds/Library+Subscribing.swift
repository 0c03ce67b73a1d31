import FoundationEssentials
import SQLite

// The urls file decides at the next reading, so it changes together with the library: `place` moves the new file into
// place just before the transaction commits, so that both change or neither.
extension Library {
    /// Removes feeds and hides their items, as a step to undo, which keeps their lines of the urls file.
    package func unsubscribe(
        _ feeds: [FeedID], keeping said: [String] = [], place: @Sendable () throws -> Void = {}
    ) throws {
        try actTogether(place) { database in
            try database.setSubscribed(feeds, false, noting: { .unsubscribed($0, said: said) })
        }
    }

    /// Follows the urls file after the user has added feeds to it, as a step to undo.
    package func follow(_ added: AddedFeeds, place: @Sendable () throws -> Void) throws {
        try actTogether(place) { database in
            let changes = try database.subscribe(to: added.subscriptions.normalised, of: added.file)
            let feeds = try added.urls.compactMap { try database.feed(at: $0) }
            try database.addStep(.subscribed(feeds, said: added.said), ItemSet(), at: database.timeOfStep(at: Date()))
            return ((), changes)
        }
    }

    /// Gives a feed the user's own title, in one line, or removes it, as a step to undo, which keeps the feed's lines
    /// of the urls file before and after.
    package func rename(
        _ feed: FeedID, to title: String?, keeping said: [String] = [], place: @Sendable () throws -> Void = {}
    ) throws {
        let title = title.map { String($0.split(whereSeparator: \.isNewline).joined(separator: " ")) }
            .flatMap { $0.isEmpty ? nil : $0 }
        try actTogether(place) { database in
            guard let old = try database.nameForRenaming(of: feed) else { return ((), []) }
            // A server has no other title for the feed than the one that everybody sees.
            let title = try title ?? database.titleOnServer(of: feed)
            if old == title { return ((), []) }
            try database.run("UPDATE feeds SET own_title = ? WHERE id = ?", title, feed)
            try database.queueRenaming(feed, to: title)
            try database.addStep(
                .renamed(feed, from: old, to: title, said: said), ItemSet(), at: database.timeOfStep(at: Date()))
            // A server has to hear of it.
            return ((), try database.account(of: feed) == nil ? [.feed(feed)] : [.feed(feed), .subscriptions])
        }
    }

    /// Adds a step for a change outside the library, which the caller can undo.
    package func addStep(_ edit: Step.Edit, place: @Sendable () throws -> Void) throws {
        try actTogether(place) { database in
            try database.addStep(edit)
            return ((), [])
        }
    }

    /// Gives a feed that has moved its new URL, keeping its items, marks and position. This is a step of its own unless
    /// it is part of one.
    ///
    /// Returns whether it succeeded: a feed never replaces another. `place` is called only then.
    package func move(
        _ feed: FeedID, to url: String, noting edit: Step.Edit? = nil, place: @Sendable () throws -> Void = {}
    ) throws -> Bool {
        do {
            try actTogether(place) { database in
                let left = try database.move(feed, to: url)
                if let edit { try database.addStep(edit.leaving(left)) }
                return ((), [.feed(feed)])
            }
            return true
        } catch is AddressTaken {
            return false
        }
    }
}

/// The reason why a feed can't move: another has that URL.
package struct AddressTaken: Error {}

extension Database {
    fileprivate func addStep(_ edit: Step.Edit) throws {
        try addStep(.edited(edit), ItemSet(), at: timeOfStep(at: Date()))
    }

    /// The title to give a feed again when its new one is undone: the user's, or that on its server; nil inside if there is
    /// none.
    func nameForRenaming(of feed: FeedID) throws -> String?? {
        try first(
            "SELECT CASE WHEN account IS NULL THEN own_title ELSE coalesce(own_title, title) END FROM feeds WHERE id = ?",
            feed
        ) { $0.optionalText(0) }
    }

    fileprivate func titleOnServer(of feed: FeedID) throws -> String? {
        try first("SELECT title FROM feeds WHERE id = ? AND account IS NOT NULL", feed) { $0.optionalText(0) } ?? nil
    }

    fileprivate func setSubscribed(
        _ feeds: [FeedID], _ isSubscribed: Bool, noting action: ([FeedID]) -> Step.Action
    ) throws -> (Void, [LibraryChange]) {
        let changed = try setSubscribed(feeds, isSubscribed)
        guard !changed.isEmpty else { return ((), []) }
        try addStep(action(changed), ItemSet(), at: timeOfStep(at: Date()))
        return ((), [.subscriptions])
    }

    /// The feed with a URL; nil if none has it.
    func feed(at url: String) throws -> FeedID? {
        try first("SELECT id FROM feeds WHERE url = ?", url) { FeedID($0.integer(0)) }
    }

    /// Gives a feed another URL, with the notes about that URL, unless another feed has it; returns the notes about the
    /// URL that it leaves.
    func move(_ feed: FeedID, to url: String, knowing notes: AddressNotes? = nil) throws -> AddressNotes {
        try forgetEmptyFeed(at: url)
        let old = try first("SELECT url FROM feeds WHERE id = ?", feed) { $0.text(0) }
        guard try run("UPDATE OR IGNORE feeds SET url = ? WHERE id = ?", url, feed) == 1 else { throw AddressTaken() }
        if let old { try moveInFolder(from: old, to: url) }
        let left = try AddressNotes.noted(of: feed, in: self)
        try (notes ?? AddressNotes()).beginAnew(feed, in: self)
        return left
    }

    /// Removes an empty feed that nobody subscribes to. A process that read the urls file just before a feed moved may
    /// leave one at its old URL, which would keep the feed from moving back.
    fileprivate func forgetEmptyFeed(at url: String) throws {
        try run(
            """
            DELETE FROM feeds WHERE url = ? AND is_subscribed = 0
                AND NOT EXISTS (SELECT 1 FROM items WHERE items.feed = feeds.id)
            """, url)
    }

    /// Shows or hides feeds with their items; returns those that changed. The servers of some do the same.
    func setSubscribed(_ feeds: [FeedID], _ isSubscribed: Bool) throws -> [FeedID] {
        let changed = try feeds.filter { feed in
            let isChanged =
                try run(
                    "UPDATE feeds SET is_subscribed = ?1 WHERE id = ?2 AND is_subscribed <> ?1", isSubscribed, feed) > 0
            if isChanged { try list(feed, isSubscribed) }
            return isChanged
        }
        for feed in changed { try relistStories(in: feed) }
        try queueSubscribing(changed, isSubscribed)
        return changed
    }
}
