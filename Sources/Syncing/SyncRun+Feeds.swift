import FeedServers
import FoundationEssentials
import Library

extension SyncRun {
    /// Sends changes of subscriptions, in their order. What is so already is done: the server's list is read first, and again
    /// after each change that was sent.
    mutating func sendFeedChanges() throws {
        let changes = try library.feedChanges(of: id)
        var list: [ServerFeed]?
        for change in changes {
            try claim()
            let feeds = try list ?? server.subscriptions()
            list = feeds
            do {
                let folder = changes.lazy.compactMap { $0.folder(of: change) }.first
                let outcome = try send(change, to: feeds, adding: folder)
                if outcome.isSent { list = nil }
                try library.finish(change, of: self.id, addedAs: outcome.feed?.text)
                hasChangedFeeds = true
            } catch let failure as ServerFailure where failure.isRefusal {
                list = nil
                try library.setAside(change, reason: "\(change.url): \(failure.reason)")
                counts.refused += 1
            }
        }
    }

    /// What came of a change, with the feed that it was to add.
    private struct Outcome {
        var feed: ServerFeedID?
        var isSent = true

        static let so = Outcome(isSent: false)
    }

    /// Sends one change. Some servers move no feeds, but add them to a folder.
    private func send(
        _ change: FeedChange, to feeds: [ServerFeed], adding folder: String?
    ) throws(ServerFailure) -> Outcome {
        let known = feeds.first { $0.id.text == change.serverID } ?? feeds.first { $0.url == change.url }
        switch change.kind {
        case .add:
            if let known { return Outcome(feed: known.id, isSent: false) }
            if !server.abilities.adds { throw .cannot }
            return Outcome(feed: try server.add(change.url, to: folder))
        case .remove:
            guard let known else { return .so }
            if !server.abilities.adds { throw .cannot }
            try server.remove(known.id)
        case .rename(let title):
            guard let known, known.title != title else { return .so }
            if !server.abilities.arranges { throw .cannot }
            try server.rename(known.id, to: title)
        case .move(let folders):
            let folders = server.abilities.folders == .many ? folders : Array(folders.prefix(1))
            guard let known, Set(known.folders) != Set(folders) else { return .so }
            if !server.abilities.arranges || server.abilities.folders == .none { throw .cannot }
            try server.move(known, to: folders)
        case .renameFolder(let renaming):
            let names = Set(feeds.flatMap(\.folders))
            guard server.abilities.arranges, names.contains(renaming.from), !names.contains(renaming.to) else {
                return .so
            }
            do throws(ServerFailure) {
                try server.renameFolder(renaming.from, to: renaming.to)
            } catch {
                if !error.isRefusal { throw error }
            }
        }
        return Outcome()
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

extension FeedChange {
    /// The first folder into which this moves the feed of another change.
    fileprivate func folder(of other: FeedChange) -> String? {
        if url == other.url, case .move(let folders) = kind { folders.first } else { nil }
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
