import FeedParser
import FeedServers
import FoundationEssentials
import Library

/// One sync of one account, on a queue that may wait. Whatever ends it, nothing is lost: each answer of the server is stored
/// in a transaction of its own before the next request, and what isn't acknowledged is sent again.
///
/// It takes the lease only once there is something to write or to send, so a sync that finds nothing new writes nothing.
struct SyncRun: AccountRun {
    let library: Library
    let server: any FeedServer
    let account: Account
    let history: Int
    let retention: @Sendable (String) -> Retention
    let clock: @Sendable () -> Date
    let report: (SyncCounts) -> Void
    let number = SyncNumber()
    var counts = SyncCounts() {
        didSet { if counts != oldValue { report(counts) } }
    }
    /// Whether the list of feeds was read in this sync, and whether it must be, as the sync has changed it.
    var knowsFeeds = false
    var hasChangedFeeds = false
    /// Up to where the server has told of its changes.
    var cursor: String?
    private var lease: SyncLease
    /// Whether the server was asked for news before the lease was taken.
    private var hasLooked = false

    init(
        _ account: Account, on server: any FeedServer, _ library: Library, holder: LeaseHolder, history: Int,
        retention: @escaping @Sendable (String) -> Retention, clock: @escaping @Sendable () -> Date,
        report: @escaping (SyncCounts) -> Void
    ) {
        self.account = account
        cursor = account.cursor
        self.server = server
        self.library = library
        lease = SyncLease(of: account, in: library, by: holder, clock: clock)
        self.history = history
        self.retention = retention
        self.clock = clock
        self.report = report
    }

    var id: AccountID { account.id }

    var hasLease: Bool { lease.isHeld }

    /// Sends before it takes: otherwise the server's lists would undo what was done here.
    mutating func run(_ extent: SyncExtent) throws {
        server.beginSync()
        if account.isOpen || account.isUncertain { try claim() }
        try sendFeedChanges()
        if account.isUncertain { try lookAtUnsent() }
        try sendMarks()
        if extent == .everything {
            hasLooked = true
            try pull()
            // What the server has got wrong, and what it has met for the first time.
            try sendMarks()
        }
        try confirmMarks()
        try exchangePositions(extent)
    }

    /// Agrees with the server on how far episodes were played.
    private mutating func exchangePositions(_ extent: SyncExtent) throws {
        let ours = try library.positions(of: id, all: extent == .everything)
        if ours.isEmpty { return }
        let isUntold = ours.contains(where: \.isUntold)
        if isUntold { try claim() }
        var theirs: [EpisodePosition] = []
        do throws(ServerFailure) {
            theirs = try server.exchange(ours, at: clock())
        } catch {
            // A server that keeps no positions has done the rest.
            guard error.isRefusal || [.loginRefused, .notUnderstood].contains(error.kind) else { throw error }
        }
        guard isUntold || !theirs.isEmpty else { return }
        try claim()
        counts.taken += try library.take(theirs, told: ours, of: id, in: number, at: clock())
    }

    /// Every step that writes or sends begins with this.
    mutating func claim() throws {
        // What was looked at without the lease is old once another process has synced.
        try lease.claim(afterLooking: hasLooked)
    }

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
                if outcome.isOverruling { counts.overruledTitles += 1 }
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
        /// Whether the server's title was new, too.
        var isOverruling = false

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
            return Outcome(isOverruling: change.serverTitle != nil && known.title?.cut != change.serverTitle)
        case .move(let folders):
            let folders = server.abilities.folders == .many ? folders : Array(folders.prefix(1))
            guard let known, Set(known.folders) != Set(folders) else { return .so }
            if !server.abilities.moves { throw .cannot }
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
        // No server takes a longer URL.
        let feeds = try server.subscriptions().filter { $0.url.utf8.count <= 8 << 10 }
        guard feeds.count <= Self.mostFeeds else { throw ServerFailure.endless("100,000 feeds") }
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
    fileprivate var isRefusal: Bool {
        switch kind {
        case .rejected, .gone, .unsupported: true
        case .offline, .loginRefused, .loginInsecure, .toldToWait, .busy, .notUnderstood, .endless, .cancelled: false
        }
    }
}

extension SyncRun {
    /// Looks at the items whose marks were sent without an answer.
    private mutating func lookAtUnsent() throws {
        let unsent = try library.unsentMarks(of: id)
        let ids = RemoteMark.all.flatMap { unsent[$0] }
        try ask(Array(Set(ids).prefix(Self.mostLookedAt)))
    }

    private static let mostLookedAt = 1000

    /// Looks at marks that were sent, if no list has shown them since, so that what the server says afterwards is known to be
    /// newer. What it hasn't got is sent once more.
    private mutating func confirmMarks() throws {
        let unconfirmed = try library.unconfirmedMarks(of: id, at: clock())
        if unconfirmed.isEmpty { return }
        try claim()
        if server.abilities.tellsChanges, cursor != nil {
            // Its items are asked for by ranges, and what was marked just now is among its changes.
            try takeChanges()
        } else if unconfirmed.count <= Self.mostConfirmed {
            try ask(Array(unconfirmed))
        }
        try sendMarks()
    }

    /// The contents of more would cost more than a list, which the next sync reads.
    private static let mostConfirmed = 100

    /// Sends all marks that the server doesn't have.
    private mutating func sendMarks() throws {
        var unsent = try library.unsentMarks(of: id)
        if unsent.wereNone { return }
        try claim()
        if !unsent.lost.isEmpty {
            // Perhaps the server has them after all.
            try ask(unsent.lost)
            unsent = try library.unsentMarks(of: id)
        }
        if unsent.count > 0 { try send(unsent) }
        try sendLabels()
        try library.forget(unsent, of: id)
    }

    /// A label that the server refuses stays here, until it is changed again.
    private mutating func sendLabels() throws {
        for (change, ids) in try library.unsentLabels(of: id) {
            let size = max(1, server.abilities.marksAtOnce)
            for start in stride(from: 0, to: ids.count, by: size) {
                let batch = Array(ids[start..<min(start + size, ids.count)])
                try claim()
                do throws(ServerFailure) {
                    try server.label(batch, change.label, isOn: change.isOn)
                } catch {
                    guard error.isRefusal else { throw error }
                    counts.refused += 1
                    break
                }
                try library.acknowledge(batch, change, of: id)
                counts.sent += batch.count
            }
        }
    }

    private mutating func send(_ unsent: UnsentMarks) throws {
        for mark in RemoteMark.all {
            guard mark == .read, server.abilities.readsUpTo else {
                try send(unsent[mark], mark)
                continue
            }
            var read = unsent.byFeed(mark)
            for (feed, ids) in read where ids.count > Self.manyMarks { read[feed] = try sendTogether(ids, of: feed) }
            try send(read.values.flatMap { $0 }, mark)
        }
    }

    /// For more marks of one feed than this, lede asks whether the server can make them together.
    private static let manyMarks = 1000

    /// Marks a feed read up to an item, if that is just what was done here; returns the items that are left.
    private mutating func sendTogether(_ ids: [ServerItemID], of feed: FeedID) throws -> [ServerItemID] {
        guard let remote = try library.serverFeeds(of: id)[feed] else { return ids }
        let list = try server.unread(limit: Self.longestList)
        guard list.isComplete else { return ids }
        let others = try library.notToRead(list.ids, with: Set(ids), in: feed, of: id)
        let numbers = ids.compactMap { id in if case .number(let number) = id { number } else { nil } }
        // Up to the first that isn't to be read, or may be a newer one of the feed.
        let end = others.min() ?? .max
        let together = numbers.filter { $0 < end }
        guard together.count > Self.manyMarks, let last = together.max() else { return ids }
        try server.markRead(ServerFeedID(remote), upTo: .number(last))
        let sent = together.map { ServerItemID.number($0) }
        counts.sent += try library.acknowledge(sent, .read, of: id, at: clock())
        let done = Set(sent)
        return ids.filter { !done.contains($0) }
    }

    private mutating func send(_ ids: [ServerItemID], _ mark: RemoteMark) throws {
        let size = max(1, server.abilities.marksAtOnce)
        for start in stride(from: 0, to: ids.count, by: size) {
            try claim()
            try send(ids[start..<min(start + size, ids.count)], mark)
        }
    }

    /// Sends marks at once. If the server refuses them, it halves them until the one that it refuses is alone.
    private mutating func send(_ ids: ArraySlice<ServerItemID>, _ mark: RemoteMark) throws {
        do {
            let all = Array(ids)
            try server.mark(all, as: ServerMark(mark))
            counts.sent += try library.acknowledge(all, mark, of: id, at: clock())
        } catch let failure as ServerFailure where failure.isRefusal && counts.refused < Self.mostRefused {
            guard ids.count > 1 else {
                try library.setAside(Array(ids), of: id)
                counts.refused += 1
                return
            }
            let middle = ids.startIndex + ids.count / 2
            try send(ids[..<middle], mark)
            try send(ids[middle...], mark)
        }
    }

    /// A server that refuses more than this refuses everything.
    private static let mostRefused = 20
}
