package import FeedServers
package import Library

/// An account to sync, as the urls file has it.
package struct SyncAccount: Sendable {
    package let key: AccountKey
    /// How many days back the first sync asks for items that were read.
    package let history: Int
    /// Prepares for the server. It may ask the user's command for the password, and runs on a queue that may wait.
    let connect: @Sendable () throws(ServerFailure) -> any FeedServer

    package init(
        _ key: AccountKey, history: Int = 30,
        connect: @escaping @Sendable () throws(ServerFailure) -> any FeedServer
    ) {
        self.key = key
        self.history = history
        self.connect = connect
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
