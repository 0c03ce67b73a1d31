import Dispatch
package import FeedServers
package import FoundationEssentials
package import Library
package import Signals
import System

/// Keeps the library in agreement with feed servers and a shared folder, which is an account, too.
///
/// Each account has a queue of its own, which waits for the server or the disk; only one of several processes syncs an account.
package final class Syncer: Sendable {
    private struct State {
        var settings: SyncSettings
        var queues: [AccountKey: AccountQueue] = [:]
        var next = 0
    }

    private let library: Library
    private let clock: @Sendable () -> Date
    private let state: Locked<State>

    package init(
        _ library: Library, settings: SyncSettings = SyncSettings(), clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.library = library
        self.clock = clock
        state = Locked(State(settings: settings))
    }

    /// May be changed at any time. A running sync continues with the old ones.
    package var settings: SyncSettings {
        get { state.withLock { $0.settings } }
        set {
            state.withLock { $0.settings = newValue }
            let folder = newValue.accounts.map(\.key).first { $0.isFolder }
            // Its reason shows when something is to be synced.
            ending.async { [library] in try? library.follow(folder: folder) }
        }
    }

    /// Syncs all accounts, or some, for each subscriber, and completes when all have ended. The library must follow the
    /// accounts.
    ///
    /// An account whose last sync failed waits, unless the user insists; if its server asked to be left alone, it waits even
    /// then. Disposing of the subscription stops the sync: nothing is lost, and the next one goes on.
    package func sync(
        _ keys: Set<AccountKey>? = nil, _ extent: SyncExtent = .everything, insisting: Bool = false
    ) -> Signal<SyncEvent, Never> {
        Signal { [self] observer in
            let (settings, id) = state.withLock { state in
                state.next += 1
                return (state.settings, state.next)
            }
            let accounts = settings.accounts.filter { keys?.contains($0.key) ?? true }
            let group = DispatchGroup()
            let queues = accounts.map { queue(of: $0.key) }
            for (account, queue) in zip(accounts, queues) {
                group.enter()
                let waiter = AccountQueue.Waiter(id: id, extent: extent, isInsisting: insisting) { event in
                    observer.send(event)
                    if case .ended = event { group.leave() }
                }
                queue.add(waiter, account, settings)
            }
            group.notify(queue: ending) { observer.send(.completed) }
            return ActionDisposable {
                for queue in queues { queue.leave(id) }
            }
        }
    }

    /// Takes over what a device has said that is gone, and removes its files; returns why that failed, nil if it didn't. Waits for
    /// the disk.
    package func forget(_ device: FolderDevice, in folder: FolderSettings) -> String? {
        let key = AccountKey.folder(folder.path)
        return queue(of: key).forget(device, in: folder)
    }

    /// Waits until no sync runs. For the end of a program, after its syncs were stopped.
    package func drain() {
        for queue in state.withLock({ Array($0.queues.values) }) { queue.drain() }
    }

    private let ending = DispatchQueue(label: "lede.sync.end")

    private func queue(of key: AccountKey) -> AccountQueue {
        state.withLock { state in
            if let queue = state.queues[key] { return queue }
            let queue = AccountQueue(key, library, clock: clock)
            state.queues[key] = queue
            return queue
        }
    }
}

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

/// What happens during a sync of several accounts.
package enum SyncEvent: Equatable, Sendable {
    case began(AccountKey)
    case progress(AccountKey, SyncCounts)
    case ended(AccountKey, SyncOutcome)
}

/// What a sync has done so far.
package struct SyncCounts: Equatable, Sendable {
    /// Marks that the server has got.
    package var sent = 0
    /// Items whose marks the server has changed.
    package var taken = 0
    package var newItems = 0
    /// Items that the server has passed on so far, and those that it was asked for, if that is known.
    package var received = 0
    package var expected: Int?
    package var addedFeeds = 0
    package var removedFeeds = 0
    /// Feeds that got the user's title, though the server had a new one, too.
    package var overruledTitles = 0
    /// Feeds that were added to a shared folder, or changed or removed in it.
    package var sharedFeeds = 0
    /// Files of a shared folder that are too large to be of lede, are left unread, and weren't known.
    package var hugeFiles = 0
    /// Feeds that left the server's list, too many at once to believe it.
    package var vanishing = 0
    /// Items and changes of subscriptions that the server refused.
    package var refused = 0

    package init() {}
}

package enum SyncOutcome: Equatable, Sendable {
    case done(SyncCounts)
    case failed(ServerFailure, SyncCounts)
    case failedHere(LibraryFailure, SyncCounts)
    case leftOut(Reason)

    /// Why an account wasn't synced, which isn't a failure.
    package enum Reason: Equatable, Sendable {
        /// The last sync failed, or the server asked to wait.
        case waiting(until: Date?, isToldToWait: Bool)
        case anotherLede
        case stopped
        /// The urls file doesn't name the account any more.
        case unknown
    }

    package var counts: SyncCounts {
        switch self {
        case .done(let counts), .failed(_, let counts), .failedHere(_, let counts): counts
        case .leftOut: SyncCounts()
        }
    }

    /// Why it failed, in words; nil if it didn't.
    package var failure: String? {
        switch self {
        case .failed(let failure, _): failure.reason
        case .failedHere(let failure, _): failure.description
        case .done, .leftOut: nil
        }
    }
}
