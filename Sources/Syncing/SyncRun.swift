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
        if account.failures > 0 || account.isUncertain { try claim() }
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
    }

    /// Every step that writes or sends begins with this.
    mutating func claim() throws {
        // What was looked at without the lease is old once another process has synced.
        try lease.claim(afterLooking: hasLooked)
    }
}
