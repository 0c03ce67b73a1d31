import Foundation
import Library

// Shortcuts for tests.
extension Library {
    /// The feeds that are due now, in their order.
    func dueFeeds(at now: Date) throws -> [Feed] { try due(among: feeds(), at: now) }

    /// When the next feed is due; nil if none ever is.
    func nextDue() throws -> Date? {
        try nextRequest(among: feeds())
    }

    func mark(_ item: Item, read isRead: Bool) { mark(.item(item.id), isRead ? .read : .unread) }

    /// Notes that the server had nothing new.
    func noteUnchanged(etag: String?, lastModified: String?, for feed: FeedID, at now: Date) throws {
        _ = try store([Fetched(.unchanged, for: feed, etag: etag, lastModified: lastModified, at: now)])[0].get()
    }

    func noteFailure(_ reason: String, for feed: FeedID, at now: Date) throws {
        _ = try store([Fetched(.failed(reason), for: feed, at: now)])[0].get()
    }

    /// Adds a feed again.
    func subscribe(again feed: FeedID) throws {
        guard let url = try self.feed(feed)?.url else { return }
        let subscriptions = (try feeds().map(\.url) + [url]).map { Subscription($0) }
        try follow(AddedFeeds(subscriptions, of: nil, adding: [url], saying: [])) {}
    }
}
