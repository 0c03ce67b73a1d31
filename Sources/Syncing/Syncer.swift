import Dispatch
import FeedServers
package import FoundationEssentials
package import Library
import Locks
package import Signals

/// Keeps the library in agreement with feed servers and a shared folder, which is an account, too.
///
/// Each account has a queue of its own, which waits for the server or the disk; only one of several processes syncs an account.
package final class Syncer: Sendable {
    private struct State {
        var settings: SyncSettings
        var lanes: [AccountKey: SyncLane] = [:]
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
            let lanes = accounts.map { lane(of: $0.key) }
            for (account, lane) in zip(accounts, lanes) {
                group.enter()
                let waiter = SyncLane.Waiter(id: id, extent: extent, isInsisting: insisting) { event in
                    observer.send(event)
                    if case .ended = event { group.leave() }
                }
                lane.add(waiter, account, settings)
            }
            group.notify(queue: ending) { observer.send(.completed) }
            return ActionDisposable {
                for lane in lanes { lane.leave(id) }
            }
        }
    }

    /// Takes over what a device has said that is gone, and removes its files; returns why that failed, nil if it didn't. Waits for
    /// the disk.
    package func forget(_ device: FolderDevice, in folder: FolderSettings) -> String? {
        let key = AccountKey.folder(folder.path)
        return lane(of: key).forget(device, in: folder)
    }

    /// Waits until no sync runs. For the end of a program, after its syncs were stopped.
    package func drain() {
        for lane in state.withLock({ Array($0.lanes.values) }) { lane.drain() }
    }

    private let ending = DispatchQueue(label: "lede.sync.end")

    private func lane(of key: AccountKey) -> SyncLane {
        state.withLock { state in
            if let lane = state.lanes[key] { return lane }
            let lane = SyncLane(key, library, clock: clock)
            state.lanes[key] = lane
            return lane
        }
    }
}
