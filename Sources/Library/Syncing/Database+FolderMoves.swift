import SQLite

/// Another name for a folder of a server.
package struct FolderRenaming: Equatable, Sendable {
    package let from: String
    package let to: String

    var reversed: FolderRenaming { FolderRenaming(from: to, to: from) }
}

extension Database {
    /// Moves feeds of servers, and lets the servers do the same. A folder that all its feeds leave for one that is new gets
    /// another name there, so that the server doesn't keep it empty.
    func move(_ moves: [Step.Move], renaming: FolderRenaming?) throws {
        if let renaming { try queue(renaming, moving: Set(moves.map(\.feed))) }
        for move in moves {
            guard let account = try account(of: move.feed) else { continue }
            try keepingFollowedFile { try setTags(move.to, of: move.feed) }
            try queue(.move(move.to), of: move.feed, for: account)
        }
    }

    private func queue(_ renaming: FolderRenaming, moving feeds: Set<FeedID>) throws {
        let accounts = Dictionary(grouping: feeds.sorted { $0.rawValue < $1.rawValue }) { try? account(of: $0) }
        for case (let account??, let moving) in accounts {
            guard try feeds.isSuperset(of: self.feeds(in: renaming.from, of: account)),
                try self.feeds(in: renaming.to, of: account).isEmpty
            else { continue }
            try queue(.renameFolder(renaming), of: moving[0], for: account)
        }
    }

    private func feeds(in folder: String, of account: AccountID) throws -> [FeedID] {
        try all(
            """
            SELECT id FROM feeds JOIN feed_tags ON feed = feeds.id WHERE account = ? AND is_subscribed AND tag = ?
            """, account, folder
        ) { FeedID($0.integer(0)) }
    }

    /// Moves feeds back that a step has moved, or again; returns how many. Those that were moved since stay.
    func toggle(_ moves: Step.Moves, undoing: Bool) throws -> Int {
        let toggled = try moves.feeds.map { undoing ? $0.reversed : $0 }.filter { move in
            try account(of: move.feed) != nil && tags(of: move.feed) == move.from
        }
        try move(toggled, renaming: undoing ? moves.renaming?.reversed : moves.renaming)
        return toggled.count
    }
}
