import Library
import Signals

// To feeds that are looked for.
extension FeedListModel {
    /// Goes to the next feed, or the one before, and says whether there is one. Those that have something unread are
    /// looked for from the other end too.
    func goToFeed(by step: Int, unreadOnly: Bool) -> Bool {
        let rows = entries.indices
        let before = Array(rows.prefix(cursor.row))
        let after = Array(rows.dropFirst(cursor.row + 1))
        let (ahead, behind) = step > 0 ? (after, before) : (before.reversed(), after.reversed())
        let candidates = unreadOnly ? ahead + behind : ahead
        // A feed with several tags has a row beneath each, which would look as if nothing happened.
        let here = selected?.id
        return goToFirst(of: candidates) { entry in
            isFeed(entry) && (here == nil || entry.feed?.id != here) && (!unreadOnly || stillHasUnread(entry))
        }
    }

    /// Goes to a row of the feed, where there is one and the cursor is on none.
    func stand(on feed: FeedID) {
        guard selected?.id != feed, let row = entries.firstIndex(where: { $0.feed?.id == feed }) else { return }
        cursor.move(to: row)
    }

    /// Goes to any feed that has something unread.
    func goToRandomUnread() -> Bool {
        goToFirst(of: entries.indices.shuffled()) { isFeed($0) && stillHasUnread($0) }
    }

    /// Goes to the next row whose name has these words, and begins anew behind the last.
    func goToTitle(_ words: String) -> Bool {
        let (rows, next, words) = (entries.indices, cursor.row + 1, words.lowercased())
        return goToFirst(of: Array(rows.dropFirst(next)) + rows.prefix(next)) { $0.name.lowercased().contains(words) }
    }

    private func goToFirst(of rows: [Int], _ isWanted: (FeedListEntry) -> Bool) -> Bool {
        guard let row = rows.first(where: { isWanted(entries[$0]) }) else { return false }
        cursor.move(to: row)
        return true
    }

    /// Whether a row stands for a feed, or for those that a folded group hides.
    private func isFeed(_ entry: FeedListEntry) -> Bool {
        switch entry.content {
        case .feed: true
        case .group(let group): group.isFolded
        case .smart, .query: false
        }
    }
}
