import FeedServers
import FoundationEssentials
import Library

extension SyncRun {
    /// Looks at the items whose marks were sent without an answer.
    mutating func lookAtUnsent() throws {
        let unsent = try library.unsentMarks(of: id)
        let ids = unsent.read.values.flatMap { $0 } + unsent.unread + unsent.starred + unsent.unstarred
        try ask(Array(Set(ids).prefix(Self.mostLookedAt)))
    }

    private static let mostLookedAt = 1000

    /// Looks at marks that were sent, if no list has shown them since, so that what the server says afterwards is known to be
    /// newer. What it hasn't got is sent once more.
    mutating func confirmMarks() throws {
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
    mutating func sendMarks() throws {
        var unsent = try library.unsentMarks(of: id)
        if unsent.wereNone { return }
        try claim()
        if !unsent.lost.isEmpty {
            // Perhaps the server has them after all.
            try ask(unsent.lost)
            unsent = try library.unsentMarks(of: id)
        }
        if unsent.count > 0 { try send(unsent) }
        try library.forget(unsent, of: id)
    }

    private mutating func send(_ unsent: UnsentMarks) throws {
        var read = unsent.read
        if server.abilities.readsUpTo {
            for (feed, ids) in read where ids.count > Self.manyMarks {
                read[feed] = try sendTogether(ids, of: feed)
            }
        }
        try send(read.values.flatMap { $0 }, .read)
        try send(unsent.unread, .unread)
        try send(unsent.starred, .starred)
        try send(unsent.unstarred, .unstarred)
    }

    /// For more marks of one feed than this, lede asks whether the server can make them together.
    private static let manyMarks = 1000

    /// Marks a feed read up to an item, if that is just what was done here; returns the items that are left.
    private mutating func sendTogether(_ ids: [RemoteID], of feed: FeedID) throws -> [RemoteID] {
        guard let remote = try library.serverFeeds(of: id)[feed] else { return ids }
        let list = try server.unread(limit: Self.longestList)
        guard list.isComplete else { return ids }
        let unread = list.ids.map { RemoteID($0) }
        let others = try library.notToRead(unread, with: Set(ids), in: feed, of: id)
        let numbers = ids.compactMap { id in if case .number(let number) = id { number } else { nil } }
        // Up to the first that isn't to be read, or may be a newer one of the feed.
        let end = others.min() ?? .max
        let together = numbers.filter { $0 < end }
        guard together.count > Self.manyMarks, let last = together.max() else { return ids }
        try server.markRead(ServerFeedID(remote), upTo: .number(last))
        let sent = together.map { RemoteID.number($0) }
        try library.acknowledge(sent, .read, of: id, at: clock())
        counts.sent += sent.count
        let done = Set(sent)
        return ids.filter { !done.contains($0) }
    }

    private mutating func send(_ ids: [RemoteID], _ mark: RemoteMark) throws {
        let size = max(1, server.abilities.marksAtOnce)
        for start in stride(from: 0, to: ids.count, by: size) {
            try claim()
            try send(ids[start..<min(start + size, ids.count)], mark)
        }
    }

    /// Sends marks at once. If the server refuses them, it halves them until the one that it refuses is alone.
    private mutating func send(_ ids: ArraySlice<RemoteID>, _ mark: RemoteMark) throws {
        do {
            try server.mark(ids.map { ServerItemID($0) }, as: ServerMark(mark))
            try library.acknowledge(Array(ids), mark, of: id, at: clock())
            counts.sent += ids.count
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
