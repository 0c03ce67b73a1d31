package import Dispatch
package import Library
import SyncFolder
import System

/// Reports when files of other devices arrive in the shared folder, and when the folder itself comes or goes. The kernel tells it.
///
/// What lede writes is in this device's own folder, which isn't watched.
package final class ArrivalWatch: Sendable {
    private struct State {
        var watch: FolderWatch?
        var isThere = true
    }

    private let folder: String
    private let library: Library
    private let tell: @Sendable (_ isBack: Bool) -> Void
    private let state = Locked(State())
    /// Not the queue of all watches: a disk may take its time.
    private let queue: DispatchQueue

    /// `tell` is called on the queue, with whether the folder has come back.
    package init(
        in folder: String, of library: Library, calm: DispatchTimeInterval = .seconds(1),
        on queue: DispatchQueue = DispatchQueue(label: "lede.sync.arrivals"),
        tell: @escaping @Sendable (_ isBack: Bool) -> Void
    ) {
        (self.folder, self.library, self.queue, self.tell) = (folder, library, queue, tell)
        queue.async { [weak self] in _ = self?.follow(calm) }
    }

    /// Watches what is there now. Returns whether the folder is there and wasn't.
    private func follow(_ calm: DispatchTimeInterval) -> Bool {
        let devices = otherDevices()
        let top = "\(folder)/\(SharedFolder.devices)"
        let places =
            FolderWatch.places(of: folder) + [(folder, SharedFolder.devices), (top, nil)]
            + (devices ?? []).map { ("\(top)/\($0.text)", nil) }
        // Without a watch, refreshes read what has come.
        let watch = try? FolderWatch(places, calm: calm) { [weak self] in self?.look(calm) }
        // Something came or went before the watch was there.
        if otherDevices() != devices { return follow(calm) }
        return state.withLock { state in
            let wasThere = state.isThere
            state = State(watch: watch, isThere: devices != nil)
            return devices != nil && !wasThere
        }
    }

    /// The devices whose files are watched; nil if the folder isn't there.
    private func otherDevices() -> [DeviceID]? {
        guard let shared = try? SharedFolder(folder) else { return nil }
        // Without the library's answer, lede's own writes are told, too, and reading finds nothing.
        let own = (try? library.folderMemory())?.own(at: library.site)?.id
        return Array(shared.devices().filter { $0 != own }.prefix(Self.mostDevices))
    }

    private func look(_ calm: DispatchTimeInterval) {
        queue.async { [weak self] in
            guard let self else { return }
            // Before anybody reads, so that nothing is missed that comes meanwhile.
            tell(follow(calm))
        }
    }

    /// The kernel's watches are few.
    private static let mostDevices = 100
}
