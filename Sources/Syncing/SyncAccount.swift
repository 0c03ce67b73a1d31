package import FeedServers
package import Library

/// An account to sync, as the urls file has it.
package struct SyncAccount: Sendable {
    package let key: AccountKey
    let way: Way

    enum Way: Sendable {
        /// `history` is how many days back the first sync asks for items that were read. `connect` prepares for the server. It may
        /// ask the user's command for the password, and runs on a queue that may wait.
        case server(history: Int, connect: @Sendable () throws(ServerFailure) -> any FeedServer)
        case folder(FolderSettings)
    }

    package init(
        _ key: AccountKey, history: Int = 30,
        connect: @escaping @Sendable () throws(ServerFailure) -> any FeedServer
    ) {
        self.key = key
        way = .server(history: history, connect: connect)
    }

    package init(_ folder: FolderSettings) {
        key = .folder(folder.path)
        way = .folder(folder)
    }
}

/// What to sync, and what is kept of it.
package struct SyncSettings: Sendable {
    package var accounts: [SyncAccount]
    package var retention: Retention
    /// The retention of single feeds, by URL.
    package var retentions: [String: Retention]

    package init(
        _ accounts: [SyncAccount] = [], retention: Retention = Retention(), retentions: [String: Retention] = [:]
    ) {
        self.accounts = accounts
        self.retention = retention
        self.retentions = retentions
    }
}

/// How much a sync does.
package enum SyncExtent: Int, Sendable {
    /// Tells the server what was done here.
    case sending
    /// Also takes what is new there.
    case everything
}
