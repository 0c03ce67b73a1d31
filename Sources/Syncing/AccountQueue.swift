import Dispatch
import FeedServers
import FoundationEssentials
import Library
import System

/// The syncs of one account, one after the other.
final class AccountQueue: Sendable {
    private struct State {
        var waiting: [Waiter] = []
        /// Those of the sync that runs.
        var served: [Waiter] = []
        /// Its login lasts from one sync to the next.
        var server: (any FeedServer)?
    }

    /// Somebody who wants a sync, and hears of it.
    struct Waiter: Sendable {
        let id: Int
        let extent: SyncExtent
        let isInsisting: Bool
        let hear: @Sendable (SyncEvent) -> Void
    }

    private let key: AccountKey
    private let library: Library
    private let clock: @Sendable () -> Date
    private let holder = LeaseHolder()
    private let keys = FolderKeyRing()
    private let state = Locked(State())
    /// A queue of its own, since a sync waits for its server most of the time.
    private let queue = DispatchQueue(label: "lede.sync")

    init(_ key: AccountKey, _ library: Library, clock: @escaping @Sendable () -> Date) {
        self.key = key
        self.library = library
        self.clock = clock
    }

    /// Queues a sync. All that wait for one when it begins get the same.
    func add(_ waiter: Waiter, _ account: SyncAccount, _ settings: SyncSettings) {
        state.withLock { $0.waiting.append(waiter) }
        queue.async { self.work(account, settings) }
    }

    /// Stops a sync that nobody else wants.
    func leave(_ id: Int) {
        let (left, server) = state.withLock { state -> ([Waiter], (any FeedServer)?) in
            let left = (state.waiting + state.served).filter { $0.id == id }
            let wasServed = state.served.contains { $0.id == id }
            state.waiting.removeAll { $0.id == id }
            state.served.removeAll { $0.id == id }
            guard wasServed, state.served.isEmpty else { return (left, nil) }
            // What was cancelled once answers no more.
            defer { state.server = nil }
            return (left, state.server)
        }
        server?.cancel()
        for waiter in left { waiter.hear(.ended(key, .leftOut(.stopped))) }
    }

    func drain() { queue.sync {} }

    /// Takes over what a device has said that is gone; returns why that failed.
    func forget(_ device: FolderDevice, in folder: FolderSettings) -> String? {
        queue.sync {
            do {
                try library.follow(folder: key)
                guard let known = try library.accounts().first(where: { $0.key == key }) else { return nil }
                var run = FolderRun(
                    known, folder, library, holder: holder, keys: keys, clock: clock, isStopped: { false },
                    report: { _ in })
                try run.forget(device)
                try library.endSync(of: known.id, by: holder, .succeeded(isWhole: true), at: clock())
                return nil
            } catch let failure as ServerFailure {
                return failure.reason
            } catch is SyncTakenOver {
                return "another lede is syncing it"
            } catch {
                return "\(error)"
            }
        }
    }

    private func work(_ account: SyncAccount, _ settings: SyncSettings) {
        let waiters = state.withLock { state in
            state.served = state.waiting
            state.waiting = []
            return state.served
        }
        guard let extent = waiters.map(\.extent).max(by: { $0.rawValue < $1.rawValue }) else { return }
        tell(.began(key))
        let outcome = outcome(of: account, settings, extent, insisting: waiters.contains(where: \.isInsisting))
        // Each hears of one end, from here or from `leave`.
        let served = state.withLock { state in
            defer { state.served = [] }
            return state.served
        }
        for waiter in served { waiter.hear(.ended(key, outcome)) }
    }

    private func tell(_ event: SyncEvent) {
        for waiter in state.withLock({ $0.served }) { waiter.hear(event) }
    }

    private func outcome(
        of account: SyncAccount, _ settings: SyncSettings, _ extent: SyncExtent, insisting: Bool
    ) -> SyncOutcome {
        let reached = Locked(SyncCounts())
        do {
            if key.isFolder { try library.follow(folder: key) }
            guard let known = try library.accounts().first(where: { $0.key == key }) else {
                return .leftOut(.unknown)
            }
            guard BackOff.allows(known, insisting: insisting, at: clock()) else {
                return .leftOut(.waiting(until: known.retry, isToldToWait: known.isToldToWait))
            }
            do {
                let report: (SyncCounts) -> Void = { [weak self] counts in
                    reached.withLock { $0 = counts }
                    guard let self else { return }
                    tell(.progress(key, counts))
                }
                switch account.way {
                case .server(let history, let connect):
                    var run = SyncRun(
                        known, on: try server(connect), library, holder: holder, history: history,
                        retention: { settings.retentions[$0] ?? settings.retention }, clock: clock, report: report)
                    if insisting, known.refusedItems > 0 {
                        try run.claim()
                        try library.retryRefused(of: known.id)
                    }
                    return .done(try finish(&run, extent, known))
                case .folder(let folder):
                    var run = FolderRun(
                        known, folder, library, holder: holder, keys: keys, clock: clock,
                        isStopped: { self.isUnwanted },
                        report: report)
                    return .done(try finish(&run, extent, known))
                }
            } catch let failure as ServerFailure {
                // Another login may be in order.
                if failure.kind == .loginRefused { state.withLock { $0.server = nil } }
                let result = BackOff.result(failure, after: known.failures, at: clock())
                try library.endSync(of: known.id, by: holder, result, at: clock())
                return result == .stopped ? .leftOut(.stopped) : .failed(failure, reached.withLock { $0 })
            } catch is SyncTakenOver {
                return .leftOut(.anotherLede)
            }
        } catch let failure as LibraryFailure {
            return .failedHere(failure, reached.withLock { $0 })
        } catch {
            preconditionFailure("a sync failed with an unknown error: \(error)")
        }
    }

    private func finish(
        _ run: inout some AccountRun, _ extent: SyncExtent, _ account: Account
    ) throws -> SyncCounts {
        try run.run(extent)
        let end = SyncResult.succeeded(isWhole: extent == .everything)
        if run.hasLease { try library.endSync(of: account.id, by: holder, end, at: clock()) }
        return run.counts
    }

    /// Whether nobody waits for the sync any more.
    private var isUnwanted: Bool { state.withLock { $0.served.isEmpty } }

    private func server(
        _ connect: @Sendable () throws(ServerFailure) -> any FeedServer
    ) throws(ServerFailure) -> any FeedServer {
        if let server = state.withLock({ $0.server }) { return server }
        let server = try connect()
        let isWanted = state.withLock { state in
            state.server = server
            return !state.served.isEmpty
        }
        if !isWanted { server.cancel() }
        return server
    }
}

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
private struct SyncTakenOver: Error {}

/// One sync of one account.
protocol AccountRun {
    var counts: SyncCounts { get }
    var hasLease: Bool { get }
    mutating func run(_ extent: SyncExtent) throws
}

/// When to try again after a failure.
enum BackOff {
    private static let (first, longest, longestOfServer): (TimeInterval, TimeInterval, TimeInterval) =
        (30, 1800, 86_400)

    /// The failure for the library to remember, after so many others in a row.
    static func result(_ failure: ServerFailure, after failures: Int, at now: Date) -> SyncResult {
        if failure.kind == .cancelled { return .stopped }
        var pause = min(first * Double(1 << min(failures, 10)), longest)
        var isToldToWait = false
        if case .toldToWait(let wait?) = failure.kind {
            isToldToWait = true
            pause = min(max(wait / .seconds(1), 1), longestOfServer)
        }
        return .failed(
            SyncResult.Failure(
                kind: failure.kind.name, reason: failure.reason, retry: failure.isForGood ? nil : now + pause,
                isToldToWait: isToldToWait, isUncertain: failure.mayBeDone))
    }

    /// Whether an account may be synced now.
    static func allows(_ account: Account, insisting: Bool, at now: Date) -> Bool {
        guard account.failures > 0 else { return true }
        guard let retry = account.retry else { return insisting }
        // A time too far ahead was written before the clock was set back.
        let isOver = !(now..<now + longestOfServer + 1).contains(retry)
        return isOver || insisting && !account.isToldToWait
    }
}

extension ServerFailure {
    /// Whether only the user can help.
    fileprivate var isForGood: Bool {
        switch kind {
        case .loginRefused, .loginInsecure, .unsupported, .endless: true
        case .offline, .toldToWait, .busy, .rejected, .gone, .notUnderstood, .cancelled: false
        }
    }
}

extension ServerFailure.Kind {
    /// The name that the library stores.
    fileprivate var name: String {
        switch self {
        case .offline: "offline"
        case .loginRefused: "login-refused"
        case .loginInsecure: "login-insecure"
        case .toldToWait: "told-to-wait"
        case .busy: "busy"
        case .rejected: "rejected"
        case .gone: "gone"
        case .notUnderstood: "not-understood"
        case .endless: "endless"
        case .unsupported: "unsupported"
        case .cancelled: "cancelled"
        }
    }
}
