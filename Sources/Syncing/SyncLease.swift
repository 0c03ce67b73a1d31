import FoundationEssentials
import Library

/// The lease of a sync, which only one process has. It is taken when there is something to write or to send.
struct SyncLease {
    private let account: Account
    private let library: Library
    private let holder: LeaseHolder
    private let clock: @Sendable () -> Date
    /// When it was taken or renewed; nil before.
    private var renewed: Date?

    init(of account: Account, in library: Library, by holder: LeaseHolder, clock: @escaping @Sendable () -> Date) {
        self.account = account
        self.library = library
        self.holder = holder
        self.clock = clock
    }

    var isHeld: Bool { renewed != nil }

    /// Takes the lease, or keeps it during a long sync. With `afterLooking` it fails if another process has synced since.
    mutating func claim(afterLooking hasLooked: Bool = false) throws {
        let now = clock()
        if let renewed, abs(now.timeIntervalSince(renewed)) <= Self.renewal { return }
        let holds =
            isHeld
            ? try library.renewSync(of: account.id, by: holder, at: now)
            : try library.beginSync(of: account.id, by: holder, after: hasLooked ? account : nil, at: now)
        if !holds { throw SyncTakenOver() }
        renewed = now
    }

    private static let renewal: TimeInterval = 60
}

/// Another process syncs the account, or has done so meanwhile.
struct SyncTakenOver: Error {}

/// One sync of one account.
protocol AccountRun {
    var counts: SyncCounts { get }
    var hasLease: Bool { get }
    mutating func run(_ extent: SyncExtent) throws
}
