import FoundationEssentials
import SQLite

// Who calls these has the urls file say the same: it decides when it is read the next time.
extension Library {
    /// Hides feeds and their items, as a step that can be undone, for which it keeps what was said of them elsewhere.
    package func unsubscribe(
        _ feeds: [FeedID], keeping said: [String] = [], finish: @escaping @Sendable () -> Void = {}
    ) {
        act { database in
            try database.setSubscribed(feeds, false, noting: { .unsubscribed($0, said: said) })
        } finish: { _ in
            finish()
        }
    }

    /// Shows feeds that the library knows, as a step that can be undone.
    package func subscribe(_ feeds: [FeedID], finish: @escaping @Sendable () -> Void = {}) {
        act { database in
            try database.setSubscribed(feeds, true, noting: { .subscribed($0) })
        } finish: { _ in
            finish()
        }
    }

    /// Gives a feed the person's own title, in one line, or takes it away again, as a step that can be undone.
    package func rename(_ feed: FeedID, to title: String?, finish: @escaping @Sendable () -> Void = {}) {
        let title = title.map { String($0.split(whereSeparator: \.isNewline).joined(separator: " ")) }
            .flatMap { $0.isEmpty ? nil : $0 }
        act { database in
            let old = try database.first("SELECT own_title FROM feeds WHERE id = ?", feed) { $0.optionalText(0) }
            guard let old, old != title else { return ((), []) }
            try database.run("UPDATE feeds SET own_title = ? WHERE id = ?", title, feed)
            try database.note(.renamed(feed, from: old, to: title), ItemSet(), at: database.timeOfStep(at: Date()))
            return ((), [.feed(feed)])
        } finish: { _ in
            finish()
        }
    }
}

extension Database {
    fileprivate func setSubscribed(
        _ feeds: [FeedID], _ isSubscribed: Bool, noting action: ([FeedID]) -> Step.Action
    ) throws -> (Void, [LibraryChange]) {
        let changed = try setSubscribed(feeds, isSubscribed)
        guard !changed.isEmpty else { return ((), []) }
        try note(action(changed), ItemSet(), at: timeOfStep(at: Date()))
        return ((), [.subscriptions])
    }

    /// Shows feeds with their items, or hides them; returned are those that were not so already.
    func setSubscribed(_ feeds: [FeedID], _ isSubscribed: Bool) throws -> [FeedID] {
        let changed = try feeds.filter { feed in
            let isChanged =
                try run(
                    "UPDATE feeds SET is_subscribed = ?1 WHERE id = ?2 AND is_subscribed <> ?1", isSubscribed, feed) > 0
            if isChanged { try list(feed, isSubscribed) }
            return isChanged
        }
        for feed in changed { try relistStories(in: feed) }
        return changed
    }
}
