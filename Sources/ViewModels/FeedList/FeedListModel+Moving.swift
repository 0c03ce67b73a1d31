import Library
import Signals

// Moving to the next feed, or one with unread items or a certain name.
extension FeedListModel {
    /// Moves to the next or the previous feed, and returns whether there is one. Starts over at the other end for feeds
    /// with unread items.
    func goToFeed(by step: Int, unreadOnly: Bool) -> Bool {
        let rows = entries.indices
        let before = Array(rows.prefix(cursor.row))
        let after = Array(rows.dropFirst(cursor.row + 1))
        let (ahead, behind) = step > 0 ? (after, before) : (before.reversed(), after.reversed())
        let candidates = unreadOnly ? ahead + behind : ahead
        // A feed with several tags has a row below each. Moving to another of its rows would look as if nothing
        // happened.
        let here = selected?.id
        return goToFirst(of: candidates) { entry in
            isFeed(entry) && (here == nil || entry.feed?.id != here) && (!unreadOnly || stillHasUnread(entry))
        }
    }

    /// Moves to a row of the feed, unless the cursor is already on one.
    func stand(on feed: FeedID) {
        guard selected?.id != feed, let row = entries.firstIndex(where: { $0.feed?.id == feed }) else { return }
        cursor.move(to: row)
    }

    /// Moves to a random feed with unread items.
    func goToRandomUnread() -> Bool {
        goToFirst(of: entries.indices.shuffled()) { isFeed($0) && stillHasUnread($0) }
    }

    /// Moves to the next row whose name contains a text, and starts over at the end.
    func goToTitle(_ words: String) -> Bool {
        let (rows, next, words) = (entries.indices, cursor.row + 1, words.lowercased())
        return goToFirst(of: Array(rows.dropFirst(next)) + rows.prefix(next)) { $0.name.lowercased().contains(words) }
    }

    private func goToFirst(of rows: [Int], _ isWanted: (FeedListEntry) -> Bool) -> Bool {
        guard let row = rows.first(where: { isWanted(entries[$0]) }) else { return false }
        cursor.move(to: row)
        return true
    }

    /// Whether a row stands for a feed, or for the feeds in a collapsed group.
    private func isFeed(_ entry: FeedListEntry) -> Bool {
        switch entry.content {
        case .feed: true
        case .group(let group): group.isFolded
        case .smart, .query: false
        }
    }
}
