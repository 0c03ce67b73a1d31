import FeedServers
import FoundationEssentials
import Library

/// One sync of one account, on a queue that may wait. Whatever ends it, nothing is lost: each answer of the server is stored
/// in a transaction of its own before the next request, and what isn't acknowledged is sent again.
struct SyncRun {
    let library: Library
    let server: any FeedServer
    let account: Account
    let history: Int
    let retention: @Sendable (String) -> Retention
    let holder: LeaseHolder
    let clock: @Sendable () -> Date
    let report: (SyncCounts) -> Void
    let number = SyncNumber()
    var counts = SyncCounts() {
        didSet { if counts != oldValue { report(counts) } }
    }
    /// Whether the list of feeds was read in this sync, and whether it must be, as the sync has changed it.
    var knowsFeeds = false
    var hasChangedFeeds = false
    private var renewed: Date

    init(
        _ account: Account, on server: any FeedServer, _ library: Library, holder: LeaseHolder, history: Int,
        retention: @escaping @Sendable (String) -> Retention, clock: @escaping @Sendable () -> Date,
        report: @escaping (SyncCounts) -> Void
    ) {
        self.account = account
        self.server = server
        self.library = library
        self.holder = holder
        self.history = history
        self.retention = retention
        self.clock = clock
        self.report = report
        renewed = clock()
    }

    var id: AccountID { account.id }

    /// Sends before it takes: otherwise the server's lists would undo what was done here.
    mutating func run(_ extent: SyncExtent) throws {
        try sendFeedChanges()
        if account.isUncertain { try lookAtUnsent() }
        try sendMarks()
        guard extent == .everything else { return }
        try pull()
        // What the server has got wrong, and what it has met for the first time.
        try sendMarks()
    }

    /// Keeps the lease during a long sync.
    mutating func renew() throws {
        let now = clock()
        guard abs(now.timeIntervalSince(renewed)) > Self.renewal else { return }
        renewed = now
        if try !library.renewSync(of: id, by: holder, at: now) { throw SyncTakenOver() }
    }

    private static let renewal: TimeInterval = 60
}

/// Another process syncs the account, as this one took too long.
struct SyncTakenOver: Error {}
