import FeedServers
import FoundationEssentials
import Library

extension SyncRun {
    /// Sends changes of subscriptions, in their order. The server's list is read before each, and what is so already is done.
    mutating func sendFeedChanges() throws {
        for change in try library.feedChanges(of: id) {
            try claim()
            do {
                let id = try send(change, to: try server.subscriptions())
                try library.finish(change, of: self.id, addedAs: id?.text)
                hasChangedFeeds = true
            } catch let failure as ServerFailure where failure.isRefusal {
                try library.setAside(change, reason: "\(change.url): \(failure.reason)")
                counts.refused += 1
            }
        }
    }

    /// Sends one change; returns the id of a feed that was added.
    private func send(_ change: FeedChange, to feeds: [ServerFeed]) throws(ServerFailure) -> ServerFeedID? {
        let known = feeds.first { $0.id.text == change.serverID } ?? feeds.first { $0.url == change.url }
        switch change.kind {
        case .add:
            if let known { return known.id }
            if !server.abilities.adds { throw .cannot }
            return try server.add(change.url, to: nil)
        case .remove:
            guard let known else { return nil }
            if !server.abilities.adds { throw .cannot }
            try server.remove(known.id)
        case .rename(let title):
            guard let known, known.title != title else { return nil }
            if !server.abilities.arranges { throw .cannot }
            try server.rename(known.id, to: title)
        case .move(let folders):
            let folders = server.abilities.folders == .many ? folders : Array(folders.prefix(1))
            guard let known, Set(known.folders) != Set(folders) else { return nil }
            if !server.abilities.arranges || server.abilities.folders == .none { throw .cannot }
            try server.move(known, to: folders)
        }
        return nil
    }

    /// Reads the server's list of feeds and follows it; returns whether something has changed.
    @discardableResult
    mutating func readFeeds() throws -> Bool {
        try claim()
        let feeds = try server.subscriptions().map { RemoteFeed($0) }
        let followed = try library.follow(feeds, of: id, at: clock())
        (knowsFeeds, hasChangedFeeds) = (true, false)
        counts.addedFeeds += followed.added
        counts.removedFeeds += followed.removed
        counts.vanishing = followed.vanishing
        return followed != FollowedFeeds()
    }
}

extension ServerFailure {
    fileprivate static let cannot = ServerFailure(.unsupported, "the server's protocol can't do this")

    /// Whether the server will refuse the same again.
    var isRefusal: Bool {
        switch kind {
        case .rejected, .gone, .unsupported: true
        case .offline, .loginRefused, .loginInsecure, .toldToWait, .busy, .notUnderstood, .cancelled: false
        }
    }
}
